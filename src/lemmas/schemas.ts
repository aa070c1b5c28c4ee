/**
 * Laws that a goal may need, as schemas: one line each. Lean fills their holes with the functions behind the goal
 * (`lean/Orch/Search/Laws.lean`), tests what comes out on small values, and whoever asks proves it or does not use it.
 *
 * `{A}` is a type, `(f : …)` a function (`f'` the same one at another type), `⦃e : …⦄` a constructor.
 */
import type { LawSchema } from '../lean/index.ts'

/** What the laws are asked for together: plans name these. */
export type LawFamily =
  /** What a function makes of constructors: cheap to prove, and most other laws need it. */
  | 'units'
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

const T = (types: string): string => `fun {${types} : Type _}`

/** Laws of the functions that others are made of come first: the laws of those need them. */
const UNITS: Readonly<Record<string, string>> = {
  'right unit': `${T('A B')} (f : A → B → A) ⦃e : B⦄ => ∀ x, f x e = x`,
  'left unit': `${T('A B')} (f : B → A → A) ⦃e : B⦄ => ∀ x, f e x = x`,
  'right zero': `${T('A B C')} (f : A → B → C) ⦃e : B⦄ ⦃z : C⦄ => ∀ x, f x e = z`,
  'left zero': `${T('A B C')} (f : B → A → C) ⦃e : B⦄ ⦃z : C⦄ => ∀ x, f e x = z`,
  idempotent: `${T('A')} (f : A → A → A) => ∀ x, f x x = x`,
  'constant on the diagonal': `${T('A C')} (f : A → A → C) ⦃z : C⦄ => ∀ x, f x x = z`,
  reflexive: `${T('A')} (r : A → A → Prop) => ∀ x, r x x`,
  'right successor': `${T('A B')} (f : A → B → B) ⦃s : B → B⦄ => ∀ x y, f x (s y) = s (f x y)`,
  'left successor': `${T('A B')} (f : B → A → B) ⦃s : B → B⦄ => ∀ x y, f (s y) x = s (f y x)`,
  'successor moves over': `${T('A B')} (f : A → A → B) ⦃s : A → A⦄ => ∀ x y, f x (s y) = f (s x) y`,
  'successor on both sides': `${T('A B')} (f : A → A → B) ⦃s : A → A⦄ => ∀ x y, f (s x) (s y) = f x y`,
  'right recursion': `${T('A B')} (f : A → B → A) (g : A → A → A) ⦃s : B → B⦄ => ∀ x y, f x (s y) = g x (f x y)`,
  'left recursion': `${T('A B')} (f : B → A → A) (g : A → A → A) ⦃s : B → B⦄ => ∀ x y, f (s y) x = g x (f y x)`,
}

const COMMUTATIVITY: Readonly<Record<string, string | LawSchema>> = {
  commutative: {
    text: `${T('A B')} (f : A → A → B) => ∀ x y, f x y = f y x`,
    class: 'Std.Commutative',
  },
  associative: {
    text: `${T('A')} (f : A → A → A) => ∀ x y z, f (f x y) z = f x (f y z)`,
    class: 'Std.Associative',
  },
  'left-commutative': `${T('A')} (f : A → A → A) => ∀ x y z, f x (f y z) = f y (f x z)`,
  'right-commutative': `${T('A')} (f : A → A → A) => ∀ x y z, f (f x y) z = f (f x z) y`,
}

const bools = ['true', 'false']

const RELATED: Readonly<Record<string, string>> = {
  'order-reflecting': `${T('A')} (r : A → A → Prop) => ∀ x y, r x y → x = y`,
  total: `${T('A')} (r : A → A → Bool) => ∀ x y, r x y = false → r y x = true`,
  asymmetric: `${T('A')} (r : A → A → Bool) => ∀ x y, r x y = true → r y x = false`,
  ...Object.fromEntries(
    bools.flatMap((given) =>
      bools.flatMap((then) => [
        [
          `${given} implies ${then}`,
          `${T('A')} (r s : A → A → Bool) => ∀ x y, r x y = ${given} → s x y = ${then}`,
        ],
        [
          `${given} implies ${then}, converse`,
          `${T('A')} (r s : A → A → Bool) => ∀ x y, r x y = ${given} → s y x = ${then}`,
        ],
      ]),
    ),
  ),
}

