import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EchoServer, removeTemporaryFolders, sharedInstall, temporaryFolder } from './fixtures/echo.ts'
import { type EmbeddedInstall, embeddedCommand, exitCodes } from './index.ts'

let install: EmbeddedInstall
beforeAll(async () => {
  install = await sharedInstall()
})
afterAll(removeTemporaryFolders)

describe('a Lean server', () => {
  it('restores its snapshot, answers, and ends with 0 at the end of input', async () => {
    const server = new EchoServer(install)
    expect(await server.line()).toBe('ready')
    expect(await server.ask('hello', 'world')).toBe('ok hello world')
    expect(await server.close()).toBe(0)
  })

  it('ends at the end of input while a thread computes forever', async () => {
    const server = new EchoServer(install)
    await server.line()
    server.send('spin')
    expect(await server.ask('still', 'here')).toBe('ok still here')
    expect(await server.close()).toBe(0)
  })

  it('reports memory and thread time through generated files', async () => {
    const server = new EchoServer(install)
    await server.line()
    const [wasm, rss] = (await server.ask('read', '/__orch__/memory')).slice(3).split(' ').map(Number)
    expect(wasm).toBeGreaterThan(50_000_000)
    expect((wasm ?? 1) % 65_536).toBe(0)
    expect(rss).toBeGreaterThan(50_000_000)
    expect((await server.ask('read', '/__orch__/thread_cpu')).slice(3)).toMatch(/^\d+$/)
    expect(await server.ask('write', '/__orch__/memory', '0')).toMatch(/^error permission denied/)
    await server.close()
  })

  it('ends with 1 when Lean runs out of memory', async () => {
    const server = new EchoServer(install, { maxMemoryMb: 640 })
    await server.line()
    server.send('hoard')
    expect(await server.ended).toBe(1)
    expect(server.stderr).toContain('out of memory')
  })

  it('ends with an error code when the stack overflows', async () => {
    const server = new EchoServer(install, { stackMb: 16 })
    await server.line()
    server.send('descend')
    expect(await server.ended).toSatisfy((code) => code === 1 || code === exitCodes.crashed)
  })

  it('dies with its parent, also while a thread computes forever', async () => {
    const { file, args } = embeddedCommand(install)
    // The middle process keeps the server's input open and is then killed without a chance to clean up.
    const script = `const child = require('node:child_process').spawn(${JSON.stringify(file)}, ${JSON.stringify(args)}, { stdio: ['pipe', 'inherit', 'inherit'], env: {} })
      console.log('pid ' + child.pid); child.stdin.write('spin\\n')`
    const middle = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] })
    const closed = once(middle.stdout, 'close')
    const seen: string[] = []
    for await (const line of createInterface({ input: middle.stdout })) {
      seen.push(line)
      if (line === 'ready') middle.kill('SIGKILL')
    }
    // The server inherited the pipe: it closes when the last of the two is gone.
    await closed
    const pid = Number(seen.find((line) => line.startsWith('pid '))?.slice(4))
    expect(
      existsSync(`/proc/${pid}/exe`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('serve.mjs'),
    ).toBe(false)
  })
})

