/** What those who watch a run see of it, and what they can do: the same for every command that searches. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pulse as pulseSchema } from '../api/index.ts'
import type { Problem, ProblemScheduler } from '../engine/index.ts'
import { controlRun, type Ledger, lastEvents, openLedger } from '../ledger/index.ts'
import { SearchMonitor } from './monitor.ts'
import { RunLink } from './run-link.ts'
import { beginRun } from './run-record.ts'

let folder = ''
let ledger: Ledger

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orch-link-test-'))
  ledger = await openLedger({ home: folder })
})

afterEach(async () => {
  await ledger.close()
  rmSync(folder, { recursive: true, force: true })
})

const lanes = { light: 2, heavy: 1 }
const newMonitor = (more: Partial<ConstructorParameters<typeof SearchMonitor>[0]> = {}) =>
  new SearchMonitor({ config: { cpuAlpha: 0.1, memoryTarget: 0.9 }, cpuTarget: 0.5, lanes, ...more })

/** A scheduler of which only the news are of interest here. */
function newsOf() {
  const listeners = new Map<string, (event: never) => void>()
  const scheduler = {
    queued: 3,
    running: { light: 1, heavy: 0 },
    on: (name: string, listener: (event: never) => void) => listeners.set(name, listener),
  } as unknown as ProblemScheduler<Problem>
  const tell = (name: string, event: object) => listeners.get(name)?.(event as never)
  return { scheduler, tell }
}

const problem = { key: 'k1', text: 'n + 0 = n', difficulty: 0, priority: 0 }
const started = { problem, arm: 'micro', budget: { seconds: 8 }, lane: 'light' }

async function openLink(monitor: SearchMonitor, command = 'fill') {
  const { runId } = await beginRun(ledger, { command, identity: [command], settings: {}, seed: 1 })
  const link = await RunLink.open({
    ...{ command, runId, ledger, monitor, config: { ucbExploration: 1 } },
    numbers: () => ({ total: 5, processed: 2, solved: 1 }),
  })
  return { link, runId }
}

const pulseOf = async (runId: string) => {
  const [event] = await lastEvents(ledger, { type: 'pulse', runId, limit: 1 })
  return event && pulseSchema.parse({ ...(event.data as object), at: event.at })
}

describe('a run that people watch', () => {
  it('says which attempts are under way and how far it is, whatever the command', async () => {
    const monitor = newMonitor()
    const { scheduler, tell } = newsOf()
    monitor.follow(scheduler, ({ text }) => ({ id: 'A.lean:3', text }))
    tell('started', started)
    const { link, runId } = await openLink(monitor)
    await expect
      .poll(() => pulseOf(runId), { timeout: 30_000 })
      .toMatchObject({
        running: [
          { goal_hash: 'k1', goal_id: 'A.lean:3', goal: 'n + 0 = n', strategy: 'micro', budget_seconds: 8 },
        ],
        goals: { total: 5, processed: 2, solved: 1 },
        queued: 3,
        lanes: { light: { running: 1, limit: 2 } },
      })
    await link[Symbol.asyncDispose]()
    const events = await lastEvents(ledger, { type: 'run-ended', runId, limit: 1 })
    expect(events).toHaveLength(1)
  })

  it('does what they want: stops, and uses less of the machine', async () => {
    const monitor = newMonitor()
    const { link, runId } = await openLink(monitor)
    await controlRun(ledger, runId, { wanted: 'pause', cpuTarget: 0.1 })
    await expect.poll(() => monitor.snapshot().paused, { timeout: 30_000 }).toBe(true)
    expect(monitor.snapshot().cpuTarget).toBe(0.1)
    await controlRun(ledger, runId, { wanted: 'stop' })
    await expect.poll(() => link.signal.aborted, { timeout: 30_000 }).toBe(true)
    await link[Symbol.asyncDispose]()
  })
})

describe('the monitor of a search', () => {
  it('forgets an attempt when it ends', () => {
    const monitor = newMonitor()
    const { scheduler, tell } = newsOf()
    monitor.follow(scheduler, ({ key, text }) => ({ id: key, text }))
    tell('started', started)
    expect(monitor.snapshot().running).toHaveLength(1)
    tell('ended', { problem, attempt: { strategy: 'micro' } })
    expect(monitor.snapshot().running).toEqual([])
  })

  it('has as many places as the workers have, where they make the attempts, and spares nothing here', () => {
    const fleet = { most: (lane: string) => (lane === 'light' ? 7 : 4) } as never
    const { limits, cpuTarget } = newMonitor({ fleet }).snapshot()
    expect(limits).toEqual({ light: 7, heavy: 4 })
    expect(cpuTarget).toBe(1)
  })
})
