import type { CasePair } from './pair.ts'

/** Out of a proposition come proofs only: by recursors, by projections, by K and by eta. */
export const ELIMINATION: readonly CasePair[] = [
  {
    name: 'a field of any sort reveals data',
    given: 'inductive T.{u} (α : Sort u) : Prop | mk : α → T.{u} α',
    good: 'theorem t : T.{1} Nat → True := T.rec.{1} Nat (fun (x : T.{1} Nat) => True) (fun (n : Nat) => True.intro)',
    bad: 'def d : T.{1} Nat → Nat := T.rec.{1,1} Nat (fun (x : T.{1} Nat) => Nat) (fun (n : Nat) => n)',
    rule: 'level-arity',
  },
  {
    name: 'a field of any sort reveals data, though it is a proof here',
    given: 'inductive T.{u} (α : Sort u) : Prop | mk : α → T.{u} α',
    good: 'theorem t : T.{0} P → P := T.rec.{0} P (fun (x : T.{0} P) => P) (fun (h : P) => h)',
    bad: 'def d : T.{0} P → Nat := T.rec.{1,0} P (fun (x : T.{0} P) => Nat) (fun (h : P) => 3)',
    rule: 'level-arity',
  },
  {
    name: 'data stands in an index as itself, not reduced to itself',
    good: 'inductive D : Bool → Prop | mk : (x : Bool) → D x  def d : (x : Bool) → D x → Bool := D.rec.{1} (fun (x : Bool) => fun (h : D x) => Bool) (fun (x : Bool) => x)',
    bad: 'inductive D : Bool → Prop | mk : (x : Bool) → D ((fun (y : Bool) => y) x)  def d : (x : Bool) → D x → Bool := D.rec.{1} (fun (x : Bool) => fun (h : D x) => Bool) (fun (x : Bool) => x)',
    rule: 'level-arity',
  },
  {
    name: 'one of two fields stands in the index',
    given: 'inductive D : Bool → Prop | mk : (x : Bool) → (y : Bool) → D x',
    good: 'theorem t : (x : Bool) → D x → True := D.rec (fun (x : Bool) => fun (h : D x) => True) (fun (x : Bool) => fun (y : Bool) => True.intro)',
    bad: 'def d : (x : Bool) → D x → Bool := D.rec.{1} (fun (x : Bool) => fun (h : D x) => Bool) (fun (x : Bool) => fun (y : Bool) => y)',
    rule: 'level-arity',
  },
  {
    name: 'mutual propositions without constructors',
    given: 'mutual inductive S : Prop inductive T : Prop end  inductive E : Prop',
    good: 'def d : E → Nat := E.rec.{1} (fun (x : E) => Nat)',
    bad: 'def d : S → Nat := S.rec.{1} (fun (x : S) => Nat) (fun (x : T) => Nat)',
    rule: 'level-arity',
  },
  {
    name: 'nested propositions are mutual ones',
    given: 'inductive S : Prop | mk : S → S  inductive T : Prop | mk : And T T → T',
    good: 'def d : S → Nat := S.rec.{1} (fun (x : S) => Nat) (fun (x : S) => fun (h : Nat) => h)',
    bad: 'def d : T → Nat := T.rec.{1} (fun (x : T) => Nat) (fun (x : And T T) => Nat) (fun (x : And T T) => fun (h : Nat) => h) (fun (x : T) => fun (y : T) => fun (h : Nat) => fun (k : Nat) => h)',
    rule: 'level-arity',
  },
  {
    name: 'a proposition behind a definition',
    given: 'inductive W : Prop | mk : Nat → P → W  def V : Prop := W',
    good: 'theorem t : V → P := fun (x : V) => proj W 1 x',
    bad: 'def d : V → Nat := fun (x : V) => proj W 0 x',
    rule: 'projection-prop',
  },
  {
    name: 'a proposition is data',
    given: 'inductive W : Prop | mk : (q : Prop) → P → W',
    good: 'theorem t : W → P := fun (x : W) => proj W 1 x',
    bad: 'def d : W → Prop := fun (x : W) => proj W 0 x',
    rule: 'projection-prop',
  },
  {
    name: 'a proof of a hidden proposition',
    given: 'inductive W : Prop | mk : (q : Prop) → q → P → W',
    good: 'theorem t : W → Exists.{1} Prop (fun (q : Prop) => q) := W.rec (fun (x : W) => Exists.{1} Prop (fun (q : Prop) => q)) (fun (q : Prop) => fun (h : q) => fun (k : P) => Exists.intro.{1} Prop (fun (q : Prop) => q) q h)',
    bad: 'def d : (x : W) → (q : Prop) → q := fun (x : W) => fun (q : Prop) => proj W 1 x',
    rule: 'projection-prop',
  },
  {
    name: 'eta does not put hidden data back',
    given: 'inductive W : Prop | mk : Nat → W',
    good: 'theorem t : (x : W) → Eq.{0} W x (W.mk 3) := fun (x : W) => Eq.refl.{0} W x',
    bad: 'theorem t : (x : W) → Eq.{0} W x (W.mk (proj W 0 x)) := fun (x : W) => Eq.refl.{0} W x',
    rule: 'projection-prop',
  },
  {
    name: 'a structure of no fixed universe, at Prop',
    given: 'inductive M.{u} (α : Sort u) : Sort u | mk : α → M.{u} α',
    good: 'theorem t : M.{0} P → P := fun (x : M.{0} P) => proj M 0 x',
    bad: 'theorem t : (x : M.{1} Bool) → (y : M.{1} Bool) → Eq.{1} Bool (proj M 0 x) (proj M 0 y) := fun (x : M.{1} Bool) => fun (y : M.{1} Bool) => Eq.refl.{1} Bool (proj M 0 x)',
    rule: 'value-type',
  },
  {
    name: 'a structure of no fixed universe holds nothing larger',
    good: 'inductive M.{u,v} (α : Sort u) (β : Sort v) : Sort (max u v) | mk : α → β → M.{u,v} α β',
    bad: 'inductive M.{u,v} (α : Sort u) (β : Sort v) : Sort (imax u v) | mk : α → β → M.{u,v} α β',
    rule: 'constructor-universe',
  },
  {
    name: 'a universe that is zero at one place',
    good: 'inductive T.{u} : Sort (max 1 u) | mk : Bool → T.{u}',
    bad: 'inductive T.{u} : Sort (imax 1 u) | mk : Bool → T.{u}',
    rule: 'constructor-universe',
  },
  {
    name: 'K where the sides are equal by reduction only',
    good: 'theorem t : (h : Eq.{1} Nat 1 (Nat.succ 0)) → Eq.{1} Nat (Eq.rec.{1,1} Nat 1 (fun (x : Nat) => fun (e : Eq.{1} Nat 1 x) => Nat) 5 (Nat.succ 0) h) 5 := fun (h : Eq.{1} Nat 1 (Nat.succ 0)) => Eq.refl.{1} Nat 5',
    bad: 'theorem t : (h : Eq.{1} Nat 1 0) → Eq.{1} Nat (Eq.rec.{1,1} Nat 1 (fun (x : Nat) => fun (e : Eq.{1} Nat 1 x) => Nat) 5 0 h) 5 := fun (h : Eq.{1} Nat 1 0) => Eq.refl.{1} Nat 5',
    rule: 'value-type',
  },
]
