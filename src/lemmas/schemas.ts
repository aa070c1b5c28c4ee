/**
 * Laws that a goal may need, as schemas: one line each. Lean fills their holes with the functions behind the goal
 * (`lean/Orch/Search/Laws.lean`), tests what comes out on small values, and whoever asks proves it or does not use it.
 *
 * A capital letter is a type, `(f : …)` a function (`f'` the same one at another type), `⦃e : …⦄` a constructor.
 */
import type { LawSchema } from '../lean/index.ts'

/** What the laws are asked for together: plans name these. */
export type LawFamily =
  /** What a function makes of constructors: cheap to prove, and most other laws need it. */
  | 'units'
  /** What becomes of an argument in which a function collects its result. */
  | 'accumulators'
  /** What operations are by themselves, and with each other. */
  | 'commutativity'
  /** What a test says about its arguments and about other tests. */
  | 'related'
  /** That a test which holds for a value also holds for what a function makes of it. */
  | 'preserved'
  /** Chains of tests. They apply wherever their relation occurs and slow every prover down. */
  | 'conditional'
  /** Equations between several functions. */
  | 'further'

interface Schema extends LawSchema {
  readonly name: string
  readonly family: LawFamily
}

/** Laws of the functions that others are made of come first: the laws of those need them. */
const UNITS: Readonly<Record<string, string>> = {
  'right unit': '(f : A → B → A) ⦃e : B⦄ => ∀ x, f x e = x',
  'left unit': '(f : B → A → A) ⦃e : B⦄ => ∀ x, f e x = x',
  'right zero': '(f : A → B → C) ⦃e : B⦄ ⦃z : C⦄ => ∀ x, f x e = z',
  'left zero': '(f : B → A → C) ⦃e : B⦄ ⦃z : C⦄ => ∀ x, f e x = z',
  idempotent: '(f : A → A → A) => ∀ x, f x x = x',
  'constant on the diagonal': '(f : A → A → C) ⦃z : C⦄ => ∀ x, f x x = z',
  reflexive: '(r : A → A → Prop) => ∀ x, r x x',
  'right successor': '(f : A → B → B) ⦃s : B → B⦄ => ∀ x y, f x (s y) = s (f x y)',
  'left successor': '(f : B → A → B) ⦃s : B → B⦄ => ∀ x y, f (s y) x = s (f y x)',
  'successor moves over': '(f : A → A → B) ⦃s : A → A⦄ => ∀ x y, f x (s y) = f (s x) y',
  'successor on both sides': '(f : A → A → B) ⦃s : A → A⦄ => ∀ x y, f (s x) (s y) = f x y',
  'right recursion': '(f : A → B → A) (g : A → A → A) ⦃s : B → B⦄ => ∀ x y, f x (s y) = g x (f x y)',
  'left recursion': '(f : B → A → A) (g : A → A → A) ⦃s : B → B⦄ => ∀ x y, f (s y) x = g x (f y x)',
}

const ACCUMULATORS: Readonly<Record<string, string>> = {
  accumulator: '(f : C → A → A) (g : C → A) (h : A → A → A) => ∀ x y, f x y = h (g x) y',
  'accumulator from a start': '(f : C → A → A) (h : A → A → A) ⦃e : A⦄ => ∀ x y, f x y = h (f x e) y',
}

const COMMUTATIVITY: Readonly<Record<string, string | LawSchema>> = {
  commutative: { text: '(f : A → A → B) => ∀ x y, f x y = f y x', class: 'Std.Commutative' },
  // Without these a product is not associative.
  'left-distributive': '(f g : A → A → A) => ∀ x y z, f x (g y z) = g (f x y) (f x z)',
  'right-distributive': '(f g : A → A → A) => ∀ x y z, f (g x y) z = g (f x z) (f y z)',
  associative: { text: '(f : A → A → A) => ∀ x y z, f (f x y) z = f x (f y z)', class: 'Std.Associative' },
  'left-commutative': '(f : A → A → A) => ∀ x y z, f x (f y z) = f y (f x z)',
  'right-commutative': '(f : A → A → A) => ∀ x y z, f (f x y) z = f (f x z) y',
}

const RELATED: Readonly<Record<string, string>> = {
  'order-reflecting': '(r : A → A → Prop) => ∀ x y, r x y → x = y',
  total: '(r : A → A → Bool) => ∀ x y, r x y = false → r y x = true',
  asymmetric: '(r : A → A → Bool) => ∀ x y, r x y = true → r y x = false',
  ...Object.fromEntries(['true', 'false'].flatMap(implications)),
}

/** What one test says about another of the same arguments, and of these the other way round. */
function implications(given: string): [string, string][] {
  const law = (then: string, args: string): string =>
    `(r s : A → A → Bool) => ∀ x y, r x y = ${given} → s ${args} = ${then}`
  return ['true', 'false'].flatMap((then) => [
    [`${given} implies ${then}`, law(then, 'x y')],
    [`${given} implies ${then}, converse`, law(then, 'y x')],
  ])
}

const PRESERVED: Readonly<Record<string, string>> = {
  'preserved by a function': '(t : A → Prop) (f : A → A) => ∀ x, t x → t (f x)',
  'fixed where it holds': '(t : A → Prop) (f : A → A) => ∀ x, t x → f x = x',
  'preserved in front': '(t : A → Prop) (f : A → C → A) => ∀ x y, t x → t (f x y)',
  'preserved by an action': '(t : A → Prop) (f : C → A → A) => ∀ x y, t y → t (f x y)',
  'preserved by a join': '(t : A → Prop) (f : A → A → A) => ∀ x y, t x → t y → t (f x y)',
  established: '(t : A → Prop) (f : B → A) => ∀ x, t (f x)',
}

