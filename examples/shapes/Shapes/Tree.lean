/-! A small project with three holes, for `orch sorries`, `orch fill`, `orch golf` and `orch blueprint`. -/

inductive Tree where
  | leaf : Tree
  | node : Tree → Nat → Tree → Tree

namespace Tree

def size : Tree → Nat
  | leaf => 0
  | node l _ r => l.size + 1 + r.size

def mirror : Tree → Tree
  | leaf => leaf
  | node l x r => node r.mirror x l.mirror

theorem size_leaf : leaf.size = 0 := by
  simp only [size]

theorem size_mirror (t : Tree) : t.mirror.size = t.size := by
  sorry

theorem mirror_mirror (t : Tree) : t.mirror.mirror = t := by
  sorry

theorem size_node (l r : Tree) (x : Nat) : (node l x r).size = (node r x l).size := by
  sorry

end Tree