describe('containment', () => {
  let server: EchoServer
  let scratch: string
  let outside: string
  beforeAll(async () => {
    outside = temporaryFolder()
    scratch = join(outside, 'scratch')
    mkdirSync(scratch)
    writeFileSync(join(outside, 'secret.txt'), 'secret')
    symlinkSync(join(outside, 'secret.txt'), join(scratch, 'link.txt'))
    symlinkSync(outside, join(scratch, 'linked'))
    symlinkSync(join(outside, 'created.txt'), join(scratch, 'dangling'))
    server = new EchoServer(install, { scratchDir: scratch })
    await server.line()
  })
  afterAll(async () => {
    await server.close()
  })

  it('gives Lean the scratch folder to read and write', async () => {
    expect(await server.ask('write', '/scratch/a.txt', 'one')).toBe('ok written')
    expect(await server.ask('append', 'a.txt', ' two')).toBe('ok appended')
    expect(await server.ask('read', '/scratch/a.txt')).toBe('ok one two')
    expect(readFileSync(join(scratch, 'a.txt'), 'utf8')).toBe('one two')
    expect(await server.ask('mkdir', 'folder')).toBe('ok made')
    expect(await server.ask('rename', 'a.txt', 'folder/b.txt')).toBe('ok renamed')
    expect(await server.ask('list', '/scratch/folder')).toBe('ok b.txt ')
    expect(await server.ask('remove', 'folder/b.txt')).toBe('ok removed')
    expect(await server.ask('rmdir', 'folder')).toBe('ok removed')
    expect(existsSync(join(scratch, 'folder'))).toBe(false)
  })

  it.each([
    ['an absolute host path', '/etc/passwd'],
    ['a host path above the scratch folder', '/scratch/../secret.txt'],
    ['a relative path out of the scratch folder', '../../../../etc/passwd'],
    ['a symbolic link to a file', '/scratch/link.txt'],
    ['a symbolic link to a folder', '/scratch/linked/secret.txt'],
    ['the process folder', '/proc/self/environ'],
    ['the home folder', '/home'],
    ['the program of the snapshot', '/program/Program.lean'],
  ])('does not let Lean read %s', async (_what, path) => {
    expect(await server.ask('read', path)).toMatch(/^error /)
  })

  it('does not let Lean list a folder behind a link', async () => {
    expect(await server.ask('list', '/scratch/linked')).toMatch(/^error /)
  })

  it('does not let Lean write outside of the scratch folder', async () => {
    const target = join(outside, 'written.txt')
    for (const path of [
      target,
      '/scratch/../written.txt',
      '/scratch/linked/written.txt',
      '/scratch/dangling',
      '/tmp/x',
    ]) {
      expect(await server.ask('write', path, 'evil')).toMatch(/^error /)
    }
    expect(await server.ask('write', '/scratch/link.txt', 'evil')).toMatch(/^error /)
    expect(await server.ask('mkdir', '/scratch/linked/folder')).toMatch(/^error /)
    expect(await server.ask('remove', '/scratch/linked/secret.txt')).toMatch(/^error /)
    expect(await server.ask('write', '/scratch/own.txt', 'mine')).toBe('ok written')
    expect(await server.ask('rename', '/scratch/own.txt', '/scratch/linked/own.txt')).toMatch(/^error /)
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('secret')
    for (const name of ['written.txt', 'created.txt', 'folder', 'own.txt'])
      expect(existsSync(join(outside, name))).toBe(false)
  })

  it('does not let Lean change its library', async () => {
    expect(await server.ask('exists', '/lib/lean/Init.olean')).toBe('ok yes')
    expect(await server.ask('write', '/lib/lean/Evil.olean', 'x')).toMatch(/^error read-only file system/)
    expect(await server.ask('append', '/lib/lean/Init.olean', 'x')).toMatch(/^error read-only file system/)
    expect(await server.ask('remove', '/lib/lean/Init.olean')).toMatch(/^error read-only file system/)
  })

  it('shows Lean nothing of the environment and starts no program', async () => {
    expect(await server.ask('env', 'HOME')).toBe('ok /scratch')
    expect(await server.ask('env', 'PATH')).toBe('ok /bin')
    expect(await server.ask('env', 'USER')).toBe('ok unset')
    expect(await server.ask('cwd')).toBe('ok /scratch')
    expect(await server.ask('app')).toBe('ok /bin/lean')
    expect(await server.ask('spawn', '/bin/ls')).toMatch(/^error /)
    expect(await server.ask('random')).toBe('ok 8')
  })

  it('gives no folder to write when there is no scratch folder', async () => {
    const bare = new EchoServer(install)
    await bare.line()
    expect(await bare.ask('write', '/scratch/a.txt', 'x')).toMatch(/^error /)
    await bare.close()
  })
})
