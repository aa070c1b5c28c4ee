namespace Library

/-- The sum of the first `n` numbers. -/
def sumTo : Nat → Nat
  | 0 => 0
  | n + 1 => sumTo n + (n + 1)

/-- The same, counting down into an accumulator. -/
def sumFrom : Nat → Nat → Nat
  | 0, acc => acc
  | n + 1, acc => sumFrom n (acc + (n + 1))

def power (b : Nat) : Nat → Nat
  | 0 => 1
  | n + 1 => power b n * b

def half : Nat → Nat
  | 0 => 0
  | 1 => 0
  | n + 2 => half n + 1

def parity : Nat → Bool
  | 0 => true
  | 1 => false
  | n + 2 => parity n

theorem sumTo_add (m n : Nat) : sumTo (m + n) = sumTo m + sumTo n + m * n := by
  sorry

theorem sumFrom_zero (n : Nat) : sumFrom n 0 = sumTo n := by
  sorry

theorem le_sumTo (n : Nat) : n ≤ sumTo n := by
  sorry

theorem sumTo_succ (n : Nat) : sumTo (n + 1) = sumTo n + n + 1 := by
  sorry

theorem power_one (b : Nat) : power b 1 = b := by
  sorry

theorem power_add (b m n : Nat) : power b (m + n) = power b m * power b n := by
  sorry

theorem one_power (n : Nat) : power 1 n = 1 := by
  sorry

theorem power_pos (b n : Nat) (h : 0 < b) : 0 < power b n := by
  sorry

theorem half_le (n : Nat) : half n ≤ n := by
  sorry

theorem half_double (n : Nat) : half (n + n) = n := by
  sorry

theorem parity_double (n : Nat) : parity (n + n) = true := by
  sorry

theorem half_add_half (n : Nat) (h : parity n = true) : half n + half n = n := by
  sorry

end Library
