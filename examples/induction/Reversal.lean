import Sequences

/-! What needs a lemma that is not stated anywhere: each of these asks for one to be found. -/

/-- Words over an alphabet. -/
inductive Word (α : Type) where
  | nil : Word α
  | letter : α → Word α → Word α

namespace Word

variable {α β : Type}

def join : Word α → Word α → Word α
  | nil, v => v
  | letter a w, v => letter a (join w v)

def reverse : Word α → Word α
  | nil => nil
  | letter a w => join (reverse w) (letter a nil)

def turnOnto : Word α → Word α → Word α
  | nil, v => v
  | letter a w, v => turnOnto w (letter a v)

def count : Word α → Nat
  | nil => 0
  | letter _ w => count w + 1

def countFrom : Word α → Nat → Nat
  | nil, n => n
  | letter _ w, n => countFrom w (n + 1)

def image (f : α → β) : Word α → Word β
  | nil => nil
  | letter a w => letter (f a) (image f w)

theorem reverse_reverse (w : Word α) : reverse (reverse w) = w := by
  sorry

theorem count_reverse (w : Word α) : count (reverse w) = count w := by
  sorry

theorem image_reverse (f : α → β) (w : Word α) : image f (reverse w) = reverse (image f w) := by
  sorry

theorem turnOnto_nil (w : Word α) : turnOnto w nil = reverse w := by
  sorry

theorem countFrom_zero (w : Word α) : countFrom w 0 = count w := by
  sorry

end Word

/-- Numbers again, so that no lemma about the others helps. -/
inductive P where
  | one : P
  | next : P → P

namespace P

def plus : P → P → P
  | one, m => next m
  | next n, m => next (plus n m)

def times : P → P → P
  | one, m => m
  | next n, m => plus m (times n m)

def twice : P → P
  | one => next one
  | next n => next (next (twice n))

theorem plus_comm (n m : P) : plus n m = plus m n := by
  sorry

theorem twice_eq_plus (n : P) : twice n = plus n n := by
  sorry

theorem times_one (n : P) : times n one = n := by
  sorry

theorem times_next (n m : P) : times n (next m) = plus n (times n m) := by
  sorry

end P
