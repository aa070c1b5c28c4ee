import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { cacheDir } from '../config/index.ts'
import { defaultPoolSize, LeanPool, type PoolOptions } from './pool.ts'
import { stopProcess } from './test-stop-process.ts'
import type { LeanToolchain } from './toolchain.ts'
import { embeddedToolchain } from './toolchains/index.ts'

let embedded: LeanToolchain
beforeAll(async () => {
  embedded = await embeddedToolchain({ cacheDir: cacheDir() })
})

/** The embedded Lean, and how many of its processes were started. */
interface Counted extends LeanToolchain {
  readonly starts: number
}

function counted(): Counted {
  let starts = 0
  return {
    ...embedded,
    get starts() {
      return starts
    },
    launch: (options) => {
      starts++
      return embedded.launch(options)
    },
  }
}

let opened: LeanPool[] = []
function open(options: PoolOptions, toolchain: LeanToolchain = embedded): LeanPool {
  const pool = new LeanPool(toolchain, options)
  opened.push(pool)
  return pool
}
afterEach(async () => {
  await Promise.all(opened.map((pool) => pool.close()))
  opened = []
})

describe('the size of a pool', () => {
  it.each([
    { cores: 2, gigabytes: 24, size: 2 },
    { cores: 64, gigabytes: 24, size: 8 },
    { cores: 8, gigabytes: 3, size: 2 },
    { cores: 8, gigabytes: 0.5, size: 1 },
  ])('is $size with $cores cores and $gigabytes GB', ({ cores, gigabytes, size }) => {
    expect(defaultPoolSize(cores, gigabytes * 1e9)).toBe(size)
  })
})

describe('a pool', () => {
  it('starts nothing before it is needed, then one process for as many leases as it has threads', async () => {
    const toolchain = counted()
    const pool = open({ size: 2, threads: 2 }, toolchain)
    expect(toolchain.starts).toBe(0)
    const leases = await Promise.all([pool.lease(), pool.lease()])
    expect(toolchain.starts).toBe(1)
    expect(leases[0]?.server).toBe(leases[1]?.server)
    for (const lease of leases) lease.release()
  })

  it('starts processes one after the other, up to its size, and spreads leases', async () => {
    const toolchain = counted()
    const pool = open({ size: 2, threads: 1 }, toolchain)
    const pending = [pool.lease(), pool.lease(), pool.lease()]
    const first = await pending[0]
    expect(toolchain.starts).toBe(1)
    const second = await pending[1]
    expect([toolchain.starts, first?.server === second?.server]).toEqual([2, false])
    first?.release()
    const third = await pending[2]
    expect([toolchain.starts, third?.server === first?.server]).toEqual([2, true])
    second?.release()
    third?.release()
  })

  it('forgets a wait that is aborted and serves the next one', async () => {
    const pool = open({ size: 1, threads: 1 })
    const held = await pool.lease()
    const controller = new AbortController()
    const impatient = pool.lease(controller.signal)
    const patient = pool.lease()
    controller.abort(new Error('too slow'))
    await expect(impatient).rejects.toThrow('too slow')
    held.release()
    held.release()
    const lease = await patient
    expect(lease.server).toBe(held.server)
    lease.release()
    await expect(pool.lease(AbortSignal.abort(new Error('never')))).rejects.toThrow('never')
  })

  it('has a place for brief work even when every lease is held', async () => {
    const pool = open({ size: 1, threads: 1 })
    const held = await pool.lease()
    expect(await pool.use(async (server) => server)).toBe(held.server)
    held.release()
  })

  it('replaces a process that has served enough requests, also when it is never without leases', async () => {
    const pool = open({ size: 1, threads: 2, maxRequests: 3 })
    const held = await pool.lease()
    for (let i = 0; i < 3; i++) await held.server.request('tactics', { tactics: ['rfl'] })
    const next = await pool.lease()
    expect(next.server).not.toBe(held.server)
    expect(await held.server.ping()).toBe(true)
    held.release()
    await held.server.exited
    next.release()
  })

  it('replaces a process that has loaded many modules', async () => {
    const pool = open({ size: 1, maxImports: 1 })
    const first = await pool.use(async (server) => {
      await server.request('import', { modules: ['Init.Prelude'] })
      return server
    })
    await first.exited
    expect(await pool.use(async (server) => server !== first && (await server.ping()))).toBe(true)
  })

  it('replaces a process that has grown too large', async () => {
    const pool = open({ size: 1, maxBytes: 1 })
    const first = await pool.use(async (server) => server)
    for (let i = 0; i < 31; i++) await pool.use(async () => {})
    await first.exited
    expect(await pool.use(async (server) => server !== first)).toBe(true)
  })

  it('starts no process that there is no memory for, as far as it has measured one', async () => {
    const toolchain = counted()
    let free = 0
    const pool = open({ size: 2, threads: 1, freeBytes: () => free }, toolchain)
    // The first one is started whatever there is, and measured when it is given back.
    const measured = await pool.use(async (server) => server.request('memory', {}))
    const { heapBytes, rssBytes } = measured.kind === 'ok' ? measured.value : { heapBytes: 0, rssBytes: 0 }
    expect(Math.max(heapBytes ?? 0, rssBytes ?? 0)).toBeGreaterThan(1e8)
    await pool.use(async () => {})
    const lease = await pool.lease()
    const waiting = pool.lease()
    lease.release()
    ;(await waiting).release()
    expect(toolchain.starts).toBe(1)
    free = 64e9
    await Promise.all([pool.lease(), pool.lease()])
    expect(toolchain.starts).toBe(2)
  })

  it('gives whoever waits a new process as soon as the old one dies, not when its users notice', async () => {
    const pool = open({ size: 1, threads: 1 })
    const held = await pool.lease()
    const waiting = pool.lease()
    process.kill(held.server.pid ?? 0, 'SIGKILL')
    const lease = await waiting
    expect(lease.server).not.toBe(held.server)
    held.release()
    lease.release()
  })

  it('replaces a process that was quiet and does not answer a ping any more', async () => {
    const pool = open({ size: 1, quietMs: 0 })
    const first = await pool.use(async (server) => server)
    await stopProcess(first.pid)
    expect(await pool.use(async (server) => server)).not.toBe(first)
    await first.exited
  })

  it('tells everybody who waits when Lean cannot be started, and tries again for the next', async () => {
    const broken = {
      ...embedded,
      launch: () => ({
        ...embedded.launch({ program: 'search', scratch: '/tmp', threads: 1 }),
        file: '/no/such/lean',
      }),
    }
    const pool = open({ size: 1, threads: 1 }, broken)
    const waiting = await Promise.allSettled([pool.lease(), pool.lease()])
    for (const result of waiting) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'lean_gone_not_started' } })
    }
    await expect(pool.lease()).rejects.toMatchObject({ code: 'lean_gone_not_started' })
  })

  it('closes with leases out and others waiting: they learn it, the process ends', async () => {
    const pool = open({ size: 1, threads: 1 })
    const held = await pool.lease()
    const waiting = pool.lease()
    const closed = pool.close()
    await expect(waiting).rejects.toThrow('closed')
    await closed
    await held.server.exited
    await expect(held.server.request('ping', {})).rejects.toMatchObject({ reason: 'closed' })
    held.release()
    await expect(pool.lease()).rejects.toThrow('closed')
    await pool.close()
  })

  it('closes while a process is starting', async () => {
    const pool = open({ size: 1 })
    const waiting = pool.lease()
    const outcome = expect(waiting).rejects.toThrow('closed')
    await pool.close()
    await outcome
  })
})