const PRESERVED: Readonly<Record<string, string>> = {
  'preserved by a function': `${T('A')} (t : A → Prop) (f : A → A) => ∀ x, t x → t (f x)`,
  'fixed where it holds': `${T('A')} (t : A → Prop) (f : A → A) => ∀ x, t x → f x = x`,
  'preserved in front': `${T('A C')} (t : A → Prop) (f : A → C → A) => ∀ x y, t x → t (f x y)`,
  'preserved by an action': `${T('A C')} (t : A → Prop) (f : C → A → A) => ∀ x y, t y → t (f x y)`,
  'preserved by a join': `${T('A')} (t : A → Prop) (f : A → A → A) => ∀ x y, t x → t y → t (f x y)`,
  established: `${T('A B')} (t : A → Prop) (f : B → A) => ∀ x, t (f x)`,
}

const CONDITIONAL: Readonly<Record<string, string>> = {
  'below a successor': `${T('A')} (r : A → A → Prop) ⦃s : A → A⦄ => ∀ x y, r x y → r x (s y)`,
  monotone: `${T('A')} (r : A → A → Prop) (f : A → A) => ∀ x y, r x y → r (f x) (f y)`,
  transitive: `${T('A')} (r : A → A → Prop) => ∀ x y z, r x y → r y z → r x z`,
  antisymmetric: `${T('A')} (r : A → A → Prop) => ∀ x y, r x y → r y x → x = y`,
}

