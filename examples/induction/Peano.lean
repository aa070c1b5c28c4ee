/-! Natural numbers from scratch: nothing about them is known but what stands here. -/

inductive N where
  | zero : N
  | succ : N → N

namespace N

def add : N → N → N
  | zero, m => m
  | succ n, m => succ (add n m)

def mul : N → N → N
  | zero, _ => zero
  | succ n, m => add m (mul n m)

def double : N → N
  | zero => zero
  | succ n => succ (succ (double n))

def isEven : N → Bool
  | zero => true
  | succ n => !isEven n

def le : N → N → Bool
  | zero, _ => true
  | succ _, zero => false
  | succ n, succ m => le n m

def max : N → N → N
  | zero, m => m
  | succ n, zero => succ n
  | succ n, succ m => succ (max n m)

theorem add_zero (n : N) : add n zero = n := by
  sorry

theorem add_succ (n m : N) : add n (succ m) = succ (add n m) := by
  induction n with
  | zero => sorry
  | succ n ih => sorry

theorem add_assoc (a b c : N) : add (add a b) c = add a (add b c) := by
  sorry

theorem add_comm (n m : N) : add n m = add m n := by
  sorry

theorem add_left_comm (a b c : N) : add a (add b c) = add b (add a c) := sorry

theorem mul_zero (n : N) : mul n zero = zero := by
  sorry

theorem mul_succ (n m : N) : mul n (succ m) = add n (mul n m) := by
  sorry

theorem double_eq_add (n : N) : double n = add n n := by
  sorry

theorem isEven_double (n : N) : isEven (double n) = true := by
  sorry

theorem isEven_add_self (n : N) : isEven (add n n) = true := by
  sorry

theorem le_refl (n : N) : le n n = true := by
  sorry

theorem le_succ (n : N) : le n (succ n) = true := by
  sorry

theorem le_add (n m : N) : le n (add n m) = true := by
  sorry

theorem le_trans {a b c : N} (h : le a b = true) (k : le b c = true) : le a c = true := by
  sorry

theorem le_antisymm {a b : N} (h : le a b = true) (k : le b a = true) : a = b := by
  sorry

theorem max_self (n : N) : max n n = n := by
  sorry

theorem max_comm (n m : N) : max n m = max m n := by
  sorry

theorem le_max (n m : N) : le n (max n m) = true := by
  sorry

end N
