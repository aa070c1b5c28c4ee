import Library.Lists

namespace Library

inductive Tree (α : Type) where
  | leaf : Tree α
  | node : Tree α → α → Tree α → Tree α

namespace Tree

variable {α β : Type}

def size : Tree α → Nat
  | leaf => 0
  | node l _ r => l.size + 1 + r.size

def height : Tree α → Nat
  | leaf => 0
  | node l _ r => Nat.max l.height r.height + 1

def mirror : Tree α → Tree α
  | leaf => leaf
  | node l x r => node r.mirror x l.mirror

def map (f : α → β) : Tree α → Tree β
  | leaf => leaf
  | node l x r => node (l.map f) (f x) (r.map f)

def toList : Tree α → List α
  | leaf => []
  | node l x r => l.toList ++ x :: r.toList

/-- Without appending: the rest of the list comes along. -/
def toListOnto : Tree α → List α → List α
  | leaf, acc => acc
  | node l x r, acc => l.toListOnto (x :: r.toListOnto acc)

theorem size_mirror (t : Tree α) : t.mirror.size = t.size := by
  sorry

theorem mirror_mirror (t : Tree α) : t.mirror.mirror = t := by
  sorry

theorem height_mirror (t : Tree α) : t.mirror.height = t.height := by
  sorry

theorem size_map (f : α → β) (t : Tree α) : (t.map f).size = t.size := by
  sorry

theorem mirror_map (f : α → β) (t : Tree α) : (t.map f).mirror = t.mirror.map f := by
  sorry

theorem length_toList (t : Tree α) : t.toList.length = t.size := by
  sorry

theorem toList_mirror (t : Tree α) : t.mirror.toList = t.toList.reverse := by
  sorry

theorem toList_map (f : α → β) (t : Tree α) : (t.map f).toList = t.toList.map f := by
  sorry

theorem toListOnto_nil (t : Tree α) : t.toListOnto [] = t.toList := by
  sorry

theorem height_le_size (t : Tree α) : t.height ≤ t.size := by
  sorry

end Tree

end Library
