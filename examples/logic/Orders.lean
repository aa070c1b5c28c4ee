import Propositions

/-! Orders as a structure of our own, a few instances, and maps between them. -/

class Order (α : Type) where
  rel : α → α → Prop
  refl : ∀ a, rel a a
  trans : ∀ a b c, rel a b → rel b c → rel a c
  antisymm : ∀ a b, rel a b → rel b a → a = b

namespace Order

infix:50 " ⊑ " => Order.rel

instance : Order Nat where
  rel a b := a ≤ b
  refl := by sorry
  trans := by sorry
  antisymm a b := by
    intro h k
    sorry

/-- Divisibility of a multiple, written out. -/
def divides (a b : Nat) : Prop := ∃ k, b = a * k

theorem divides_refl (a : Nat) : divides a a := by
  sorry

theorem divides_trans {a b c : Nat} (h : divides a b) (k : divides b c) : divides a c := by
  obtain ⟨m, hm⟩ := h
  obtain ⟨n, hn⟩ := k
  sorry

theorem divides_add {a b c : Nat} (h : divides a b) (k : divides a c) : divides a (b + c) := by
  sorry

/-- One order after the other: pairs by both components. -/
instance {α β : Type} [Order α] [Order β] : Order (α × β) where
  rel x y := x.1 ⊑ y.1 ∧ x.2 ⊑ y.2
  refl x := ⟨Order.refl x.1, sorry⟩
  trans x y z h k := by sorry
  antisymm x y h k := by
    have h₁ : x.1 = y.1 := sorry
    have h₂ : x.2 = y.2 := by sorry
    exact Prod.ext h₁ h₂

def Monotone {α β : Type} [Order α] [Order β] (f : α → β) : Prop :=
  ∀ a b, a ⊑ b → f a ⊑ f b

section Maps

variable {α β γ : Type} [Order α] [Order β] [Order γ]

theorem Monotone.id : Monotone (fun a : α => a) := by
  sorry

theorem Monotone.comp {g : β → γ} {f : α → β} (hg : Monotone g) (hf : Monotone f) :
    Monotone (fun a => g (f a)) := by
  intro a b h
  sorry

theorem Monotone.const (b : β) : Monotone (fun _ : α => b) := by
  sorry

theorem rel_of_eq {a b : α} (h : a = b) : a ⊑ b := by
  sorry

theorem eq_of_rel_all {a b : α} (h : ∀ c, c ⊑ a ↔ c ⊑ b) : a = b := by
  sorry

/-- Bounds are unique. -/
def IsMeet (a b m : α) : Prop := m ⊑ a ∧ m ⊑ b ∧ ∀ x, x ⊑ a → x ⊑ b → x ⊑ m

theorem IsMeet.unique {a b m n : α} (hm : IsMeet a b m) (hn : IsMeet a b n) : m = n := by
  sorry

theorem IsMeet.symm {a b m : α} (h : IsMeet a b m) : IsMeet b a m := by
  sorry

theorem IsMeet.self (a : α) : IsMeet a a a := by
  sorry

end Maps

theorem add_monotone (c : Nat) : Monotone (fun n : Nat => n + c) := by
  sorry

theorem double_monotone : Monotone (fun n : Nat => 2 * n) := by
  intro a b h
  show 2 * a ≤ 2 * b
  sorry

end Order
