/** Preambles as users write them, with the real Lean: each works, or Lean's own words say what is wrong and where. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacheDir } from '../config/index.ts'
import { Checker } from './check/index.ts'
import { contextOf } from './context.ts'
import { Dojo } from './dojo.ts'
import { GoalError } from './goal-error.ts'
import { LeanPool } from './pool.ts'
import type { LeanServer } from './server.ts'
import { embeddedToolchain } from './toolchains/index.ts'

let pool: LeanPool
let checker: Checker
beforeAll(async () => {
  pool = new LeanPool(await embeddedToolchain({ cacheDir: cacheDir() }), { size: 1 })
  checker = new Checker(pool)
})
afterAll(async () => {
  await checker.close()
  await pool.close()
})

const lines = (...text: string[]) => text.join('\n')
const SCRIPT = 'intros; first | rfl | decide | omega | grind | (rename_i c; cases c <;> simp)'

async function check(preamble: string, statement: string): Promise<string> {
  const fixed = await checker.fix({ preamble, statement })
  const verdict = await checker.check({ statement: fixed, proof: { script: SCRIPT } })
  return verdict.kind === 'refused' ? `${verdict.reason}: ${verdict.detail}` : verdict.kind
}

/** Asked of a worker: the judge, which gives the same answer, is replaced after every preamble that fails. */
async function refusal(preamble: string, statement: string): Promise<string> {
  const error: unknown = await Dojo.open(pool, { preamble, statement }).then(
    (dojo) => dojo.close().then(() => new Error('Lean took the goal')),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof GoalError)) throw error
  return `${error.where}: ${error.message}`
}

describe('a preamble that is asked for twice at once', () => {
  let made = 0
  /** One that no other test has had elaborated. */
  const fresh = (rest = '') => `def fresh${made++} : Nat := 1\n${rest}`
  const SLOW = 'theorem slow : (List.replicate 100 0).length = 100 := by decide'
  const using = <T>(work: (server: LeanServer) => Promise<T>) => pool.use(work)

  it('is elaborated once, and both get it', async () => {
    await using(async (server) => {
      const preamble = fresh()
      const before = server.requests
      const [one, two] = await Promise.all([contextOf(server, { preamble }), contextOf(server, { preamble })])
      expect(two).toEqual(one)
      expect(server.requests - before).toBe(1)
      expect(await contextOf(server, { preamble })).toEqual(one)
      expect(server.requests - before).toBe(1)
    })
  })

  it('is refused once, and both hear why', async () => {
    await using(async (server) => {
      const preamble = fresh('def bad : Nat := "x"')
      const before = server.requests
      const both = await Promise.allSettled([
        contextOf(server, { preamble }),
        contextOf(server, { preamble }),
      ])
      for (const one of both) expect(one).toMatchObject({ reason: { where: 'preamble, line 2, column 18' } })
      expect(server.requests - before).toBe(1)
      await expect(contextOf(server, { preamble })).rejects.toBeInstanceOf(GoalError)
      expect(server.requests - before, 'a failure is not kept').toBe(2)
    })
  })

  it('is elaborated again for the second if the first gives up', async () => {
    await using(async (server) => {
      const preamble = fresh()
      const stop = new AbortController()
      const first = contextOf(server, { preamble }, { signal: stop.signal })
      const second = contextOf(server, { preamble })
      stop.abort(new Error('enough'))
      await expect(first).rejects.toThrow('enough')
      expect((await second).env).toBeGreaterThan(0)
    })
  })

  it('does not keep the second from giving up before the first', async () => {
    await using(async (server) => {
      const preamble = fresh(SLOW)
      const first = contextOf(server, { preamble })
      const reason = new Error('never mind')
      const stop = new AbortController()
      const second = contextOf(server, { preamble }, { signal: stop.signal })
      stop.abort(reason)
      await expect(second).rejects.toBe(reason)
      await expect(contextOf(server, { preamble }, { timeoutMs: 1 })).rejects.toThrow('took too long')
      expect((await first).env).toBeGreaterThan(0)
    })
  })
})

