/** Work that goes on for long, one entry for each way in which Lean may be busy. */
import type { LeanServer } from '../../src/lean/index.ts'
import { LAW_SCHEMAS } from '../../src/lemmas/index.ts'

type Request = Parameters<LeanServer['request']>

export interface Work {
  readonly name: string
  readonly preamble?: string
  readonly statement: string
  readonly request: (state: number, env: number) => { command: Request[0]; params: Request[1] }
}

const tactic = (name: string, statement: string, text: string, preamble = ''): Work => ({
  name,
  preamble,
  statement,
  request: (state) => ({ command: 'tactic', params: { state, tactic: text, heartbeats: 0 } }),
})

const LISTS = `inductive Chain where
  | nil
  | cons (x : Nat) (rest : Chain)
def join : Chain → Chain → Chain
  | .nil, b => b
  | .cons x a, b => .cons x (join a b)
def turn : Chain → Chain
  | .nil => .nil
  | .cons x a => join (turn a) (.cons x .nil)
def size : Chain → Nat
  | .nil => 0
  | .cons _ a => size a + 1
def walk : Nat → Nat → Nat
  | 0, steps => steps
  | n + 1, steps => walk n (steps * steps + n)`

const TURNS = '∀ a b c : Chain, turn (join a (join b c)) = join (turn c) (join (turn b) (turn a))'
/** Numbers that double their length at every step. */
const SLOW = '∀ a b : Nat, walk (a + 14) (b + 2) ≤ walk (a + 15) (b + 2)'

export const CANCELLED_WORK: readonly Work[] = [
  tactic('decide', '∀ a b c : Fin 60, a * b * c = c * b * a', 'decide'),
  tactic('kernel', 'Nat.repeat (· + 1) 3000000 0 = 3000000', 'decide +kernel'),
  tactic(
    'simp in a loop',
    '∀ f g : Nat → Nat, (∀ n, f n = g n) → (∀ n, g n = f n) → f 0 = 1',
    'intros f g h1 h2; simp (maxSteps := 100000000) [h1, h2]',
  ),
  tactic(
    'exact? again and again',
    '∃ p : Nat, p > 1000000 ∧ p * p < 3 * p',
    'repeat (first | refine ⟨_, ?_, ?_⟩ | exact?)',
  ),
  tactic(
    'grind again and again',
    '∀ a b c d e f : Nat, a*b + c*d < e*f + 7 → (a + c) ^ 9 * b ≤ (d + e) ^ 9 * f',
    'intros; repeat (rename_i h; have := Nat.le_of_lt h; grind)',
  ),
  tactic('try?', TURNS, 'repeat (first | (try?; skip) | skip)', LISTS),
  {
    name: 'counterexample, many cheap values',
    preamble: LISTS,
    statement: TURNS,
    request: (state) => ({ command: 'counterexample', params: { state, limit: 1_000_000, heartbeats: 0 } }),
  },
  {
    name: 'counterexample, dear values',
    preamble: LISTS,
    statement: SLOW,
    request: (state) => ({ command: 'counterexample', params: { state, limit: 1_000_000, heartbeats: 0 } }),
  },
  {
    name: 'laws',
    preamble: LISTS,
    statement: TURNS,
    request: (state) => ({
      command: 'laws',
      params: { state, schemas: LAW_SCHEMAS, most: 200, count: 200, limit: 1_000, heartbeats: 0 },
    }),
  },
  {
    name: 'explore',
    preamble: LISTS,
    statement: TURNS,
    request: (state) => ({ command: 'explore', params: { state, size: 9, terms: 100_000, heartbeats: 0 } }),
  },
  {
    name: 'premises (mepo)',
    statement: TURNS,
    preamble: LISTS,
    request: (state) => ({ command: 'premises', params: { state, selector: 'mepo', limit: 100_000 } }),
  },
  {
    name: 'a large preamble',
    statement: '1 = 1',
    request: (_, env) => {
      const text = Array.from({ length: 2_000 }, (_, i) => `def f${i} (n : Nat) : Nat := n + ${i}`).join('\n')
      return { command: 'file', params: { text, env, skipHoles: true } }
    },
  },
]
