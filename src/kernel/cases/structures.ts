import type { CasePair } from './pair.ts'

const PAIR = 'axiom B : Type  axiom b : B  axiom pr : Prod.{0,0} A B'
/** A proposition with a proof, data that nothing depends on, data that a proof depends on, and proofs. */
const MIXED = `inductive M : Prop
    | mk : (h1 : True) → (n : Nat) → (h2 : True) → (k : Nat) → (e : Eq.{1} Nat k k) → (h3 : True) → M`

/** Projections and quotients. */
export const STRUCTURES: readonly CasePair[] = [
  {
    name: 'the type of a projection',
    given: PAIR,
    good: 'def d : A := proj Prod 0 pr',
    bad: 'def d : B := proj Prod 0 pr',
    rule: 'value-type',
  },
  {
    name: 'the second field',
    given: PAIR,
    good: 'def d : B := proj Prod 1 pr',
    bad: 'def d : B := proj Prod 2 pr',
    rule: 'projection-range',
  },
  {
    name: 'a projection names its structure',
    given: PAIR,
    good: 'def d : A := proj Prod 0 pr',
    bad: 'def d : A := proj And 0 pr',
    rule: 'projection-name',
  },
  {
    name: 'only structures are projected',
    given: 'axiom n : Nat',
    good: 'def d : (x : And P Q) → P := fun (x : And P Q) => proj And 0 x',
    bad: 'def d : Nat := proj Nat 0 n',
    rule: 'projection-structure',
  },
  {
    name: 'a function is not projected',
    given: PAIR,
    good: 'def d : A := proj Prod 0 pr',
    bad: 'def d : A := proj Prod 0 (fun (x : A) => pr)',
    rule: 'projection-structure',
  },
  {
    name: 'a type without constructors is not projected',
    given: 'inductive E : Type',
    good: 'def d : (x : Prod.{0,0} A A) → A := fun (x : Prod.{0,0} A A) => proj Prod 0 x',
    bad: 'def d : (x : E) → A := fun (x : E) => proj E 0 x',
    rule: 'projection-structure',
  },
  {
    name: 'a type with two constructors is not projected',
    given: 'inductive D : Type | l : A → D | r : Bool → D',
    good: 'def d : (x : Prod.{0,0} A A) → A := fun (x : Prod.{0,0} A A) => proj Prod 0 x',
    bad: 'def d : (x : D) → A := fun (x : D) => proj D 0 x',
    rule: 'projection-structure',
  },
  {
    name: 'a type with indices is not projected',
    given: 'inductive Ix : Nat → Type | mk : A → Ix Nat.zero',
    good: 'def d : (x : Prod.{0,0} A A) → A := fun (x : Prod.{0,0} A A) => proj Prod 0 x',
    bad: 'def d : (x : Ix Nat.zero) → A := fun (x : Ix Nat.zero) => proj Ix 0 x',
    rule: 'projection-structure',
  },
  {
    name: 'what is projected is checked',
    given: 'inductive W : Prop | mk : False → W',
    good: 'theorem t : (h : False) → False := fun (h : False) => proj W 0 (W.mk h)',
    bad: 'theorem t : False := proj W 0 (W.mk True.intro)',
    rule: 'application-type',
  },
  {
    name: 'projections of dependent structures',
    given: 'inductive Sig (F : A → Type) : Type | mk : (x : A) → F x → Sig F  axiom F : A → Type',
    good: 'def d : (s : Sig F) → F (proj Sig 0 s) := fun (s : Sig F) => proj Sig 1 s',
    bad: 'def d : (s : Sig F) → F a := fun (s : Sig F) => proj Sig 1 s',
    rule: 'value-type',
  },
  {
    name: 'a projection of a constructor reduces',
    given: 'axiom F : A → Type  axiom x : F a  axiom c : A',
    good: 'def d : F (proj Prod 0 (Prod.mk.{0,0} A A a c)) := x',
    bad: 'def d : F (proj Prod 1 (Prod.mk.{0,0} A A a c)) := x',
    rule: 'value-type',
  },
  {
    name: 'a projection of something that reduces to a constructor',
    given: 'axiom F : A → Type  axiom x : F a  axiom c : A  def pp : Prod.{0,0} A A := Prod.mk.{0,0} A A a c',
    good: 'def d : F (proj Prod 0 pp) := x',
    bad: 'def d : F (proj Prod 1 pp) := x',
    rule: 'value-type',
  },
  {
    name: 'a proof out of a proof',
    given: MIXED,
    good: 'def d : M → True := fun (m : M) => proj M 0 m',
    bad: 'def d : M → Nat := fun (m : M) => proj M 1 m',
    rule: 'projection-prop',
  },
  {
    name: 'a proof behind data that nothing depends on',
    given: MIXED,
    good: 'def d : M → True := fun (m : M) => proj M 2 m',
    bad: 'def d : M → Nat := fun (m : M) => proj M 3 m',
    rule: 'projection-prop',
  },
  {
    name: 'no proof about data that is hidden',
    given: MIXED,
    good: 'def d : M → True := fun (m : M) => proj M 0 m',
    bad: 'def d : (m : M) → Eq.{1} Nat (proj M 3 m) (proj M 3 m) := fun (m : M) => proj M 4 m',
    rule: 'projection-prop',
  },
  {
    name: 'no proof behind data that another field depends on',
    given: MIXED,
    good: 'def d : M → True := fun (m : M) => proj M 2 m',
    bad: 'def d : M → True := fun (m : M) => proj M 5 m',
    rule: 'projection-prop',
  },
  {
    name: 'no data out of a proposition in disguise',
    given: 'inductive W : Sort (imax 1 0) | mk : Bool → W  inductive V : Sort (imax 0 1) | mk : Bool → V',
    good: 'def d : V → Bool := fun (x : V) => proj V 0 x',
    bad: 'def d : W → Bool := fun (x : W) => proj W 0 x',
    rule: 'projection-prop',
  },
  {
    name: 'no data out of a proposition of unknown universe',
    given: 'inductive W.{u} : Sort (max 1 u) | mk : Bool → W.{u}',
    good: 'def d.{u} : W.{u} → Bool := fun (x : W.{u}) => proj W 0 x',
    bad: 'def d : Exists.{1} Bool (fun (x : Bool) => True) → Bool := fun (x : Exists.{1} Bool (fun (x : Bool) => True)) => proj Exists 0 x',
    rule: 'projection-prop',
  },
  {
    name: 'Quot.lift computes on Quot.mk',
    given: 'quotient',
    good: 'theorem t : (r : A → A → Prop) → (f : A → Bool) → (h : (x : A) → (y : A) → r x y → Eq.{1} Bool (f x) (f y)) → Eq.{1} Bool (Quot.lift.{1,1} A r Bool f h (Quot.mk.{1} A r a)) (f a) := fun (r : A → A → Prop) => fun (f : A → Bool) => fun (h : (x : A) → (y : A) → r x y → Eq.{1} Bool (f x) (f y)) => Eq.refl.{1} Bool (f a)',
    bad: 'theorem t : (r : A → A → Prop) → (f : A → Bool) → (h : (x : A) → (y : A) → r x y → Eq.{1} Bool (f x) (f y)) → (q : Quot.{1} A r) → Eq.{1} Bool (Quot.lift.{1,1} A r Bool f h q) (f a) := fun (r : A → A → Prop) => fun (f : A → Bool) => fun (h : (x : A) → (y : A) → r x y → Eq.{1} Bool (f x) (f y)) => fun (q : Quot.{1} A r) => Eq.refl.{1} Bool (f a)',
    rule: 'value-type',
  },
  {
    name: 'Quot.lift needs a function that respects the relation',
    given:
      'quotient  axiom r : A → A → Prop  axiom f : A → Bool  axiom h : (x : A) → (y : A) → r x y → Eq.{1} Bool (f x) (f y)  axiom k : (x : A) → Eq.{1} Bool (f x) (f x)',
    good: 'def d : Quot.{1} A r → Bool := Quot.lift.{1,1} A r Bool f h',
    bad: 'def d : Quot.{1} A r → Bool := Quot.lift.{1,1} A r Bool f k',
    rule: 'application-type',
  },
  {
    name: 'Quot.ind proves for all',
    given:
      'quotient  axiom r : A → A → Prop  axiom F : Quot.{1} A r → Prop  axiom h : (x : A) → F (Quot.mk.{1} A r x)  axiom k : F (Quot.mk.{1} A r a)',
    good: 'theorem t : (q : Quot.{1} A r) → F q := Quot.ind.{1} A r F h',
    bad: 'theorem t : (q : Quot.{1} A r) → F q := Quot.ind.{1} A r F (fun (x : A) => k)',
    rule: 'application-type',
  },
  {
    name: 'different classes are not equal by definition',
    given: 'quotient  axiom r : A → A → Prop  axiom c : A',
    good: 'theorem t : Eq.{1} (Quot.{1} A r) (Quot.mk.{1} A r a) (Quot.mk.{1} A r (id.{1} A a)) := Eq.refl.{1} (Quot.{1} A r) (Quot.mk.{1} A r a)',
    bad: 'theorem t : r a c → Eq.{1} (Quot.{1} A r) (Quot.mk.{1} A r a) (Quot.mk.{1} A r c) := fun (h : r a c) => Eq.refl.{1} (Quot.{1} A r) (Quot.mk.{1} A r a)',
    rule: 'value-type',
  },
  {
    name: 'a name of the quotients is declared once',
    given: 'quotient',
    good: 'axiom Quot2 : Type',
    bad: 'axiom Quot : Type',
    rule: 'unique-name',
  },
]
