import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LeanPool } from '../lean/index.ts'
import { leanForTests } from '../strategies/test-lean.ts'
import { type Accepted, Bench } from './bench.ts'
import { readProject } from './extract.ts'
import { assertBranchable, commitProofs } from './git-branch.ts'
import { golf } from './golf.ts'
import type { Hole } from './hole.ts'
import { prepareHole } from './hole-problem.ts'
import { StepProfile } from './profile.ts'
import { openProject } from './project.ts'
import { recheck } from './recheck.ts'
import { TestProject } from './test-project.ts'
import { unifiedDiff } from './unified-diff.ts'
import { createHoleVerify } from './verify-hole.ts'

const lean = leanForTests({ threads: 4 })

const KINDS = `import Below
namespace Foo
universe u
variable (n : Nat)
/- sorry, /- admit -/ -/
def text := "sorry" -- sorry
theorem tactic : n + 0 = n := by sorry
theorem term : n + 0 = n := sorry
theorem several (p q : Prop) (h : p ∧ q) : q ∧ p := by
  have hq : q := by
    sorry
  exact ⟨hq, sorry⟩
theorem cases (xs : List α) : xs ++ [] = xs := by
  induction xs with
  | nil => admit
  | cons x xs ih => sorry
theorem matching : ∀ k : Nat, k = k
  | 0 => rfl
  | k + 1 => sorry
instance : Inhabited { m : Nat // m > below } := ⟨4, by sorry⟩
mutual
theorem left (k : Nat) : k = k := sorry
theorem right (k : Nat) : k + 0 = k := by have := left k; sorry
end
open Nat in
theorem opened : succ 0 = 1 := by sorry
def value : Nat := sorry
def outer (k : Nat) : Nat := inner k
where inner (k : Nat) : Nat := (⟨k, sorry⟩ : { m : Nat // m = k }).val
theorem «odd ℕ name» {α : Type u} (x : α) : x = x := by sorry
theorem broken : 1 = 2 := by decide
example : 2 = 2 := by sorry
end Foo
`

describe('the holes of a project', () => {
  it('are found wherever they stand, and nowhere else', async () => {
    await using files = new TestProject({
      'A.lean': KINDS,
      'Below.lean': 'def below := 3\nprivate def hidden := 4\n',
    })
    const project = openProject(files.root)
    const reports = await readProject(project, () => lean.pool)
    const report = reports.find(({ module }) => module === 'A')
    const holes = report?.holes ?? []
    expect(holes.map(({ id }) => id.replace('A/Foo.', ''))).toEqual([
      'tactic/1',
      'term/1',
      'several/1',
      'several/2',
      'cases/1',
      'cases/2',
      'matching/1',
      'instInhabitedSubtypeNatGtBelow/1',
      'left/1',
      'right/1',
      'opened/1',
      'value/1',
      'outer.inner/1',
      '«odd ℕ name»/1',
      '_example/1',
    ])
    for (const { span, declaration } of holes) {
      const word = declaration === 'Foo.cases' && span.to - span.from === 5 ? /sorry|admit/ : /sorry/
      expect(KINDS.slice(span.from, span.to)).toMatch(word)
      expect(Buffer.from(KINDS).subarray(span.fromByte, span.toByte).toString()).toMatch(word)
    }
    const byId = (end: string) => holes.find(({ id }) => id.endsWith(end))
    expect(byId('several/1')?.goal).toBe('p q : Prop\nh : p ∧ q\n⊢ q')
    expect(byId('cases/2')).toMatchObject({ isTactic: true, indentation: '  ', declaration: 'Foo.cases' })
    expect(byId('value/1')).toMatchObject({
      isProof: false,
      unsearchable: expect.stringMatching(/value is wanted/),
    })
    expect(report?.errors).toHaveLength(1)
  })

  it('are not found in a file whose import nobody has, which is said in a sentence', async () => {
    await using files = new TestProject({
      'A.lean': 'import Mathlib.Tactic\ntheorem t : True := by sorry\n',
      'B.lean': '',
    })
    const reports = await readProject(openProject(files.root), () => lean.pool)
    expect(reports.map(({ failure }) => failure ?? '')).toEqual([
      expect.stringMatching(
        /A\.lean imports Mathlib\.Tactic, which this Lean does not have.*Install the project's own Lean/,
      ),
      '',
    ])
  })
})

