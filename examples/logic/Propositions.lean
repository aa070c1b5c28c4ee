/-! Exercises in propositional and predicate logic. -/

namespace Logic

section Propositional

variable (p q r : Prop)

theorem and_swap : p ∧ q ↔ q ∧ p := by
  constructor
  · sorry
  · sorry

theorem or_swap (h : p ∨ q) : q ∨ p := by
  sorry

theorem curry (h : p ∧ q → r) : p → q → r := by
  intro hp hq
  sorry

theorem and_or_left : p ∧ (q ∨ r) ↔ (p ∧ q) ∨ (p ∧ r) := by
  sorry

theorem not_or_iff : ¬(p ∨ q) ↔ ¬p ∧ ¬q := by
  sorry

theorem contrapositive (h : p → q) : ¬q → ¬p := sorry

theorem not_iff_not_self : ¬(p ↔ ¬p) := by
  sorry

theorem peirce : ((p → q) → p) → p := by
  sorry

theorem imp_or (h : p → q ∨ r) : (p → q) ∨ (p → r) := by
  sorry

end Propositional

section Predicates

variable {α : Type} (P Q : α → Prop)

theorem exists_or_split : (∃ x, P x ∨ Q x) ↔ (∃ x, P x) ∨ (∃ x, Q x) := by
  sorry

theorem forall_and_split : (∀ x, P x ∧ Q x) ↔ (∀ x, P x) ∧ (∀ x, Q x) := by
  sorry

theorem not_exists_of_forall_not (h : ∀ x, ¬P x) : ¬∃ x, P x := by
  sorry

theorem exists_of_not_forall_not (h : ¬∀ x, ¬P x) : ∃ x, P x := by
  sorry

theorem exists_imp_forall (r : Prop) : ((∃ x, P x) → r) ↔ ∀ x, P x → r := by
  refine ⟨?_, ?_⟩
  · sorry
  · sorry

theorem drinker [Inhabited α] : ∃ x, P x → ∀ y, P y := by
  sorry

end Predicates

end Logic
