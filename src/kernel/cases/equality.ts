import type { CasePair } from './pair.ts'

/** Definitional equality: proofs, eta, unfolding. */
export const EQUALITY: readonly CasePair[] = [
  {
    name: 'proof irrelevance',
    good: 'theorem t : (x : P) → (y : P) → Eq.{0} P x y := fun (x : P) => fun (y : P) => Eq.refl.{0} P x',
    bad: 'theorem t : (x : A) → (y : A) → Eq.{1} A x y := fun (x : A) => fun (y : A) => Eq.refl.{1} A x',
    rule: 'value-type',
  },
  {
    name: 'proof irrelevance needs one proposition',
    given:
      'axiom F : P → Type  axiom f : (x : P) → F x  axiom G : (x : Prop) → x → Type  axiom g : (x : Prop) → (y : x) → G x y  axiom q : Q',
    good: 'def d : (x : P) → F x := fun (x : P) => f p',
    bad: 'def d : G P p := g Q q',
    rule: 'value-type',
  },
  {
    name: 'proof irrelevance where Prop is seen by reduction',
    good: 'theorem t : (r : id.{2} Type Prop) → (x : r) → (y : r) → Eq.{0} r x y := fun (r : id.{2} Type Prop) => fun (x : r) => fun (y : r) => Eq.refl.{0} r x',
    bad: 'theorem t : (r : Type) → (x : r) → (y : r) → Eq.{1} r x y := fun (r : Type) => fun (x : r) => fun (y : r) => Eq.refl.{1} r x',
    rule: 'value-type',
  },
  {
    name: 'proof irrelevance where Prop is seen by normalising the level',
    given: 'axiom R : Sort (imax 1 0)  axiom S : Sort (imax 0 1)',
    good: 'theorem t : (x : R) → (y : R) → Eq.{0} R x y := fun (x : R) => fun (y : R) => Eq.refl.{0} R x',
    bad: 'theorem t : (x : S) → (y : S) → Eq.{1} S x y := fun (x : S) => fun (y : S) => Eq.refl.{1} S x',
    rule: 'value-type',
  },
  {
    name: 'unit eta',
    given: 'inductive Two : Type | a : Two | b : Two',
    good: 'theorem t.{u} : (x : PUnit.{u}) → (y : PUnit.{u}) → Eq.{u} PUnit.{u} x y := fun (x : PUnit.{u}) => fun (y : PUnit.{u}) => Eq.refl.{u} PUnit.{u} x',
    bad: 'theorem t : (x : Two) → (y : Two) → Eq.{1} Two x y := fun (x : Two) => fun (y : Two) => Eq.refl.{1} Two x',
    rule: 'value-type',
  },
  {
    name: 'unit eta needs a structure without fields',
    given: 'inductive W : Type | mk : Bool → W',
    good: 'theorem t : (x : PUnit.{1}) → Eq.{1} PUnit.{1} x PUnit.unit.{1} := fun (x : PUnit.{1}) => Eq.refl.{1} PUnit.{1} x',
    bad: 'theorem t : Eq.{1} W (W.mk Bool.true) (W.mk Bool.false) := Eq.refl.{1} W (W.mk Bool.true)',
    rule: 'value-type',
  },
  {
    name: 'structure eta',
    good: 'theorem t : (x : Prod.{0,0} A Bool) → Eq.{1} (Prod.{0,0} A Bool) x (Prod.mk.{0,0} A Bool (proj Prod 0 x) (proj Prod 1 x)) := fun (x : Prod.{0,0} A Bool) => Eq.refl.{1} (Prod.{0,0} A Bool) x',
    bad: 'theorem t : (x : Prod.{0,0} A A) → Eq.{1} (Prod.{0,0} A A) x (Prod.mk.{0,0} A A (proj Prod 1 x) (proj Prod 0 x)) := fun (x : Prod.{0,0} A A) => Eq.refl.{1} (Prod.{0,0} A A) x',
    rule: 'value-type',
  },
  {
    name: 'structure eta needs all fields',
    given: 'inductive S : Type | mk : Bool → True → S',
    good: 'theorem t : (x : True → S) → (h : True) → Eq.{1} S (S.mk (proj S 0 (x h)) h) (x h) := fun (x : True → S) => fun (h : True) => Eq.refl.{1} S (x h)',
    bad: 'theorem t : (x : True → S) → Eq.{1} (True → S) (S.mk (proj S 0 (x True.intro))) x := fun (x : True → S) => Eq.refl.{1} (True → S) x',
    rule: 'value-type',
  },
  {
    name: 'function eta',
    good: 'theorem t : (f : A → A) → Eq.{1} (A → A) (fun (x : A) => f x) f := fun (f : A → A) => Eq.refl.{1} (A → A) f',
    bad: 'theorem t : (g : A → A) → (f : A → A) → Eq.{1} (A → A) (fun (x : A) => f (g x)) f := fun (g : A → A) => fun (f : A → A) => Eq.refl.{1} (A → A) f',
    rule: 'value-type',
  },
  {
    name: 'function eta for dependent functions',
    given: 'axiom F : A → Type  axiom b : A',
    good: 'theorem t : (f : (x : A) → F x) → Eq.{1} ((x : A) → F x) (fun (x : A) => f x) f := fun (f : (x : A) → F x) => Eq.refl.{1} ((x : A) → F x) f',
    bad: 'theorem t : (f : A → A) → Eq.{1} (A → A) (fun (x : A) => f b) f := fun (f : A → A) => Eq.refl.{1} (A → A) f',
    rule: 'value-type',
  },
  {
    name: 'no K between different functions',
    good: 'theorem t : (y : Bool) → Eq.{1} (Bool → Bool) (fun (x : Bool) => y) (fun (z : Bool) => y) := fun (y : Bool) => Eq.refl.{1} (Bool → Bool) (fun (z : Bool) => y)',
    bad: 'theorem t : (y : Bool) → Eq.{1} (Bool → Bool) (fun (x : Bool) => x) (fun (z : Bool) => y) := fun (y : Bool) => Eq.refl.{1} (Bool → Bool) (fun (z : Bool) => y)',
    rule: 'value-type',
  },
  {
    name: 'definitions are unfolded on both sides',
    given: 'def f : A → A := fun (x : A) => x  def g : A → A := fun (x : A) => f x  axiom h : A → A',
    good: 'theorem t : Eq.{1} A (f a) (g a) := Eq.refl.{1} A a',
    bad: 'theorem t : Eq.{1} A (f a) (h a) := Eq.refl.{1} A a',
    rule: 'value-type',
  },
  {
    name: 'arguments that are ignored do not matter',
    given: 'axiom b : A  def k : A → Bool → A := fun (x : A) => fun (y : Bool) => x',
    good: 'theorem t : Eq.{1} A (k a Bool.true) (k a Bool.false) := Eq.refl.{1} A a',
    bad: 'theorem t : Eq.{1} A (k a Bool.true) (k b Bool.true) := Eq.refl.{1} A a',
    rule: 'value-type',
  },
]
