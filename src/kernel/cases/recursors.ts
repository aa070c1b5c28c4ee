import type { CasePair } from './pair.ts'

/** Recursors: where they eliminate to, and what they compute. */
export const RECURSORS: readonly CasePair[] = [
  {
    name: 'a type eliminates into every sort',
    good: 'def d : Bool → Type := Bool.rec.{2} (fun (b : Bool) => Type) A A',
    bad: 'def d : Bool → Type := Bool.rec.{1} (fun (b : Bool) => Type) A A',
    rule: 'application-type',
  },
  {
    name: 'a proposition with two constructors eliminates into Prop',
    good: 'theorem t : (x : Or P P) → P := Or.rec P P (fun (x : Or P P) => P) (fun (x : P) => x) (fun (x : P) => x)',
    bad: 'def d : (x : Or P P) → Bool := Or.rec.{1} P P (fun (x : Or P P) => Bool) (fun (x : P) => Bool.true) (fun (x : P) => Bool.false)',
    rule: 'level-arity',
  },
  {
    name: 'a proposition with data eliminates into Prop',
    good: 'theorem t : Exists.{1} A (fun (x : A) => P) → P := Exists.rec.{1} A (fun (x : A) => P) (fun (e : Exists.{1} A (fun (x : A) => P)) => P) (fun (w : A) => fun (h : P) => h)',
    bad: 'def d : Exists.{1} A (fun (x : A) => P) → A := Exists.rec.{1,1} A (fun (x : A) => P) (fun (e : Exists.{1} A (fun (x : A) => P)) => A) (fun (w : A) => fun (h : P) => w)',
    rule: 'level-arity',
  },
  {
    name: 'a proposition of proofs eliminates into every sort',
    good: 'def d : And P P → A := And.rec.{1} P P (fun (x : And P P) => A) (fun (x : P) => fun (y : P) => a)',
    bad: 'def d : And P P → A := And.rec P P (fun (x : And P P) => A) (fun (x : P) => fun (y : P) => a)',
    rule: 'level-arity',
  },
  {
    name: 'an empty proposition eliminates into every sort',
    good: 'def d : False → A := False.rec.{1} (fun (x : False) => A)',
    bad: 'def d : False → A := False.rec.{0} (fun (x : False) => A)',
    rule: 'application-type',
  },
  {
    name: 'data that stands in the indices may be revealed',
    given: 'inductive Ix : A → Prop | mk : (x : A) → Ix x  inductive Hid : A → Prop | mk : (x : A) → Hid a',
    good: 'def d : (x : A) → Ix x → A := Ix.rec.{1} (fun (x : A) => fun (h : Ix x) => A) (fun (x : A) => x)',
    bad: 'def d : (x : A) → Hid x → A := Hid.rec.{1} (fun (x : A) => fun (h : Hid x) => A) (fun (x : A) => x)',
    rule: 'level-arity',
  },
  {
    name: 'data that stands in the indices stands there as it is',
    given:
      'inductive Ix : A → Prop | mk : (x : A) → Ix x  inductive Idx : A → Prop | mk : (x : A) → Idx (id.{1} A x)',
    good: 'def d : (x : A) → Ix x → A := Ix.rec.{1} (fun (x : A) => fun (h : Ix x) => A) (fun (x : A) => x)',
    bad: 'def d : (x : A) → Idx x → A := Idx.rec.{1} (fun (x : A) => fun (h : Idx x) => A) (fun (x : A) => x)',
    rule: 'level-arity',
  },
  {
    name: 'mutual propositions eliminate into Prop',
    given: 'mutual inductive E : Prop | mk : O → E inductive O : Prop | mk : E → O end',
    good: 'theorem t : E → P := E.rec (fun (e : E) => P) (fun (o : O) => P) (fun (o : O) => fun (h : P) => h) (fun (e : E) => fun (h : P) => h)',
    bad: 'def d : E → A := E.rec.{1} (fun (e : E) => A) (fun (o : O) => A) (fun (o : O) => fun (h : A) => h) (fun (e : E) => fun (h : A) => h)',
    rule: 'level-arity',
  },
  {
    name: 'a type that may be a proposition eliminates into Prop',
    given:
      'inductive B.{u} : Sort u | t : B.{u} | f : B.{u}  inductive C.{u} : Sort (u + 1) | t : C.{u} | f : C.{u}',
    good: 'def d : C.{0} → Bool := C.rec.{1,0} (fun (x : C.{0}) => Bool) Bool.true Bool.false',
    bad: 'def d : B.{0} → Bool := B.rec.{1,0} (fun (x : B.{0}) => Bool) Bool.true Bool.false',
    rule: 'level-arity',
  },
  {
    name: 'a field that is Prop after normalisation is a proof',
    given: 'axiom R : Sort (imax 1 0)  inductive W : Prop | mk : R → W  inductive V : Prop | mk : A → V',
    good: 'def d : W → A := W.rec.{1} (fun (w : W) => A) (fun (r : R) => a)',
    bad: 'def d : V → A := V.rec.{1} (fun (w : V) => A) (fun (r : A) => a)',
    rule: 'level-arity',
  },
  {
    name: 'iota on Bool',
    good: 'theorem t : Eq.{1} Nat (Bool.rec.{1} (fun (b : Bool) => Nat) 1 2 Bool.true) 2 := Eq.refl.{1} Nat 2',
    bad: 'theorem t : Eq.{1} Nat (Bool.rec.{1} (fun (b : Bool) => Nat) 1 2 Bool.true) 1 := Eq.refl.{1} Nat 1',
    rule: 'value-type',
  },
  {
    name: 'iota with fields',
    good: 'theorem t : Eq.{1} Bool (Prod.rec.{1,0,0} Bool Bool (fun (p : Prod.{0,0} Bool Bool) => Bool) (fun (x : Bool) => fun (y : Bool) => y) (Prod.mk.{0,0} Bool Bool Bool.true Bool.false)) Bool.false := Eq.refl.{1} Bool Bool.false',
    bad: 'theorem t : Eq.{1} Bool (Prod.rec.{1,0,0} Bool Bool (fun (p : Prod.{0,0} Bool Bool) => Bool) (fun (x : Bool) => fun (y : Bool) => x) (Prod.mk.{0,0} Bool Bool Bool.true Bool.false)) Bool.false := Eq.refl.{1} Bool Bool.false',
    rule: 'value-type',
  },
  {
    name: 'iota with induction hypotheses',
    given:
      'def plus : Nat → Nat → Nat := fun (x : Nat) => Nat.rec.{1} (fun (n : Nat) => Nat) x (fun (n : Nat) => fun (ih : Nat) => Nat.succ ih)',
    good: 'theorem t : (x : Nat) → (y : Nat) → Eq.{1} Nat (plus x (Nat.succ y)) (Nat.succ (plus x y)) := fun (x : Nat) => fun (y : Nat) => Eq.refl.{1} Nat (Nat.succ (plus x y))',
    bad: 'theorem t : (x : Nat) → (y : Nat) → Eq.{1} Nat (plus (Nat.succ x) y) (Nat.succ (plus x y)) := fun (x : Nat) => fun (y : Nat) => Eq.refl.{1} Nat (Nat.succ (plus x y))',
    rule: 'value-type',
  },
  {
    name: 'iota on a reflexive type',
    given:
      'inductive R : Type | leaf : R | node : (Bool → R) → R  def left : R → R := R.rec.{1} (fun (r : R) => R) R.leaf (fun (c : Bool → R) => fun (ih : Bool → R) => c Bool.true)',
    good: 'theorem t : (f : Bool → R) → Eq.{1} R (left (R.node f)) (f Bool.true) := fun (f : Bool → R) => Eq.refl.{1} R (f Bool.true)',
    bad: 'theorem t : (f : Bool → R) → Eq.{1} R (left (R.node f)) (f Bool.false) := fun (f : Bool → R) => Eq.refl.{1} R (f Bool.false)',
    rule: 'value-type',
  },
  {
    name: 'iota on a nested type',
    given: `inductive T : Type | node : Nat → List.{0} T → T
      def value : T → Nat := T.rec.{1} (fun (t : T) => Nat) (fun (l : List.{0} T) => Nat) (fun (n : Nat) => fun (l : List.{0} T) => fun (ih : Nat) => n) 0 (fun (h : T) => fun (tl : List.{0} T) => fun (x : Nat) => fun (y : Nat) => x)`,
    good: 'theorem t : Eq.{1} Nat (value (T.node 7 (List.nil.{0} T))) 7 := Eq.refl.{1} Nat 7',
    bad: 'theorem t : Eq.{1} Nat (value (T.node 7 (List.nil.{0} T))) 0 := Eq.refl.{1} Nat 0',
    rule: 'value-type',
  },
  {
    name: 'iota on an indexed type',
    given:
      'inductive V : Nat → Type | nil : V Nat.zero | cons : (n : Nat) → A → V n → V (Nat.succ n)  def len : (n : Nat) → V n → Nat := V.rec.{1} (fun (n : Nat) => fun (v : V n) => Nat) 0 (fun (n : Nat) => fun (x : A) => fun (v : V n) => fun (ih : Nat) => Nat.succ ih)',
    good: 'theorem t : Eq.{1} Nat (len (Nat.succ Nat.zero) (V.cons Nat.zero a V.nil)) 1 := Eq.refl.{1} Nat 1',
    bad: 'theorem t : Eq.{1} Nat (len (Nat.succ Nat.zero) (V.cons Nat.zero a V.nil)) 0 := Eq.refl.{1} Nat 0',
    rule: 'value-type',
  },
  {
    name: 'iota on mutual types',
    given: `mutual inductive E : Type | z : E | s : O → E inductive O : Type | s : E → O end
      def depth : E → Nat := E.rec.{1} (fun (e : E) => Nat) (fun (o : O) => Nat) 0 (fun (o : O) => fun (n : Nat) => Nat.succ n) (fun (e : E) => fun (n : Nat) => Nat.succ n)`,
    good: 'theorem t : Eq.{1} Nat (depth (E.s (O.s E.z))) 2 := Eq.refl.{1} Nat 2',
    bad: 'theorem t : Eq.{1} Nat (depth (E.s (O.s E.z))) 1 := Eq.refl.{1} Nat 1',
    rule: 'value-type',
  },
  {
    name: 'K on equality',
    good: 'theorem t : (h : Eq.{1} A a a) → (x : Bool) → Eq.{1} Bool (Eq.rec.{1,1} A a (fun (b : A) => fun (e : Eq.{1} A a b) => Bool) x a h) x := fun (h : Eq.{1} A a a) => fun (x : Bool) => Eq.refl.{1} Bool x',
    bad: 'theorem t : (b : A) → (h : Eq.{1} A a b) → (x : Bool) → Eq.{1} Bool (Eq.rec.{1,1} A a (fun (c : A) => fun (e : Eq.{1} A a c) => Bool) x b h) x := fun (b : A) => fun (h : Eq.{1} A a b) => fun (x : Bool) => Eq.refl.{1} Bool x',
    rule: 'value-type',
  },
  {
    name: 'no K where the constructor has fields',
    given: 'axiom r : A → A → Prop',
    good: 'theorem t : (x : A) → (h : (y : A) → r y x → Acc.{1} A r y) → (b : Bool) → Eq.{1} Bool (Acc.rec.{1,1} A r (fun (z : A) => fun (q : Acc.{1} A r z) => Bool) (fun (z : A) => fun (f : (y : A) → r y z → Acc.{1} A r y) => fun (ih : (y : A) → r y z → Bool) => b) x (Acc.intro.{1} A r x h)) b := fun (x : A) => fun (h : (y : A) → r y x → Acc.{1} A r y) => fun (b : Bool) => Eq.refl.{1} Bool b',
    bad: 'theorem t : (x : A) → (h : Acc.{1} A r x) → (b : Bool) → Eq.{1} Bool (Acc.rec.{1,1} A r (fun (z : A) => fun (q : Acc.{1} A r z) => Bool) (fun (z : A) => fun (f : (y : A) → r y z → Acc.{1} A r y) => fun (ih : (y : A) → r y z → Bool) => b) x h) b := fun (x : A) => fun (h : Acc.{1} A r x) => fun (b : Bool) => Eq.refl.{1} Bool b',
    rule: 'value-type',
  },
  {
    name: 'a recursor that lacks its major premise does not reduce by eta',
    good: 'theorem t : (f : Eq.{1} A a a → Bool) → (h : Eq.{1} A a a) → Eq.{1} Bool (Eq.rec.{1,1} A a (fun (b : A) => fun (e : Eq.{1} A a b) => Bool) (f (Eq.refl.{1} A a)) a h) (f h) := fun (f : Eq.{1} A a a → Bool) => fun (h : Eq.{1} A a a) => Eq.refl.{1} Bool (f h)',
    bad: 'theorem t : (f : Eq.{1} A a a → Bool) → Eq.{1} (Eq.{1} A a a → Bool) (Eq.rec.{1,1} A a (fun (b : A) => fun (e : Eq.{1} A a b) => Bool) (f (Eq.refl.{1} A a)) a) f := fun (f : Eq.{1} A a a → Bool) => Eq.refl.{1} (Eq.{1} A a a → Bool) f',
    rule: 'value-type',
  },
  {
    name: 'a structure is taken apart by eta',
    given: 'inductive One : Type | mk : One',
    good: 'theorem t : (x : One) → Eq.{1} Bool (One.rec.{1} (fun (o : One) => Bool) Bool.true x) Bool.true := fun (x : One) => Eq.refl.{1} Bool Bool.true',
    bad: 'theorem t : (x : Bool) → Eq.{1} Bool (Bool.rec.{1} (fun (o : Bool) => Bool) Bool.true Bool.true x) Bool.true := fun (x : Bool) => Eq.refl.{1} Bool Bool.true',
    rule: 'value-type',
  },
]