const CONDITIONAL: Readonly<Record<string, string>> = {
  'below a successor': '(r : A → A → Prop) ⦃s : A → A⦄ => ∀ x y, r x y → r x (s y)',
  monotone: '(r : A → A → Prop) (f : A → A) => ∀ x y, r x y → r (f x) (f y)',
  transitive: '(r : A → A → Prop) => ∀ x y z, r x y → r y z → r x z',
  antisymmetric: '(r : A → A → Prop) => ∀ x y, r x y → r y x → x = y',
}

/** Those that proofs need most come first, and more of them in each turn. */
const FURTHER: Readonly<Record<string, string | LawSchema>> = {
  homomorphism: {
    share: 2,
    text: '(g : A → B) (f : A → A → A) (h : B → B → B) => ∀ x y, g (f x y) = h (g x) (g y)',
  },
  'anti-homomorphism': '(g : A → B) (f : A → A → A) (h : B → B → B) => ∀ x y, g (f x y) = h (g y) (g x)',
  endomorphism: '(g : A → A) (f : A → A → A) => ∀ x y, g (f x y) = f (g x) (g y)',
  'anti-endomorphism': '(g : A → A) (f : A → A → A) => ∀ x y, g (f x y) = f (g y) (g x)',
  'symmetric under a function': '(g : A → B) (f : A → A → A) => ∀ x y, g (f x y) = g (f y x)',
  equivariant: '(g : A → A) (f : C → A → A) => ∀ x y, g (f x y) = f x (g y)',
  invariant: '(g : A → B) (f : C → A → A) => ∀ x y, g (f x y) = g y',
  'one more': '(g : A → B) (f : C → A → A) ⦃s : B → B⦄ => ∀ x y, g (f x y) = s (g y)',
  'take the length': '(f : D → A → A) (m : A → D) (j : A → A → A) => ∀ x y, f (m x) (j x y) = x',
  'drop the length': '(f : D → A → A) (m : A → D) (j : A → A → A) => ∀ x y, f (m x) (j x y) = y',
  'rotate by the length': '(f : D → A → A) (m : A → D) (j : A → A → A) => ∀ x y, f (m x) (j x y) = j y x',
  involution: '(f : A → A) => ∀ x, f (f x) = x',
  projection: '(f : A → A) => ∀ x, f (f x) = f x',
  inverse: '(g : B → A) (f : A → B) => ∀ x, g (f x) = x',
  'kept under a function': '(g : A → B) (f : A → A) => ∀ x, g (f x) = g x',
  commuting: '(g f : A → A) => ∀ x, g (f x) = f (g x)',
  absorption: '(f g : A → A → A) => ∀ x y, f x (g x y) = x',
  'insertion before or after':
    '(g : A → B) (f : C → A → A) ⦃c : E → A → A⦄ => ∀ x y z, g (f x (c z y)) = g (c z (f x y))',
  'insertion at the end':
    '(g : A → B) (f : C → A → A) ⦃c : A → E → A⦄ => ∀ x y z, g (f x (c y z)) = g (c (f x y) z)',
  action: { loose: true, text: '(f : C → A → A) (j : C → C → C) => ∀ x y z, f (j x y) z = f x (f y z)' },
  'action from the right': {
    loose: true,
    text: '(f : C → A → A) (j : C → C → C) => ∀ x y z, f (j x y) z = f y (f x z)',
  },
  'once more before': {
    loose: true,
    text: '(f : C → A → A) ⦃s : C → C⦄ ⦃e : C⦄ => ∀ x y, f (s x) y = f x (f (s e) y)',
  },
  'once more after': {
    loose: true,
    text: '(f : C → A → A) ⦃s : C → C⦄ ⦃e : C⦄ => ∀ x y, f (s x) y = f (s e) (f x y)',
  },
  'all of its length': { loose: true, text: '(f : D → A → A) (m : A → D) => ∀ n x, m x = n → f n x = x' },
  'nothing beyond its length': {
    loose: true,
    text: '(f : D → A → A) (m : A → D) ⦃e : A⦄ => ∀ n x, m x = n → f n x = e',
  },
  overlap: {
    loose: true,
    text: '(f : D → A → A) (m : A → D) (j : A → A → A) (d : D → D → D) => ∀ n x y, f n (j x y) = j (f n x) (f (d n (m x)) y)',
  },
  zip: `(p : A → B → C) (m : A → D) (m' : B → D) (j : A → A → A) (j' : B → B → B) (j'' : C → C → C) => ∀ x u y v, m x = m' u → p (j x y) (j' u v) = j'' (p x u) (p y v)`,
  'no longer': '(r : B → B → Prop) (m : A → B) (f : A → A) => ∀ x, r (m (f x)) (m x)',
}

function rows(
  family: LawFamily,
  table: Readonly<Record<string, string | LawSchema>>,
  more: Partial<LawSchema> = {},
): Schema[] {
  return Object.entries(table).map(([name, row]) => {
    const { text, ...own } = typeof row === 'string' ? { text: row } : row
    return { name, family, ...more, ...own, text: `fun {${typesIn(text)} : Type _} ${text}` }
  })
}

/** Single capital letters are types. */
function typesIn(text: string): string {
  return [...new Set(text.match(/\b[A-Z]\b/g))].toSorted().join(' ')
}

export const LAW_SCHEMAS: readonly Schema[] = [
  ...rows('units', UNITS),
  ...rows('accumulators', ACCUMULATORS, { loose: true }),
  ...rows('commutativity', COMMUTATIVITY),
  ...rows('related', RELATED),
  ...rows('preserved', PRESERVED, { nearest: true }),
  ...rows('conditional', CONDITIONAL),
  ...rows('further', FURTHER, { nearest: true, share: 1 }),
]
