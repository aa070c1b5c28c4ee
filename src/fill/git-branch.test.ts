/** What keeps proofs from a branch is said before the search, which may take the night. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { assertBranchable } from './git-branch.ts'
import { openProject } from './project.ts'

let folder = ''
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' })
const check = () => assertBranchable(openProject(folder))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orch-branch-'))
  writeFileSync(join(folder, 'A.lean'), 'theorem a : 1 = 1 := by\n  sorry\n')
  for (const who of ['AUTHOR', 'COMMITTER']) {
    vi.stubEnv(`GIT_${who}_NAME`, 'somebody')
    vi.stubEnv(`GIT_${who}_EMAIL`, 'somebody@example.org')
  }
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

it('a folder without git, without a commit, and one with all it needs', () => {
  expect(check).toThrow('This project is not in a git repository.')
  git('init', '-q')
  expect(check).toThrow('This git repository has no commit yet.')
  git('add', '.')
  git('commit', '-qm', 'first')
  expect(check).not.toThrow()
})

it('a file that git does not know would come whole, with what is not a proof', () => {
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'first')
  writeFileSync(join(folder, 'B.lean'), 'theorem b : 1 = 1 := by\n  sorry\n')
  expect(check).toThrow('B.lean is not in the git repository.')
  expect(() => assertBranchable(openProject(join(folder, 'A.lean')))).not.toThrow()
})

it('nobody to commit for', () => {
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'first')
  for (const name of ['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM']) vi.stubEnv(name, '/dev/null')
  vi.stubEnv('GIT_COMMITTER_NAME', undefined)
  vi.stubEnv('GIT_COMMITTER_EMAIL', undefined)
  vi.stubEnv('EMAIL', undefined)
  git('config', 'user.useConfigOnly', 'true')
  expect(check).toThrow('git does not know in whose name to commit.')
})
