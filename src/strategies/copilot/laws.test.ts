/** Which laws are guessed, and which of them remain after they were tested on small values. */
import { describe, expect, it } from 'vitest'
import type { GoalInput } from '../../lean/index.ts'
import { conjecturesFor } from '../../lemmas/index.ts'
import { openGoal } from '../opening.ts'
import { Session } from '../session.ts'
import { leanForTests } from '../test-lean.ts'
import { strategyGoal, strategyTools } from '../tools.ts'
import { goingBySecond } from './recursion-argument.ts'
import { screened } from './screen.ts'

const lean = leanForTests()

/** Statements that are guessed for a goal and hold for small values. */
async function guessedFor(input: GoalInput): Promise<string[]> {
  const run = { budgetSeconds: 300, signal: new AbortController().signal }
  await using session = await Session.open(strategyGoal(input), strategyTools(lean.pool), run)
  const { state, survey } = await openGoal(session)
  const guesses = conjecturesFor(survey, await goingBySecond(session, state, survey))
  const all = Object.values(guesses).flat()
  const found: string[] = []
  for await (const { statement } of screened(session, state, all)) found.push(statement)
  return found
}

const NUMBERS = `inductive N where
  | zero : N
  | next : N → N`
const LISTS = `inductive L (a : Type) where
  | empty : L a
  | item : a → L a → L a
def join {a : Type} : L a → L a → L a
  | .empty, ys => ys
  | .item x xs, ys => .item x (join xs ys)
def size {a : Type} : L a → N
  | .empty => .zero
  | .item _ xs => .next (size xs)`

describe('guesses', () => {
  it('say what one test means for another', async () => {
    const preamble = `${NUMBERS}
def same : N → N → Bool
  | .zero, .zero => true
  | .next x, .next y => same x y
  | _, _ => false
def below : N → N → Bool
  | _, .zero => false
  | .zero, .next _ => true
  | .next x, .next y => below x y`
    const statement = '∀ x y : N, below x y = true → same x y = false'
    const guessed = await guessedFor({ preamble, statement })
    expect(guessed).toContain('∀ (x : N) (y : N), below x y = true → same x y = false')
    expect(guessed).toContain('∀ (x : N) (y : N), below x y = true → below y x = false')
    expect(guessed).not.toContain('∀ (x : N) (y : N), below x y = false → same x y = true')
  })

  it('say that a member of one part is a member of the whole, and nothing of the other part', async () => {
    const preamble = `def has (x : Nat) : List Nat → Bool
  | [] => false
  | y :: ys => x == y || has x ys
def meet : List Nat → List Nat → List Nat
  | [], _ => []
  | x :: xs, ys => if has x ys then x :: meet xs ys else meet xs ys
def union : List Nat → List Nat → List Nat
  | [], ys => ys
  | x :: xs, ys => if has x ys then union xs ys else x :: union xs ys`
    const statement = '∀ (p : Nat) (xs ys : List Nat), has p xs = true → has p (meet (union xs ys) xs) = true'
    const guessed = await guessedFor({ preamble, statement })
    const holds = (whole: string) =>
      guessed.some((one) => one.endsWith(`has p1 x = true → has p1 (${whole}) = true`))
    expect([holds('union x q2'), holds('union q1 x')]).toEqual([true, true])
    expect([holds('meet x q2'), holds('meet q1 x')]).toEqual([false, false])
  })

  it('are about the argument that a function does not go by', async () => {
    const preamble = `${NUMBERS}
def add : N → N → N
  | x, .zero => x
  | x, .next y => .next (add x y)`
    const guessed = await guessedFor({ preamble, statement: '∀ x y : N, add x y = add y x' })
    expect(guessed).toContain('∀ (x : N), add N.zero x = x')
    expect(guessed).toContain('∀ (x : N) (y : N), add (N.next y) x = N.next (add y x)')
    expect(guessed).not.toContain('∀ (x : N), add x N.zero = x')
  })

  it('follow an action into what is joined', async () => {
    const preamble = `${NUMBERS}
${LISTS}
def less : N → N → N
  | .zero, _ => .zero
  | .next x, .zero => .next x
  | .next x, .next y => less x y
def skip {a : Type} : N → L a → L a
  | .zero, xs => xs
  | .next _, .empty => .empty
  | .next n, .item _ xs => skip n xs`
    const statement = '∀ {a : Type} (n : N) (x y : L a), size (skip n (join x y)) = less (size (join x y)) n'
    const guessed = await guessedFor({ preamble, statement })
    expect(guessed).toContain(
      '∀ (a : Type) (n : N) (x : L a) (y : L a), skip n (join x y) = join (skip n x) (skip (less n (size x)) y)',
    )
    expect(guessed).toContain(
      '∀ (a : Type) (x : N) (y : L a), skip (N.next x) y = skip x (skip (N.next N.zero) y)',
    )
  })

  it('take two values apart at the same place', async () => {
    const preamble = `${NUMBERS}
${LISTS}
inductive P (a b : Type) where
  | both : a → b → P a b
def pairs {a b : Type} : L a → L b → L (P a b)
  | .item x xs, .item y ys => .item (.both x y) (pairs xs ys)
  | _, _ => .empty`
    const statement =
      '∀ {a b : Type} (x : L a) (y : L b), size x = size y → size (pairs x y) = size (join x x)'
    const guessed = await guessedFor({ preamble, statement })
    expect(guessed).toContain(
      '∀ (a : Type) (b : Type) (x : L a) (u : L b) (y : L a) (v : L b), size x = size u → pairs (join x y) (join u v) = join (pairs x u) (pairs y v)',
    )
  })
})