const LIBRARY = {
  'Numbers.lean':
    'namespace Numbers\r\n\r\ndef twice (n : Nat) : Nat := n + n\r\n\r\ntheorem twice_eq (n : Nat) : twice n = 2 * n := by sorry\r\n\r\ntheorem wrong (n : Nat) : twice n < 7 := by sorry\r\n\r\nend Numbers\r\n',
  'Uses.lean':
    'import Numbers\nopen Numbers\n\n/-- Doc. -/\ntheorem four (n : Nat) : twice (twice n) = 4 * n := by\n  have h := twice_eq\n  sorry\n\ntheorem onWrong : twice 9 < 7 := by\n  have h := wrong 9\n  sorry\n\ntheorem split (p q : Prop) (hp : p) (hq : q) : p ∧ q := by\n  constructor\n  · sorry\n  · exact sorry\n',
}

describe('filling a project', () => {
  it('changes the holes and nothing else, says what is false, and has nothing to do the second time', async () => {
    await using files = new TestProject(LIBRARY)
    execFileSync('git', ['init', '-q'], { cwd: files.root })
    const first = await files.fill(lean, { names: ['refute', 'micro'] })
    const outcomes = (one: typeof first) =>
      Object.fromEntries(one.outcomes.map(({ hole, kind }) => [hole.id, kind]))
    expect(outcomes(first)).toEqual({
      'Numbers/Numbers.twice_eq/1': 'proved',
      'Numbers/Numbers.wrong/1': 'refuted',
      'Uses/four/1': 'proved',
      'Uses/onWrong/1': 'skipped',
      'Uses/split/1': 'proved',
      'Uses/split/2': 'proved',
    })
    const judged = new Map(
      first.outcomes.flatMap((one) => (one.kind === 'proved' ? [[one.hole.id, one.accepted.judged]] : [])),
    )
    // Of `four` only the goal is judged where it is proved before what it stands on, and that is a matter of luck.
    expect(judged.get('Numbers/Numbers.twice_eq/1')).toBe('declaration')
    expect([judged.get('Uses/split/1'), judged.get('Uses/split/2')].toSorted()).toEqual([
      'declaration',
      'goal',
    ])
    expect(first.outcomes.find(({ kind }) => kind === 'refuted')).toMatchObject({
      counterexample: expect.stringMatching(/n = \d/),
    })
    // The ledger counts the solves for their strategies, each with a receipt.
    const stats = await (await files.ledger()).strategyStats()
    const [micro, refute] = ['micro', 'refute'].map((name) => stats.find(({ strategy }) => strategy === name))
    expect([micro?.solved, refute?.refuted]).toEqual([4, 1])
    expect(files.read('Uses.lean')).toBe(LIBRARY['Uses.lean'])
    files.write('change.diff', unifiedDiff(first.changes))
    execFileSync('git', ['apply', '--check', 'change.diff'], { cwd: files.root })

    // Nothing to do: a Lean that cannot start is not missed.
    const broken = {
      ...lean.pool.toolchain,
      launch: () => ({ file: '/nowhere', args: [], env: {}, cwd: '/', scratchInLean: '/' }),
    }
    const second = await files.fill(
      { pool: new LeanPool(broken, { size: 1 }), checker: lean.checker },
      { names: ['refute', 'micro'] },
    )
    expect(outcomes(second)).toEqual(outcomes(first))

    const applied = await files.fill(lean, { names: ['refute', 'micro'], apply: true })
    expect(applied.written.map(({ kind }) => kind)).toEqual(['written', 'written'])
    const numbers = files.read('Numbers.lean')
    expect(numbers.replace(/(twice_eq.*:= by)[\s\S]*?(?=\r\n\r\n)/, '$1 sorry')).toBe(LIBRARY['Numbers.lean'])
    expect(numbers.replaceAll('\r\n', '')).not.toContain('\n')
    const left = await readProject(openProject(files.root), () => lean.pool)
    expect(left.flatMap(({ holes, errors }) => [...holes.map(({ id }) => id), ...errors])).toEqual([
      'Numbers/Numbers.wrong/1',
      'Uses/onWrong/1',
    ])
  })

  it('does not overwrite a file that was edited meanwhile', async () => {
    await using files = new TestProject({ 'A.lean': 'theorem a : 1 + 1 = 2 := by sorry\n' })
    const onEvent = () => files.write('A.lean', '-- mine\ntheorem a : 1 + 1 = 2 := by sorry\n')
    const result = await files.fill(lean, { apply: true, onEvent })
    expect(result.written).toEqual([{ kind: 'kept', path: 'A.lean', why: 'it was edited meanwhile' }])
    expect(files.read('A.lean')).toMatch(/^-- mine/)
  })

  it('withdraws what would change another declaration, and keeps the rest', async () => {
    const text = 'theorem a : True := by sorry\ntheorem b : True := by sorry\ntheorem c : a = b := rfl\n'
    await using files = new TestProject({ 'A.lean': text })
    const project = openProject(files.root)
    const reports = await readProject(project, () => lean.pool)
    const [a, b] = reports[0]?.holes ?? []
    const proof = (hole: Hole | undefined, replacement: string): Accepted => {
      if (!hole) throw new Error('no hole')
      const { from, to } = hole.span
      const edits = [{ module: 'A', from, to, text: replacement, hole: hole.id }]
      return { hole, strategy: '', script: '', lemmas: [], edits, uses: [], receipt: '', judged: 'goal' }
    }
    const before = new Map(reports.map((report) => [report.module, report]))
    const proofs = [proof(a, 'trivial\ntheorem extra : 1 = 2 := by decide'), proof(b, 'trivial')]
    const { kept, withdrawn } = await recheck(project, before, proofs, () => lean.pool)
    expect(kept.map(({ hole }) => hole.id)).toEqual(['A/b/1'])
    expect(withdrawn.map(({ accepted, why }) => [accepted.hole.id, why])).toEqual([
      ['A/a/1', expect.stringMatching(/error/)],
    ])
  })

  it('says what a declaration still rests on', async () => {
    const text =
      'theorem hard (n : Nat) : n * n + n = n * (n + 1) ∧ n = n := by\n  constructor\n  · skip; skip; sorry\n  · sorry\n\ntheorem easy : 3 = 3 ∧ 1 = 1 := by\n  have h := hard 3\n  sorry\n'
    await using files = new TestProject({ 'A.lean': text })
    const result = await files.fill(lean, { line: 8, project: openProject(join(files.root, 'A.lean')) })
    expect(result.outcomes).toMatchObject([{ kind: 'proved', given: ['hard'], accepted: { judged: 'goal' } }])
  })

  it('writes the helper lemma that a proof needed before the declaration', async () => {
    const text =
      'namespace W\n\ninductive Word where\n  | nil : Word\n  | put : Nat → Word → Word\n\ndef join : Word → Word → Word\n  | .nil, v => v\n  | .put a w, v => .put a (join w v)\n\ndef rev : Word → Word\n  | .nil => .nil\n  | .put a w => join (rev w) (.put a .nil)\n\ndef count : Word → Nat\n  | .nil => 0\n  | .put _ w => count w + 1\n\n/-- Needs to know what `join` counts. -/\ntheorem count_rev (w : Word) : count (rev w) = count w := by\n  sorry\n\nend W\n'
    await using files = new TestProject({ 'A.lean': text })
    const result = await files.fill(lean, { apply: true, names: ['copilot'] })
    expect(result.outcomes).toMatchObject([{ kind: 'proved', accepted: { judged: 'declaration' } }])
    const after = files.read('A.lean')
    expect(after).toMatch(/\n\ntheorem count_rev_aux1 : [\s\S]*\n\n\/-- Needs to know/)
    expect(
      after
        .replace(/theorem count_rev_aux1[\s\S]*?(?=\/--)/, '')
        .replace(/(count w := by)[\s\S]*?(?=\n\nend)/, '$1\n  sorry'),
    ).toBe(text)
  })

  it('names the rules of a simp that leaves something to do, and judges one hole of several by its goal', async () => {
    const text = `universe u v
inductive Tree (α : Type u) where
  | leaf : Tree α
  | node : Tree α → α → Tree α → Tree α
def Tree.map {α : Type u} {β : Type v} (f : α → β) : Tree α → Tree β
  | leaf => leaf
  | node l x r => node (l.map f) (f x) (r.map f)
theorem lengths (xs ys : List Nat) : (xs ++ ys).length = ys.length + xs.length := by
  sorry
theorem map_map {γ : Type _} (f : α → β) (g : β → γ) (t : Tree α) : (t.map f).map g = t.map (g ∘ f) := by
  induction t
  case leaf => sorry
  case node l x r ihl ihr =>
    simp only [Tree.map]
    rw [ihl, ihr]
    sorry
`
    await using files = new TestProject({ 'A.lean': text })
    const { ledger, signal } = await files.options(lean)
    const project = openProject(files.root)
    const bench = new Bench(project, await readProject(project, () => lean.pool))
    const verify = createHoleVerify({
      bench,
      ledger,
      profile: new StepProfile(),
      ...lean,
      onReceipt: () => {},
    })
    const accepted = async (line: number, script: string) => {
      const hole = bench.report('A').holes.find(({ span }) => span.start.line === line)
      if (!hole) throw new Error(`no hole on line ${line}`)
      const problem = await prepareHole(lean.pool, bench, hole, { priority: 1, delivered: [] }, signal)
      const evidence = { script, strategy: 'by hand' }
      const verdict = await verify(problem, { kind: 'proved', evidence }, { signal })
      return { ...verdict, ...bench.accepted.get(hole.id) }
    }
    expect(await accepted(9, 'simp\nomega')).toMatchObject({
      kind: 'accepted',
      script: 'simp only [List.length_append] <;> omega',
    })
    // The induction assigned the types of `l`, `x` and `r`: the goal stated by itself has no free variables.
    expect(await accepted(16, 'rfl')).toMatchObject({ kind: 'accepted', judged: 'goal' })
  })

  it('puts proofs on a branch, a commit each, and leaves the files alone', async () => {
    const text = 'theorem a : 1 + 1 = 2 := by sorry\n\ntheorem b : 2 + 2 = 4 := by sorry\n'
    await using files = new TestProject({ 'A.lean': text })
    const git = (...args: string[]) => execFileSync('git', args, { cwd: files.root, encoding: 'utf8' })
    git('init', '-q')
    git('config', 'user.name', 'Tester')
    git('config', 'user.email', 'tester@example.com')
    git('add', '-A')
    git('commit', '-qm', 'start')
    const result = await files.fill(lean)
    const proved = result.outcomes.filter((outcome) => outcome.kind === 'proved')
    const { name, commits } = commitProofs(openProject(files.root), proved)
    expect(commits.map(({ declaration }) => declaration)).toEqual(['a', 'b'])
    expect(git('log', '--format=%s', name).trim().split('\n')).toEqual(['Prove b', 'Prove a', 'start'])
    expect(git('show', `${name}~1:A.lean`).match(/sorry/g)).toHaveLength(1)
    expect(git('status', '--porcelain')).toBe('')
    files.write('A.lean', `${text}\n`)
    expect(() => assertBranchable(openProject(files.root))).toThrow(/not committed/)
  })

  it('makes proofs shorter only where they check', async () => {
    const text =
      'theorem a (n : Nat) : n + 0 = n := by\n  have h : 0 = 0 := rfl\n  have k : 1 = 1 := by decide\n  simp\n'
    await using files = new TestProject({ 'A.lean': text })
    const { ledger, cacheFolder, signal } = await files.options(lean)
    const result = await golf({
      project: openProject(files.root),
      by: 'length',
      lean,
      ledger,
      cacheFolder,
      signal,
    })
    expect(result.proofs).toMatchObject([{ declaration: 'a', after: 'rfl' }])
    expect(result.changes[0]?.after).toBe('theorem a (n : Nat) : n + 0 = n := by rfl\n')
  })
})
