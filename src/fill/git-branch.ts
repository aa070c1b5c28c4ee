/**
 * Proofs as commits on a branch of their own, one per declaration. The working tree and the index of the user are not
 * touched: git makes the commits out of texts.
 */
import { execFileSync } from 'node:child_process'
import { accessSync, constants, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { InputError } from '../errors.ts'
import { applyToText, type TextEdit } from './edits.ts'
import { shownName } from './hole.ts'
import type { HoleOutcome } from './outcome.ts'
import type { Project } from './project.ts'

export interface GitBranch {
  readonly name: string
  readonly commits: readonly { readonly declaration: string; readonly commit: string }[]
}

type Proved = Extract<HoleOutcome, { kind: 'proved' }>

/** Throws `InputError` if the proofs could not be put on a branch: nobody wants to hear of it after the search. */
export function assertBranchable(project: Project): void {
  const { root } = project
  assertClean(root)
  git(root, ['rev-parse', '--verify', '--quiet', 'HEAD'], 'This git repository has no commit yet.')
  git(root, ['var', 'GIT_COMMITTER_IDENT'], 'git does not know in whose name to commit.')
  const folder = resolve(root, git(root, ['rev-parse', '--git-common-dir']).trim())
  try {
    accessSync(folder, constants.W_OK)
  } catch (cause) {
    throw new InputError('read_only', `No branch can be made: ${folder} is read-only.`, {
      cause,
      hint: 'Nothing was changed. Without --branch the proofs are printed as a diff.',
    })
  }
  const top = git(root, ['rev-parse', '--show-toplevel']).trim()
  const tracked = new Set(git(root, ['ls-files', '-z', '--full-name']).split('\u0000'))
  const names = project.wanted.map((name) =>
    relative(top, realpathSync(project.modules.get(name)?.file ?? top)),
  )
  const unknown = names.find((name) => !tracked.has(name))
  if (unknown === undefined) return
  throw new InputError('git_untracked', `${unknown} is not in the git repository.`, {
    hint: 'Commit it first, or give the path of what is: the branch is to hold the proofs and nothing else.',
  })
}

function assertClean(root: string): void {
  const status = git(
    root,
    ['status', '--porcelain', '--untracked-files=no'],
    'This project is not in a git repository.',
  )
  if (status.trim() === '') return
  throw new InputError('git_dirty', 'The git tree has changes that are not committed.', {
    hint: 'Commit or stash them first: the branch is to hold the proofs and nothing else.',
  })
}

export function commitProofs(project: Project, proved: readonly Proved[], now: Date = new Date()): GitBranch {
  const { root } = project
  assertClean(root)
  const top = git(root, ['rev-parse', '--show-toplevel']).trim()
  const name = `orch/fill-${now.toISOString().replace(/[-:]/g, '').slice(0, 15)}`
  const scratch = mkdtempSync(join(tmpdir(), 'orch-index-'))
  const env = { GIT_INDEX_FILE: join(scratch, 'index') }
  try {
    git(root, ['read-tree', 'HEAD'], undefined, { env })
    let parent = git(root, ['rev-parse', 'HEAD']).trim()
    const done: TextEdit[] = []
    const commits: { declaration: string; commit: string }[] = []
    for (const [declaration, holes] of Map.groupBy(proved, ({ hole }) => hole.declaration ?? hole.id)) {
      done.push(...holes.flatMap(({ accepted }) => accepted.edits))
      for (const module of new Set(holes.map(({ hole }) => hole.module))) {
        const { text = '', file = '' } = project.modules.get(module) ?? {}
        const after = applyToText(
          text,
          done.filter((edit) => edit.module === module),
        )
        const blob = git(root, ['hash-object', '-w', '--stdin'], undefined, { env, input: after }).trim()
        const mode =
          git(root, ['ls-files', '-s', '--', file], undefined, { env }).split(' ', 1)[0] || '100644'
        git(
          root,
          ['update-index', '--add', '--cacheinfo', `${mode},${blob},${relative(top, file)}`],
          undefined,
          { env },
        )
      }
      const tree = git(root, ['write-tree'], undefined, { env }).trim()
      const commit = git(root, ['commit-tree', tree, '-p', parent, '-F', '-'], undefined, {
        env,
        input: message(declaration, holes),
      }).trim()
      commits.push({ declaration, commit })
      parent = commit
    }
    git(root, ['branch', name, parent])
    return { name, commits }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function message(declaration: string, holes: readonly Proved[]): string {
  const lines = holes.flatMap(({ hole, accepted, seconds, given }) => [
    `${hole.path}:${hole.span.start.line}`,
    '',
    hole.goal.replace(/^/gm, '    '),
    '',
    `Found by ${accepted.strategy} in ${seconds.toFixed(1)} s; receipt ${accepted.receipt}.`,
    ...(accepted.lemmas.length > 0
      ? [`Helper lemmas: ${accepted.lemmas.map(({ name }) => name).join(', ')}.`]
      : []),
    ...(given.length > 0 ? [`Complete given ${given.join(', ')}.`] : []),
    '',
  ])
  return `Prove ${shownName(declaration)}\n\n${lines.join('\n')}`
}

function git(
  cwd: string,
  args: readonly string[],
  otherwise?: string,
  { env = {}, input }: { env?: Record<string, string>; input?: string } = {},
): string {
  try {
    return execFileSync('git', args, {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, ...env },
      stdio: 'pipe',
      ...(input !== undefined && { input }),
    })
  } catch (cause) {
    const said = String((cause as { stderr?: string }).stderr ?? cause).trim()
    throw new InputError('git_failed', otherwise ?? `git ${args[0]} did not work: ${said}`, {
      cause,
      hint: otherwise === undefined ? 'Nothing in the project was changed.' : said,
    })
  }
}
