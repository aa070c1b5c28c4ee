/** What copilot does beyond the contract: it goes on where it left off, and it listens to Lean Copilot. */
import { describe, expect, it } from 'vitest'
import type { GoalInput } from '../../lean/index.ts'
import { micro } from '../micro/micro.ts'
import type { StrategyRun } from '../strategy.ts'
import { leanForTests, settle } from '../test-lean.ts'
import { strategyGoal, strategyTools } from '../tools.ts'
import { copilot } from './copilot.ts'
import { premisesIn } from './lean-copilot.ts'

const lean = leanForTests()

const attempt = (input: GoalInput, run: Partial<StrategyRun>) =>
  copilot.run(strategyGoal(input), strategyTools(lean.pool), {
    budgetSeconds: 60,
    signal: new AbortController().signal,
    ...run,
  })

/** Nothing ends it: a search has branches for as long as it likes. */
const ENDLESS: GoalInput = {
  preamble: `opaque secret : Nat → Nat → Nat
def walk : Nat → Nat → Nat
  | 0, steps => secret steps steps
  | n + 1, steps => walk n (secret steps n)`,
  statement: '∀ a b c : Nat, walk a (walk b c) = walk b (walk a c)',
}

describe('a search that ran out of time', () => {
  it('leaves its open branches behind, and goes on with them', async () => {
    // However busy the machine is: at some budget it gets as far as an open branch.
    let budgetSeconds = 4
    let left: readonly string[] = []
    for (; left.length === 0; budgetSeconds *= 2) {
      const first = await attempt(ENDLESS, { budgetSeconds })
      left = first.kind === 'failed' ? (first.unfinished ?? []) : []
    }
    const tried: string[] = []
    const found = new AbortController()
    const onProgress = (tactic: string) => {
      tried.push(tactic)
      if (tactic === left[0]) found.abort(new Error('it goes on'))
    }
    const again = attempt(ENDLESS, { budgetSeconds: 60, resume: left, onProgress, signal: found.signal })
    await expect(again).rejects.toThrow('it goes on')
    expect(tried.length).toBeLessThan(5)
  })

  it('finds from an open branch what takes one more step', async () => {
    const input = {
      preamble: 'opaque hidden : Nat → Nat\naxiom hidden_eq : ∀ n, hidden n = n + 1',
      statement: '∀ n : Nat, hidden (hidden n) = n + 2',
    }
    const branch = 'intro n\nhave far : hidden (hidden n) = n + 2 := by rw [hidden_eq, hidden_eq]'
    const result = await attempt(input, { resume: ['intro nonsense nowhere', branch] })
    expect(result).toMatchObject({ kind: 'proved', script: expect.stringContaining(branch) })
  })
})

it('a theorem that grind refuses does not keep it from the axioms of a class', async () => {
  const preamble = `class Below (α : Type) where
  rel : α → α → Prop
  refl : ∀ a, rel a a
  trans : ∀ a b c, rel a b → rel b c → rel a c
  antisymm : ∀ a b, rel a b → rel b a → a = b
def Least {α : Type} [Below α] (p : α → Prop) (a : α) : Prop := p a ∧ ∀ b, p b → Below.rel a b
theorem least_id {α : Type} [Below α] : ∃ f : α → α, f = fun a => a := ⟨_, rfl⟩`
  const statement = '∀ {α : Type} [Below α] (p : α → Prop) (a b : α), Least p a → Least p b → a = b'
  expect(await settle(lean, { preamble, statement }, micro)).toMatchObject({ outcome: 'proved' })
  const same = '∀ {α : Type} [Below α] (a b : α), (∀ c, Below.rel c a ↔ Below.rel c b) → a = b'
  expect(await settle(lean, { preamble, statement: same }, micro)).toMatchObject({ outcome: 'proved' })
})

