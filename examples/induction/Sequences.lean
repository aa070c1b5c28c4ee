import Peano

/-! Finite sequences of our own, with their reversal written twice. -/

inductive Chain (α : Type) where
  | empty : Chain α
  | cons : α → Chain α → Chain α

namespace Chain

variable {α β : Type}

def append : Chain α → Chain α → Chain α
  | empty, t => t
  | cons x s, t => cons x (append s t)

def rev : Chain α → Chain α
  | empty => empty
  | cons x s => append (rev s) (cons x empty)

def revOnto : Chain α → Chain α → Chain α
  | empty, t => t
  | cons x s, t => revOnto s (cons x t)

def len : Chain α → N
  | empty => N.zero
  | cons _ s => N.succ (len s)

def map (f : α → β) : Chain α → Chain β
  | empty => empty
  | cons x s => cons (f x) (map f s)

def snoc : Chain α → α → Chain α
  | empty, y => cons y empty
  | cons x s, y => cons x (snoc s y)

theorem append_empty (s : Chain α) : append s empty = s := by
  sorry

theorem append_assoc (s t u : Chain α) : append (append s t) u = append s (append t u) := by
  sorry

theorem len_append (s t : Chain α) : len (append s t) = N.add (len s) (len t) := by
  sorry

theorem map_append (f : α → β) (s t : Chain α) : map f (append s t) = append (map f s) (map f t) := by
  sorry

theorem map_id (s : Chain α) : map (fun x => x) s = s := by
  sorry

theorem len_map (f : α → β) (s : Chain α) : len (map f s) = len s := by
  sorry

theorem snoc_eq_append (s : Chain α) (y : α) : snoc s y = append s (cons y empty) := by
  sorry

theorem len_snoc (s : Chain α) (y : α) : len (snoc s y) = N.succ (len s) := by
  sorry

theorem revOnto_append (s t u : Chain α) : append (revOnto s t) u = revOnto s (append t u) := by
  sorry

end Chain
