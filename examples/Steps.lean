/-- Something to look at step by step. -/
def double : Nat → Nat
  | 0 => 0
  | n + 1 => double n + 2

namespace Steps

theorem double_eq (n : Nat) : double n = n + n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    rw [double, ih]
    omega

theorem swap {p q : Prop} (h : p ∧ q) : q ∧ p := by
  obtain ⟨hp, hq⟩ := h
  constructor
  · exact hq
  · exact hp

theorem term_proof : 1 + 1 = 2 := rfl

end Steps
