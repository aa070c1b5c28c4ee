/** A mixed set: goals with tactics that close them, and some that fail, as in a search. */
export const GOALS: readonly { statement: string; tactics: readonly string[] }[] = [
  {
    statement: '∀ a b : Nat, a + b = b + a',
    tactics: ['intros; omega', 'intros; simp', 'rfl', 'intros; ac_rfl'],
  },
  {
    statement: '∀ xs ys : List Nat, (xs ++ ys).length = ys.length + xs.length',
    tactics: ['intros; grind', 'intros; simp', 'intro xs; induction xs <;> simp_all', 'intros; omega'],
  },
  {
    statement: '∀ p q : Prop, p ∧ q → q ∧ p',
    tactics: ['intro p q h; exact ⟨h.2, h.1⟩', 'simp', 'intros; simp_all', 'grind'],
  },
  {
    statement: '∀ b c : Bool, (b && c) = (c && b)',
    tactics: ['decide', 'intro b; cases b <;> simp', 'rfl', 'intros; grind'],
  },
  {
    statement: '∀ x : Nat, x < x + 1',
    tactics: ['intro x; exact Nat.lt_succ_self x', 'intros; omega', 'simp', 'intros; decide'],
  },
  {
    statement: '∀ o : Option Nat, o = none ∨ o.isSome',
    tactics: ['intro o; cases o <;> simp', 'simp', 'intros; grind', 'intros; rfl'],
  },
]
