import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { cacheDir } from '../../src/config/index.ts'
import { inspectEmbedded } from '../../src/lean/embedded/index.ts'
import { embeddedProgram } from '../../src/lean/toolchains/index.ts'
import { runOrch } from './run-orch.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-first-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const readyInstall = (cache: string, name: 'search' | 'verdict' | 'basics') => {
  const state = inspectEmbedded({ cacheDir: cache, program: embeddedProgram(name) })
  if (state.kind === 'absent') throw new Error(`${name} is not built`)
  return state.install
}

it('proves, checks and takes tactics before the whole search program is built', async () => {
  const lean = join(folder, 'cache', 'lean')
  mkdirSync(lean, { recursive: true })
  const { toolchain, snapshot } = readyInstall(cacheDir(), 'verdict')
  for (const from of [toolchain, snapshot]) cpSync(from, join(lean, basename(from)), { recursive: true })
  const mine = join(folder, 'Mine.lean')
  writeFileSync(
    mine,
    `inductive Tree where
  | leaf
  | node (left right : Tree)

def Tree.mirror : Tree → Tree
  | leaf => leaf
  | node l r => node r.mirror l.mirror
`,
  )
  const receipt = join(folder, 'mine.json')
  const env = { ORCH_CACHE_DIR: join(folder, 'cache'), ORCH_HOME: join(folder, 'home') }
  const goal = ['∀ t : Tree, t.mirror.mirror = t', '--preamble', mine]
  const proved = await runOrch(['prove', ...goal, '--receipt', receipt], { env })
  expect(proved).toMatchObject({ code: 0, stdout: expect.stringContaining('fun_induction') })
  expect((await runOrch(['verify', receipt, '--kernels', 'lean'], { env })).code).toBe(0)
  const tactic = await runOrch(['tactic', '∀ a b : Nat, a + b = b + a'], { env, stdin: 'intros; omega\n' })
  expect(tactic.code).toBe(0)
  expect(readdirSync(lean)).toHaveLength(3)
  expect(readdirSync(lean)).toContain(basename(readyInstall(join(folder, 'cache'), 'basics').snapshot))
}, 900_000)
