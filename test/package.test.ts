/** The package as npm packs it, unpacked below node_modules, where Node strips no types; its dependencies are ours. */
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePackage } from '../scripts/package.ts'
import { runOrch } from './cli/run-orch.ts'

const ROOT = join(import.meta.dirname, '..')
let folder = ''
let installed = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orch-package-'))
  await makePackage(join(folder, 'package'))
  execFileSync('npm', ['pack', join(folder, 'package'), '--pack-destination', folder, '--offline'], {
    stdio: 'ignore',
    cwd: folder,
  })
  installed = join(folder, 'node_modules', 'orch')
  mkdirSync(installed, { recursive: true })
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
  execFileSync('tar', ['-xzf', join(folder, tarball), '--strip-components=1', '-C', installed])
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(installed, 'package.json'), 'utf8'),
  )
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    if (!existsSync(join(ROOT, 'node_modules', name))) continue
    mkdirSync(join(folder, 'node_modules', name, '..'), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  }
  // As npm does it: a link by the name of the command.
  mkdirSync(join(folder, 'node_modules', '.bin'))
  symlinkSync(join('..', 'orch', 'bin', 'orch.js'), join(folder, 'node_modules', '.bin', 'orch'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('proves in an empty folder, and says its version and its commands', async () => {
  const orch = join(installed, 'bin', 'orch.js')
  const empty = join(folder, 'empty')
  mkdirSync(empty)
  const env = { ORCH_HOME: join(folder, 'home') }
  const version = await runOrch(['--version'], { orch, cwd: empty })
  expect(version.stdout).toBe(`${JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version}\n`)
  expect((await runOrch(['--help'], { orch, cwd: empty })).stdout).toContain("$ orch prove 'theorem t")
  const { stdout } = await promisify(execFile)(
    'npx',
    ['--no-install', 'orch', 'prove', '∀ n : Nat, n + 0 = n'],
    { cwd: empty, env: { ...process.env, ...env } },
  )
  expect(stdout).toContain('theorem orch_goal : ∀ n : Nat, n + 0 = n := by')
  expect(readdirSync(empty)).toEqual([])
}, 300_000)

it('has types for whoever writes TypeScript against it', () => {
  const file = join(folder, 'consumer.mts')
  const source = (seconds: string) => `import { makeGoal, openLedger, type Strategy } from 'orch'
export const goal = makeGoal({ id: 'g', text: '1 + 1 = 2' })
export const ledger = openLedger({ home: '.' })
export const mine: Pick<Strategy, 'name' | 'timeoutSeconds'> = { name: 'mine', timeoutSeconds: ${seconds} }
`
  const tsc = (text: string) => {
    writeFileSync(file, text)
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024']
    const found = spawnSync(join(ROOT, 'node_modules', '.bin', 'tsc'), [...flags, '--types', '', file], {
      cwd: folder,
      encoding: 'utf8',
    })
    return found.stdout
  }
  expect(tsc(source('5'))).toBe('')
  expect(tsc(source("'five'"))).toContain("Type 'string' is not assignable to type 'number'")
})

it('has built pages and nothing that is only for the clone', () => {
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
  expect(files).toContain(join('web', 'dist', 'index.html'))
  expect(files.filter((name) => /\.test\.|^test|^node_modules|^bench\/(?!bank)/.test(name))).toEqual([])
})