/** Nothing but a hint proves it in time. */
const PRODUCT = '∃ k m : Nat, k * m = 1517 ∧ k + m = 78'
/** A tactic of Lean Copilot's name that logs what Lean Copilot logs; there is no Lean Copilot to ask here. */
const withLeanCopilot = (tactic: string, lines: readonly string[], then: string): GoalInput => ({
  imports: ['Lean'],
  preamble: `open Lean Elab Tactic in
elab "${tactic}" : tactic => do
  let text : MessageData := .ofFormat "${lines.join('\\n')}"
  let said : Message := { fileName := "", pos := ⟨1, 0⟩, severity := .information, data := text }
  modifyThe Core.State fun s => { s with messages := s.messages.add said }
  evalTactic (← \`(tactic| ${then}))`,
  statement: PRODUCT,
})

describe('Lean Copilot', () => {
  it('proposes the next tactic, although it gives the goal up where that is not the last one', async () => {
    const lines = ['Try these:', '  [apply] refine ⟨37, 41, ?_⟩', 'Remaining subgoals:', '⊢ 37 * 41 = 1517']
    const result = await attempt(withLeanCopilot('suggest_tactics', lines, 'sorry'), {})
    expect(result).toMatchObject({ kind: 'proved', script: expect.stringContaining('refine ⟨37, 41, ?_⟩') })
    expect(JSON.stringify(result)).not.toContain('suggest_tactics')
  })

  it('proposes a whole proof, which is what the checker gets to see', async () => {
    const input = withLeanCopilot('search_proof', ['Try this: exact ⟨37, 41, rfl, rfl⟩'], 'sorry')
    const result = await settle(lean, input, copilot)
    expect(result).toMatchObject({ outcome: 'proved', script: 'exact ⟨37, 41, rfl, rfl⟩' })
  })

  it('selects premises, which then are tried', async () => {
    const lines = ['', 'Nat.sub_self : ∀ (n : ℕ), n - n = 0', '']
    const input = withLeanCopilot('select_premises', lines, 'skip')
    const tried = new AbortController()
    const reason = new Error('it was tried')
    const onProgress = (tactic: string) => {
      if (tactic === 'exact Nat.sub_self') tried.abort(reason)
    }
    const working = attempt(input, { signal: tried.signal, onProgress })
    await expect(working).rejects.toBe(reason)
  })

  it('names premises', () => {
    const text = `
Nat.mul_one : ∀ (n : ℕ), n * 1 = n

Nat.add_comm : ∀ (n m : ℕ), n + m = m + n
\`\`\`doc
Addition : it commutes.
\`\`\`

Nat.gone needs to be imported from Mathlib/Data/Nat/Gone.lean.
\`\`\`code
theorem Nat.gone : True := trivial
\`\`\`
`
    const message = { severity: 'info' as const, start: { line: 1, column: 0 }, end: null, text }
    expect(premisesIn([message])).toEqual(['Nat.mul_one', 'Nat.add_comm'])
  })
})

describe('a goal that needs a lemma', () => {
  const preamble = `def rev : List Nat → List Nat
  | [] => []
  | x :: xs => rev xs ++ [x]

def total : List Nat → Nat
  | [] => 0
  | x :: xs => x + total xs`

  it.each([
    ['uses a hypothesis backwards and generalises what is left', '∀ xs : List Nat, rev (rev xs) = xs'],
    [
      'guesses how a function passes through one of the library',
      '∀ xs ys : List Nat, total (rev (xs ++ ys)) = total ys + total xs',
    ],
  ])('%s', { timeout: 300_000 }, async (_, statement) => {
    const input = { statement, preamble }
    // More than it gets by default: tests share the machine.
    const found = await attempt(input, { budgetSeconds: 100 })
    if (found.kind !== 'proved') throw new Error(JSON.stringify(found))
    const verdict = await lean.checker.check({
      statement: await lean.checker.fix(input),
      proof: { script: found.script },
    })
    expect(verdict).toMatchObject({ kind: 'accepted' })
  })
})
