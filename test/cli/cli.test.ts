/** The commands as a user tries them, good input and bad, against the real embedded Lean. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { printCanonical } from '../../src/canonical-json.ts'
import { orchHere } from './in-process.ts'
import { runOrch } from './run-orch.ts'

let folder = ''
const file = (name: string, text = '') => {
  const path = join(folder, name)
  if (text) writeFileSync(path, text)
  return path
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orch-cli-test-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('orch prove', () => {
  it('prints a checked theorem and exits with 0', async () => {
    const { code, stdout, stderr } = await runOrch(['prove', 'theorem t (a b : Nat) : a + b = b + a'])
    expect(stdout).toMatch(/^theorem t \(a b : Nat\) : a \+ b = b \+ a := by\n {2}\S/)
    expect(stderr).toContain('proved')
    expect(code).toBe(0)
  })

  it('prints one JSON object with a receipt that verifies', async () => {
    const receipt = file('receipt.json')
    const statement = '∀ xs ys : List Nat, (xs ++ ys).length = ys.length + xs.length'
    const { code, stdout } = await runOrch(['prove', statement, '--json', '--receipt', receipt])
    const result = JSON.parse(stdout)
    expect(result).toMatchObject({
      outcome: 'proved',
      statement,
      strategy: expect.any(String),
      script: expect.any(String),
    })
    expect(result.time_seconds).toBeTypeOf('number')
    expect(JSON.parse(readFileSync(receipt, 'utf8'))).toEqual(result.receipt)
    expect(code).toBe(0)

    const verified = await runOrch(['verify', receipt])
    expect(verified.stdout).toContain('confirmed')
    expect(verified.code).toBe(0)

    const changed = printCanonical({ ...result.receipt, statement: '∀ n : Nat, n < n' })
    const denied = await runOrch(['verify', '-'], { stdin: changed })
    expect(denied.stderr).toContain('was changed after it was written')
    expect(denied.code).toBe(2)
  })

  it('works from any folder, on definitions of the user', async () => {
    // As an editor on Windows writes it.
    const preamble = file(
      'Defs.lean',
      '\uFEFFdef double : Nat → Nat\r\n  | 0 => 0\r\n  | n + 1 => double n + 2\r\n',
    )
    const { code, stdout } = await runOrch(['prove', '∀ n, double n = n + n', '--preamble', preamble], {
      cwd: folder,
    })
    expect(stdout).toContain('induction')
    expect(code).toBe(0)
  })

  it('refutes a false statement with a counterexample and exits with 1', async () => {
    // A goal this easy may not run out of time on a busy machine.
    const env = { ORCH_TIMEOUT_REFUTE: '60' }
    const { code, stdout } = await runOrch(['prove', '∀ n : Nat, n < 3', '--json'], { env })
    const result = JSON.parse(stdout)
    expect(result).toMatchObject({ outcome: 'refuted', counterexample: 'n = 3' })
    expect(result.receipt.statement).toContain('¬')
    expect(code).toBe(1)
  })

  // Nobody needs to search long for what is not there.
  const short = { ORCH_TIMEOUT_MICRO: '1' }

  it('says what was tried and what to do next', async () => {
    const { code, stderr } = await runOrch(['prove', '--strategy', 'micro', '∀ p : Prop, p'], { env: short })
    expect(stderr).toMatch(/failed after [\d.]+ s of searching/)
    expect(stderr).toMatch(/tried: micro \(failed, [\d.]+ s\)/)
    expect(stderr).toContain(
      "next: orch prove '∀ p : Prop, p' --profile 2\nor by hand: orch tactic '∀ p : Prop, p'",
    )
    expect(code).toBe(1)
  })

  it('says so when nothing is found', async () => {
    const args = ['prove', '--strategy', 'micro', '∀ p : Prop, p', '--json']
    const { code, stdout } = await runOrch(args, { env: short })
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'failed', script: null, receipt: null })
    expect(code).toBe(1)
  })

  it('accepts ℕ and other Unicode', async () => {
    const { code } = await runOrch(['prove', '∀ ν «数» : ℕ, ν + «数» = «数» + ν'])
    expect(code).toBe(0)
  })

  it.each([
    [
      'an unknown identifier, with its position',
      ['∀ n : Nat,\n  n = foo'],
      /line 2, column 7: Unknown identifier `foo`\n {2}2 \| {3}n = foo\n {4}\| {7}\^\^\^\nhint: `foo` is not defined here/,
    ],
    ['a variable that nothing binds', ['n + 0 = n'], /hint: `n` is not bound: add `∀ n : Nat,` in front/],
    [
      'the reals without Mathlib',
      ['∀ x : ℝ, x = x'],
      /hint: `ℝ` needs Mathlib: run Orch inside a Lake project/,
    ],
    ['an unknown import', ['1 = 1', '--import', 'No.Such.Module'], /unknown module prefix 'No'/],
  ])('refuses %s with a sentence and exit code 2', async (_, args, sentence) => {
    const { code, stderr, stdout } = await runOrch(['prove', ...args])
    expect(stderr).toMatch(sentence)
    expect(stdout).toBe('')
    expect(code).toBe(2)
  })

  it('tells bad input as JSON too', async () => {
    const { code, stdout } = await runOrch(['prove', '∀ n : Nat, n = foo', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: 'error',
      error: {
        code: 'lean_statement',
        place: 'statement',
        position: { line: 1, column: 15 },
        line: '∀ n : Nat, n = foo',
        hint: expect.stringContaining('`foo` is not defined here'),
      },
    })
    expect(code).toBe(2)
  })

  it('shows an error in the preamble where it is', async () => {
    const preamble = file('Bad.lean', 'def a : Nat := 1\ndef b : Nat := "no"\n')
    const { code, stderr } = await runOrch(['prove', 'a = 1', '--preamble', preamble])
    expect(stderr).toContain('preamble, line 2, column 16')
    expect(stderr).toContain('  2 | def b : Nat := "no"\n    |                ^')
    expect(code).toBe(2)
  })
})

describe('orch tactic', () => {
  it('shows how far it got and exits with 1 when the proof is not finished', async () => {
    const { code, stdout } = await runOrch(['tactic', '∀ n : Nat, n + 0 = n'], { stdin: 'intro n\n:quit\n' })
    expect(stdout).toContain('The proof so far:')
    expect(code).toBe(1)
  })

  it('leaves a hole where sorry stands, comes back to it, and never takes it for a proof', async () => {
    const both = '∀ a b : Nat, a + b = b + a ∧ a + 0 = a'
    const typed = [
      'intro a b',
      'constructor',
      'sorry',
      'simp?',
      ':undo',
      ':tree',
      ':redo',
      'exact Nat.ad_comm a b',
    ]
    const left = await runOrch(['tactic', both], { stdin: [...typed, 'exat h'].join('\n') })
    expect(left.stdout).toContain('and 1 hole left with sorry')
    expect(left.stdout).toContain('simp only [Nat.add_zero] instead of simp?')
    expect(left.stdout).toContain('3 sorry ← here\n4 simp only [Nat.add_zero]')
    expect(left.stdout).toContain('  1 | exact Nat.ad_comm a b\n    |       ^^^^^^^^^^^')
    expect(left.stdout).toContain('  1 | exat h\n    | ^^^^\nhint: Did you mean `exact`?')
    expect(left.stdout).toContain('  constructor\n  sorry\n  simp only [Nat.add_zero]')
    expect(left.code).toBe(1)
    const exported = join(folder, 'Both.lean')
    const nested = ['induction n with', '| zero => sorry', '| succ n ih => exact?', '']
    const done = await runOrch(['tactic', '∀ n : Nat, 0 + n = n'], {
      stdin: ['intro n', ...nested, `:export ${exported}`, 'rfl'].join('\n'),
    })
    expect(readFileSync(exported, 'utf8')).toMatch(
      /^theorem orch_goal : .* := by\n {2}intro n\n {2}induction n with\n {2}\| zero => sorry/,
    )
    expect(done.stdout).toContain('  | zero => rfl\n')
    expect(done.stdout).not.toContain('exact?\n')
    expect(done.code).toBe(0)
  })
})

describe('orch check', () => {
  const statement = '∀ a b : Nat, a + b = b + a'

  it('accepts an honest proof with a helper lemma', async () => {
    const proof = file(
      'P.lean',
      `theorem h (a b : Nat) : a + b = b + a := Nat.add_comm a b\ntheorem t : ${statement} := h\n`,
    )
    const { code, stdout } = await runOrch(['check', proof, '--theorem', 't', '--statement', statement])
    expect(stdout).toContain('accepted')
    expect(code).toBe(0)
  })

  it('refuses sorry, another statement and a missing theorem, and says which', async () => {
    const cheat = file(
      'S.lean',
      `theorem t : ${statement} := by sorry\ntheorem u : ∀ a b : Nat, a + b = a + b := by simp\n`,
    )
    const check = (theorem: string) =>
      runOrch(['check', cheat, '--theorem', theorem, '--statement', statement, '--json'])
    const results = await Promise.all(['t', 'u', 'v'].map(check))
    expect(results.map(({ stdout }) => JSON.parse(stdout).reason)).toEqual([
      'axiom',
      'other_statement',
      'missing',
    ])
    expect(results.map(({ code }) => code)).toEqual([1, 1, 1])
  })

  it('shows the errors of the file with their positions', async () => {
    const broken = file('B.lean', 'theorem t : 1 = 2 := by\n  rfl\n')
    const { code, stderr } = await runOrch(['check', broken, '--theorem', 't', '--statement', '1 = 2'])
    expect(stderr).toMatch(/B\.lean:2:3: error: /)
    expect(code).toBe(1)
  })
})

describe('orch doctor', () => {
  it('answers every question and does not fail for what is optional', async () => {
    const { code, stdout } = await orchHere(['doctor', '--json'], { env: { ORCH_LLM_BASE_URL: '' } })
    const answers = JSON.parse(stdout)
    expect(Object.keys(answers).filter((name) => !name.startsWith('Strategy '))).toEqual([
      'Node',
      'Disk',
      'Memory',
      'Embedded Lean',
      'Native Lean',
      'Sandbox',
      'Lake project',
      'LLM endpoint',
      'Local models',
      'Premise index',
      'Database',
      'Browser',
    ])
    expect(answers['Embedded Lean'].verdict).toBe('good')
    expect(answers['Strategy sketch'].detail).toContain('set ORCH_LLM_BASE_URL')
    expect(code).toBe(0)
  })
})