describe('a goal is proved over a preamble with', () => {
  it.each([
    [
      'a namespace',
      lines('namespace T', 'def size : List Nat → Nat', '  | [] => 0', '  | _ :: xs => size xs + 1', 'end T'),
      '∀ x xs, T.size (x :: xs) = T.size xs + 1',
    ],
    ['open', lines('namespace N', 'def twice (n : Nat) := n + n', 'end N', 'open N'), '∀ n, twice n = n + n'],
    ['a variable that the statement uses', lines('variable (n : Nat)', 'def inc := n + 1'), 'inc n = n + 1'],
    [
      'a section',
      lines('section', 'variable (k : Nat)', 'def add (n : Nat) := n + k', 'end'),
      '∀ k n, add k n = n + k',
    ],
    [
      'mutual definitions',
      lines(
        'mutual',
        'def isEven : Nat → Bool',
        '  | 0 => true',
        '  | n + 1 => isOdd n',
        'def isOdd : Nat → Bool',
        '  | 0 => false',
        '  | n + 1 => isEven n',
        'end',
      ),
      'isEven 4 = true',
    ],
    [
      'an inductive type with parameters and indices',
      lines(
        'inductive Vec (α : Type) : Nat → Type where',
        '  | nil : Vec α 0',
        '  | cons {n : Nat} : α → Vec α n → Vec α (n + 1)',
        'def Vec.len {α n} (_ : Vec α n) : Nat := n',
      ),
      '∀ v : Vec Nat 3, v.len = 3',
    ],
    [
      'a structure',
      lines(
        'structure Point where',
        '  x : Nat',
        '  y : Nat',
        'def Point.swap (p : Point) : Point := ⟨p.y, p.x⟩',
      ),
      '∀ p : Point, p.swap.swap = p',
    ],
    [
      'a class and its instance',
      lines(
        'class Mag (α : Type) where',
        '  op : α → α → α',
        'instance : Mag Nat := ⟨Nat.add⟩',
        'instance : Add Bool := ⟨or⟩',
      ),
      'Mag.op 1 2 = (3 : Nat) ∧ ∀ b : Bool, b + true = true',
    ],
    [
      'notation',
      lines(
        'def plus2 (a b : Nat) := a + b + 2',
        'infixl:65 " ⊞ " => plus2',
        'notation "‖" a "‖" => plus2 a a',
      ),
      '∀ a b, a ⊞ b = plus2 a b ∧ ‖a‖ = a ⊞ a',
    ],
    [
      'a theorem that the proof uses',
      lines('opaque f : Nat → Nat', '@[simp, grind =] theorem f_eq (n : Nat) : f n = f n + 0 := rfl'),
      '∀ n, f n + 0 = f n',
    ],
    [
      'well-founded recursion',
      lines(
        'def halve (n : Nat) : Nat := if h : n < 2 then 0 else halve (n - 2) + 1',
        'termination_by n',
        'decreasing_by omega',
      ),
      '∀ n, halve n = halve n',
    ],
    [
      'derived instances',
      lines('inductive Colour where', '  | red | green', 'deriving DecidableEq, Repr'),
      '∀ c : Colour, c = .red ∨ c = .green',
    ],
    [
      'comments',
      lines('-- one', '/- two /- nested -/ -/', '/-- three -/', 'def g : Nat := 3 -- four', '-- five'),
      'g = 3',
    ],
    [
      'the line ends and the byte order mark of Windows',
      '\uFEFFdef h : Nat → Nat\r\n  | 0 => 0\r\n  | n + 1 => h n + 2\r\n',
      'h\r\n  2 = 4',
    ],
    ['a namespace that is never ended', lines('namespace A', 'def k : Nat := 5'), 'k = 5'],
    [
      'a section that is never ended',
      lines('section S', 'variable (z : Nat)', 'def z₁ := z + 1'),
      'z₁ 4 = 5',
    ],
    ['nothing but blanks', '\n  \n', '1 = 1'],
  ])('%s', async (_, preamble, statement) => {
    expect(await check(preamble, statement)).toBe('accepted')
  })
})

describe('Lean says what is wrong and where when a preamble has', () => {
  it.each([
    [
      'an error in the middle',
      lines('def ok : Nat := 1', 'def bad : Nat := "x"', 'def ok₂ : Nat := 2'),
      'ok₂ = 2',
      /^preamble, line 2, column 18: Type mismatch/,
    ],
    ['tabs', 'def t : Nat → Nat\n\t| _ => 0', 't 2 = 0', /^preamble, line 2, column 1: tabs are not allowed/],
    [
      'a mutual block without its end',
      lines('mutual', 'def a : Nat → Nat', '  | _ => 0'),
      'a 0 = 0',
      /^preamble, line 3, column \d+: unexpected end of input; expected 'end'/,
    ],
    ['an end too many', lines('def e := 1', 'end'), 'e = 1', /^preamble, line 2, column 1: Invalid `end`/],
    [
      'the end of something else',
      lines('namespace B', 'end C'),
      '1 = 1',
      /^preamble, line 2, column 1: Invalid name/,
    ],
    [
      'an import',
      lines('import Std', 'def i := 1'),
      'i = 1',
      /^preamble, line 1, column 1: invalid 'import'/,
    ],
    ['a comment without an end', 'def u := 1 /- oops', 'u = 1', /^preamble, line 1, .*unterminated comment/],
    [
      'a definition without a body',
      'def v : Nat :=',
      'v = v',
      /^preamble, line 1, .*unexpected end of input/,
    ],
    ['an unsafe definition under the goal', 'unsafe def us : Nat := 1', 'us = 1', /^statement, .*unsafe/],
  ])('%s', async (_, preamble, statement, sentence) => {
    expect(await refusal(preamble, statement)).toMatch(sentence)
  })

  it.each([
    // What a preamble assumes must be allowed by whoever asks, used or not.
    ['an axiom', 'axiom cheat : ∀ n : Nat, n = n + 1', 'axiom: the axiom cheat is not allowed'],
    ['a theorem without a proof', 'theorem cheat : ∀ n : Nat, n = n + 1 := sorry', 'accepted'],
  ])('%s that the proof stands on', async (_, preamble, beside) => {
    const fixed = await checker.fix({ preamble, statement: '∀ n : Nat, n = n + 1' })
    const verdict = await checker.check({ statement: fixed, proof: { script: 'exact cheat' } })
    expect(verdict).toMatchObject({ kind: 'refused', reason: 'axiom' })
    expect(await check(preamble, '1 = 1'), 'for whoever does not use it').toBe(beside)
  })
})
