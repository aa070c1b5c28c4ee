import Library.Arithmetic

namespace Library

section Sums

variable (xs ys : List Nat)

def total : List Nat → Nat
  | [] => 0
  | x :: xs => x + total xs

def totalOnto : List Nat → Nat → Nat
  | [], acc => acc
  | x :: xs, acc => totalOnto xs (acc + x)

theorem total_append : total (xs ++ ys) = total xs + total ys := by
  sorry

theorem totalOnto_zero : totalOnto xs 0 = total xs := by
  sorry

theorem total_reverse : total xs.reverse = total xs := by
  sorry

theorem total_replicate (n k : Nat) : total (List.replicate n k) = n * k := by
  sorry

end Sums

section Shapes

variable {α : Type}

/-- Every element twice. -/
def stutter : List α → List α
  | [] => []
  | x :: xs => x :: x :: stutter xs

/-- Takes from both in turn. -/
def interleave : List α → List α → List α
  | [], ys => ys
  | x :: xs, ys => x :: interleave' ys xs
where
  interleave' : List α → List α → List α
  | [], xs => xs
  | y :: ys, xs => y :: (xs ++ ys)

def countOf [DecidableEq α] (a : α) : List α → Nat
  | [] => 0
  | x :: xs => if x = a then countOf a xs + 1 else countOf a xs

theorem length_stutter (xs : List α) : (stutter xs).length = xs.length + xs.length := by
  sorry

theorem stutter_append (xs ys : List α) : stutter (xs ++ ys) = stutter xs ++ stutter ys := by
  sorry

theorem length_interleave (xs ys : List α) : (interleave xs ys).length = xs.length + ys.length := by
  sorry

theorem countOf_append [DecidableEq α] (a : α) (xs ys : List α) :
    countOf a (xs ++ ys) = countOf a xs + countOf a ys := by
  sorry

theorem countOf_le [DecidableEq α] (a : α) (xs : List α) : countOf a xs ≤ xs.length := by
  induction xs with
  | nil => sorry
  | cons x xs ih =>
    unfold countOf
    split
    · sorry
    · sorry

theorem countOf_stutter [DecidableEq α] (a : α) (xs : List α) :
    countOf a (stutter xs) = countOf a xs + countOf a xs := by
  sorry

end Shapes

/-- Insertion into a sorted list. -/
def insert (x : Nat) : List Nat → List Nat
  | [] => [x]
  | y :: ys => if x ≤ y then x :: y :: ys else y :: insert x ys

def isort : List Nat → List Nat
  | [] => []
  | x :: xs => insert x (isort xs)

theorem length_insert (x : Nat) (xs : List Nat) : (insert x xs).length = xs.length + 1 := by
  sorry

theorem length_isort (xs : List Nat) : (isort xs).length = xs.length := by
  sorry

theorem total_insert (x : Nat) (xs : List Nat) : total (insert x xs) = x + total xs := by
  sorry

theorem total_isort (xs : List Nat) : total (isort xs) = total xs := by
  sorry

end Library
