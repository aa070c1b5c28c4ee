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

it('builds the search program for a first proof from the code that comes along, without compiling it', async () => {
  const lean = join(folder, 'cache', 'lean')
  mkdirSync(lean, { recursive: true })
  const verdict = inspectEmbedded({ cacheDir: cacheDir(), program: embeddedProgram('verdict') })
  if (verdict.kind === 'absent') throw new Error('the verdict program is not built')
  const { toolchain, snapshot } = verdict.install
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
  expect(proved.stderr).not.toContain('Compiling')
  expect((await runOrch(['verify', receipt, '--kernels', 'lean'], { env })).code).toBe(0)
  const code = readdirSync(lean).filter((name) => name.startsWith('code-'))
  expect(code).toHaveLength(1)
  expect(readdirSync(join(lean, code[0] ?? '')).toSorted()).toEqual(['code.olean', 'manifest.json'])
}, 900_000)
