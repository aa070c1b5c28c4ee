/** `orch sorries`, `fill` and `golf` as people call them: a sentence and exit code 2 for what is no project, a diff for git. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ORCH, runOrch } from './run-orch.ts'

const folders: string[] = []
const home = mkdtempSync(join(tmpdir(), 'orch-fill-cli-home-'))
afterAll(() => {
  for (const folder of [...folders, home]) rmSync(folder, { recursive: true, force: true })
})

function project(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'orch-fill-cli-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const orch = (cwd: string, ...args: string[]) =>
  runOrch([...args, '--lean', 'embedded'], { cwd, env: { ORCH_HOME: home } })

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
    cwd,
    encoding: 'utf8',
  })

function snapshot(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  return Object.fromEntries(
    files.map((one) => {
      const path = join(one.parentPath, one.name)
      return [path, readFileSync(path, 'latin1')]
    }),
  )
}

const HOLE = 'theorem t (a b : Nat) : a + b = b + a := by\n  sorry\n'

describe('orch tactic', () => {
  const text = `def double (n : Nat) := n + n

theorem double_eq (n : Nat) : double n = 2 * n := by
  have h : n + n = 2 * n := by
    sorry
  exact h
`

  it('opens a hole of a file by its line, local context included, and a theorem by its name', async () => {
    const folder = project({ 'Foo.lean': text })
    const options = { cwd: folder, env: { ORCH_HOME: home } }
    const hole = await runOrch(['tactic', 'Foo.lean:5'], { ...options, stdin: 'omega\n' })
    expect(hole.stdout).toBe('n : Nat\n⊢ n + n = 2 * n\n\nomega\n')
    expect([hole.code, hole.stderr]).toEqual([0, expect.stringContaining('checked by')])
    const named = await runOrch(['tactic', 'Foo.lean:double_eq'], {
      ...options,
      stdin: 'unfold double\nomega\n',
    })
    expect(named.stdout).toContain('n : Nat\n⊢ double n = 2 * n\n')
    expect(named.code).toBe(0)
    expect(readFileSync(join(folder, 'Foo.lean'), 'utf8')).toBe(text)
  })

  it('says where the holes are, and which name there is not', async () => {
    const options = { cwd: project({ 'Foo.lean': text }), env: { ORCH_HOME: home } }
    const line = await runOrch(['tactic', 'Foo.lean:4'], options)
    expect([line.code, line.stderr]).toEqual([2, expect.stringContaining('on lines 5')])
    const name = await runOrch(['tactic', 'Foo.lean:half'], options)
    expect([name.code, name.stderr]).toEqual([2, expect.stringContaining('has no theorem half')])
  })
})

describe('what is no project gets a sentence and exit code 2, and nothing changes', () => {
  const cases = [
    ['an empty folder', { 'notes.txt': 'x' }, [], /no Lean files/],
    ['nothing at all', {}, ['no/such/place'], /nothing at no\/such\/place/],
    ['a file that is not Lean', { 'notes.txt': 'x' }, ['notes.txt'], /not a Lean file/],
    ['bytes that are no text', { 'A.lean': Buffer.from([0x64, 0xff, 0xfe]) }, [], /not valid UTF-8/],
    [
      'files that import each other',
      { 'A.lean': 'import B', 'B.lean': 'import A' },
      [],
      /import each other in a circle/,
    ],
    ['two ways to write at once', { 'A.lean': HOLE }, ['--apply', '--branch'], /give one of them/],
    ['a branch without git', { 'A.lean': HOLE }, ['--branch'], /not in a git repository/],
  ] as const
  it.each(cases)('%s', async (_, files, args, sentence) => {
    const folder = project(files)
    const before = snapshot(folder)
    const ran = await orch(folder, 'fill', ...args)
    expect(ran.stderr).toMatch(sentence)
    expect(ran.stdout).toBe('')
    expect(ran.code).toBe(2)
    expect(snapshot(folder)).toEqual(before)
  })

  it('a git tree with changes, for a branch', async () => {
    const folder = project({ 'A.lean': HOLE })
    git(folder, 'init', '-q')
    git(folder, 'add', '.')
    git(folder, 'commit', '-qm', 'first')
    writeFileSync(join(folder, 'A.lean'), `${HOLE}-- edited\n`)
    const ran = await orch(folder, 'fill', '--branch')
    expect(ran.stderr).toMatch(/changes that are not committed/)
    expect(ran.code).toBe(2)
    expect(git(folder, 'branch', '--list', 'orch/*')).toBe('')
  })

  // The superuser reads and writes everything; without its capabilities it is one user among others.
  const unprivileged = (cwd: string, ...args: string[]) =>
    process.getuid?.() === 0
      ? runOrch(['--bounding-set=-all', '--inh-caps=-all', ORCH, ...args, '--lean', 'embedded'], {
          orch: 'setpriv',
          cwd,
          env: { ORCH_HOME: home },
        })
      : orch(cwd, ...args)

  it('a file that may not be read', async () => {
    const folder = project({ 'A.lean': HOLE })
    chmodSync(join(folder, 'A.lean'), 0o000)
    for (const command of ['sorries', 'fill', 'golf'])
      expect(await unprivileged(folder, command, ...(command === 'golf' ? ['A.lean'] : []))).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('A.lean cannot be read: permission denied'),
      })
  })

  it.each([
    ['a file that may not be written', 0o444, 0o755],
    ['a folder that may not be written', 0o644, 0o555],
  ])('%s', async (_, fileMode, folderMode) => {
    const folder = project({ 'A.lean': HOLE })
    chmodSync(join(folder, 'A.lean'), fileMode)
    chmodSync(folder, folderMode)
    expect(await unprivileged(folder, 'fill', '--apply')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('read-only'),
    })
    expect(readFileSync(join(folder, 'A.lean'), 'utf8')).toBe(HOLE)
    expect(readdirSync(folder)).toEqual(['A.lean'])
    chmodSync(folder, 0o755)
  })
})

describe('a project', () => {
  it('gets a diff that git applies, one hole at a time or all, and then has none', async () => {
    const text = `${HOLE}\nprivate theorem u : 2 + 2 = 4 := sorry\n`
    const folder = project({
      'lakefile.toml': 'name = "p"\n[[lean_lib]]\nname = "Lib"\nsrcDir = "src"\n',
      'src/Lib.lean': 'import Lib.A\n',
      'src/Lib/A.lean': text,
    })
    git(folder, 'init', '-q')
    const listed = await orch(folder, 'sorries')
    expect(listed.stdout).toMatch(/^src\/Lib\/A\.lean:2:3 {2}t$/m)
    expect(listed.stdout).toMatch(/^src\/Lib\/A\.lean:4:34 {2}u$/m)
    expect(listed.code).toBe(1)
    const nowhere = await orch(folder, 'fill', 'src/Lib/A.lean:3')
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('on lines 2, 4') })
    const one = await orch(folder, 'fill', 'src/Lib/A.lean:2', '--strategy', 'micro')
    expect(one.code).toBe(0)
    expect(one.stdout.match(/^-.*sorry/gm)).toEqual(['-  sorry'])
    const all = await orch(folder, 'fill', '--strategy', 'micro')
    expect(all.stderr).toContain('2 of 2 holes proved')
    expect(readFileSync(join(folder, 'src/Lib/A.lean'), 'utf8')).toBe(text)
    execFileSync('git', ['apply', '-'], { cwd: folder, input: all.stdout })
    expect(await orch(folder, 'sorries')).toMatchObject({ code: 0, stdout: '' })
  }, 600_000)
})
