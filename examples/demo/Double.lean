/-! Three holes for `orch fill`. -/

def double (n : Nat) : Nat := n + n

theorem double_zero : double 0 = 0 := by
  sorry

theorem double_add (a b : Nat) : double (a + b) = double a + double b := by
  sorry

theorem double_le (n : Nat) : n ≤ double n := by
  sorry
