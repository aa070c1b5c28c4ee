import type { CasePair } from './pair.ts'

const field = (name: string, good: string, bad: string, given = ''): CasePair => ({
  name,
  given,
  good: `inductive T : Type | nil : T | mk : (${good}) → T`,
  bad: `inductive T : Type | nil : T | mk : (${bad}) → T`,
  rule: 'positivity',
})

/** Where the types being declared may stand: nothing is hidden by what reduces, and nothing is there too early. */
export const OCCURRENCES: readonly CasePair[] = [
  field('behind a let', 'let x : Type := T; Nat → x', 'let x : Type := T; x → Nat'),
  field('behind a beta redex', '(fun (x : Type) => Nat → x) T', '(fun (x : Type) => x → Nat) T'),
  field(
    'behind a projection',
    'proj Prod 0 (Prod.mk.{1,1} Type Type (Nat → T) Nat)',
    'proj Prod 0 (Prod.mk.{1,1} Type Type (T → Nat) Nat)',
  ),
  field(
    'behind a recursor',
    'Bool.rec.{2} (fun (b : Bool) => Type) Nat (Nat → T) Bool.true',
    'Bool.rec.{2} (fun (b : Bool) => Type) Nat (T → Nat) Bool.true',
  ),
  field(
    'behind a recursor that is stuck',
    '(b : Bool) → Bool.rec.{2} (fun (b : Bool) => Type) Nat Bool b',
    '(b : Bool) → Bool.rec.{2} (fun (b : Bool) => Type) Nat T b',
  ),
  field('as an argument of an axiom', 'F Nat', 'F T', 'axiom F : Type → Type'),
  field(
    'as an argument of an opaque constant',
    'F Nat',
    'F T',
    'opaque F : Type → Type := fun (x : Type) => x',
  ),
  field('left of an arrow in an argument of a nested type', 'List.{0} (Nat → Nat)', 'List.{0} (T → Nat)'),
  field(
    'in a structure that uses it to the left',
    'Good T',
    'Bad T',
    'inductive Good (α : Type) : Type | mk : (Nat → α) → Good α  inductive Bad (α : Type) : Type | mk : ((α → Nat) → Nat) → Bad α',
  ),
  field('in the type of an equation', 'Prod.{0,0} T Nat', 'T → Prod.{0,0} T Nat'),
  {
    name: 'no proposition about the type inside of it',
    good: 'inductive T : Type | mk : List.{0} T → T',
    bad: 'inductive T : Type | mk : Exists.{1} T (fun (x : T) => True) → T',
    rule: 'inductive-universe',
  },
  {
    name: 'a type is not there when its own indices are typed',
    good: 'mutual inductive S : Type | mk : S inductive T : Nat → Type | mk : T 0 end',
    bad: 'mutual inductive S : Type | mk : S inductive T : S → Type | mk : (x : S) → T x end',
    rule: 'known-constant',
  },
  {
    name: 'a constructor is not there when the next one is typed',
    given: 'axiom F.{u} : (α : Sort u) → α → Type',
    good: 'inductive T : Type | mk : T  def d : Type := F.{1} T T.mk',
    bad: 'inductive T : Type | mk : T | other : F.{1} T T.mk → T',
    rule: 'known-constant',
  },
  {
    name: 'a recursor is not there when constructors are typed',
    good: 'inductive T : Type | mk : Nat → T  def d : T → Nat := T.rec.{1} (fun (x : T) => Nat) (fun (n : Nat) => n)',
    bad: 'inductive T : Type | mk : Nat → T | other : (x : T) → Eq.{1} Nat (T.rec.{1} (fun (x : T) => Nat) x) 0 → T',
    rule: 'known-constant',
  },
  {
    name: 'a type is no structure while it is declared',
    good: 'inductive T : Type | mk : Nat → T  def d : T → Nat := fun (x : T) => proj T 0 x',
    bad: 'inductive T : Type | mk : (x : Nat → T) → Eq.{1} Nat (proj T 0 (x 0)) 0 → T',
    rule: 'projection-structure',
  },
  {
    name: 'a let is no constructor’s type',
    good: 'inductive T : Type | mk : Nat → T',
    bad: 'inductive T : Type | mk : let x : Type := Nat; x → T',
    rule: 'constructor-result',
  },
]