/** Those that proofs need most come first, and more of them in each turn. */
const FURTHER: Readonly<Record<string, LawSchema>> = {
  homomorphism: {
    share: 2,
    text: `${T('A B')} (g : A → B) (f : A → A → A) (h : B → B → B) => ∀ x y, g (f x y) = h (g x) (g y)`,
  },
  'anti-homomorphism': {
    text: `${T('A B')} (g : A → B) (f : A → A → A) (h : B → B → B) => ∀ x y, g (f x y) = h (g y) (g x)`,
  },
  endomorphism: {
    text: `${T('A')} (g : A → A) (f : A → A → A) => ∀ x y, g (f x y) = f (g x) (g y)`,
  },
  'anti-endomorphism': {
    text: `${T('A')} (g : A → A) (f : A → A → A) => ∀ x y, g (f x y) = f (g y) (g x)`,
  },
  'symmetric under a function': {
    text: `${T('A B')} (g : A → B) (f : A → A → A) => ∀ x y, g (f x y) = g (f y x)`,
  },
  equivariant: { text: `${T('A C')} (g : A → A) (f : C → A → A) => ∀ x y, g (f x y) = f x (g y)` },
  invariant: { text: `${T('A B C')} (g : A → B) (f : C → A → A) => ∀ x y, g (f x y) = g y` },
  'one more': {
    text: `${T('A B C')} (g : A → B) (f : C → A → A) ⦃s : B → B⦄ => ∀ x y, g (f x y) = s (g y)`,
  },
  accumulator: {
    loose: true,
    share: 2,
    text: `${T('A C')} (f : C → A → A) (g : C → A) (h : A → A → A) => ∀ x y, f x y = h (g x) y`,
  },
  'accumulator from a start': {
    loose: true,
    text: `${T('A C')} (f : C → A → A) (h : A → A → A) ⦃e : A⦄ => ∀ x y, f x y = h (f x e) y`,
  },
  'take the length': {
    text: `${T('A D')} (f : D → A → A) (m : A → D) (j : A → A → A) => ∀ x y, f (m x) (j x y) = x`,
  },
  'drop the length': {
    text: `${T('A D')} (f : D → A → A) (m : A → D) (j : A → A → A) => ∀ x y, f (m x) (j x y) = y`,
  },
  'rotate by the length': {
    text: `${T('A D')} (f : D → A → A) (m : A → D) (j : A → A → A) => ∀ x y, f (m x) (j x y) = j y x`,
  },
  involution: { text: `${T('A')} (f : A → A) => ∀ x, f (f x) = x` },
  projection: { text: `${T('A')} (f : A → A) => ∀ x, f (f x) = f x` },
  inverse: { text: `${T('A B')} (g : B → A) (f : A → B) => ∀ x, g (f x) = x` },
  'kept under a function': { text: `${T('A B')} (g : A → B) (f : A → A) => ∀ x, g (f x) = g x` },
  commuting: { text: `${T('A')} (g f : A → A) => ∀ x, g (f x) = f (g x)` },
  absorption: { text: `${T('A')} (f g : A → A → A) => ∀ x y, f x (g x y) = x` },
  'insertion before or after': {
    text: `${T('A B C E')} (g : A → B) (f : C → A → A) ⦃c : E → A → A⦄ => ∀ x y z, g (f x (c z y)) = g (c z (f x y))`,
  },
  'insertion at the end': {
    text: `${T('A B C E')} (g : A → B) (f : C → A → A) ⦃c : A → E → A⦄ => ∀ x y z, g (f x (c y z)) = g (c (f x y) z)`,
  },
  action: {
    loose: true,
    text: `${T('A C')} (f : C → A → A) (j : C → C → C) => ∀ x y z, f (j x y) z = f x (f y z)`,
  },
  'action from the right': {
    loose: true,
    text: `${T('A C')} (f : C → A → A) (j : C → C → C) => ∀ x y z, f (j x y) z = f y (f x z)`,
  },
  'left-distributive': {
    text: `${T('A')} (f g : A → A → A) => ∀ x y z, f x (g y z) = g (f x y) (f x z)`,
  },
  'right-distributive': {
    text: `${T('A')} (f g : A → A → A) => ∀ x y z, f (g x y) z = g (f x z) (f y z)`,
  },
  'once more before': {
    loose: true,
    text: `${T('A C')} (f : C → A → A) ⦃s : C → C⦄ ⦃e : C⦄ => ∀ x y, f (s x) y = f x (f (s e) y)`,
  },
  'once more after': {
    loose: true,
    text: `${T('A C')} (f : C → A → A) ⦃s : C → C⦄ ⦃e : C⦄ => ∀ x y, f (s x) y = f (s e) (f x y)`,
  },
  'all of its length': {
    loose: true,
    text: `${T('A D')} (f : D → A → A) (m : A → D) => ∀ n x, m x = n → f n x = x`,
  },
  'nothing beyond its length': {
    loose: true,
    text: `${T('A D')} (f : D → A → A) (m : A → D) ⦃e : A⦄ => ∀ n x, m x = n → f n x = e`,
  },
  overlap: {
    loose: true,
    text: `${T('A D')} (f : D → A → A) (m : A → D) (j : A → A → A) (d : D → D → D) => ∀ n x y, f n (j x y) = j (f n x) (f (d n (m x)) y)`,
  },
  zip: {
    text: `${T('A B C D')} (p : A → B → C) (m : A → D) (m' : B → D) (j : A → A → A) (j' : B → B → B) (j'' : C → C → C) => ∀ x u y v, m x = m' u → p (j x y) (j' u v) = j'' (p x u) (p y v)`,
  },
  'no longer': {
    text: `${T('A B')} (r : B → B → Prop) (m : A → B) (f : A → A) => ∀ x, r (m (f x)) (m x)`,
  },
}

function rows(
  family: LawFamily,
  table: Readonly<Record<string, string | LawSchema>>,
  more: Partial<LawSchema> = {},
): Schema[] {
  return Object.entries(table).map(([name, row]) => ({
    name,
    family,
    ...more,
    ...(typeof row === 'string' ? { text: row } : row),
  }))
}

export const LAW_SCHEMAS: readonly Schema[] = [
  ...rows('units', UNITS),
  ...rows('commutativity', COMMUTATIVITY),
  ...rows('related', RELATED),
  ...rows('preserved', PRESERVED, { nearest: true }),
  ...rows('conditional', CONDITIONAL),
  ...rows('further', FURTHER, { nearest: true, share: 1 }),
]
