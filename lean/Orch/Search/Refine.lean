import Orch.Search.Narrow
open Lean Elab Meta

namespace Orch

/-! ### Refining an unknown -/

/-- A value for an unknown, what it adds to the size, and what has to hold for it. -/
structure Choice where
  value : Expr
  cost : Nat
  holds : Test := .truth true

/-- What stands for the proof in a value that has one; `(by decide)` where it is written out. -/
def proofMark : Name := `orch_proof

/-- What a number costs that is tried because the statement has it. -/
def literalCost : Nat := 6

mutual
partial def Narrowing.choices (n : Narrowing) (id : FVarId)
    (type : Expr) : MetaM (List Choice) := do
  let t ← n.inside do
    let t ← whnf type
    pure t
  match t with
  | .forallE .. => n.listed t 1 4 []
  | .sort .zero => n.listed t 1 1 []
  | _ => match t.getAppFn with
    | .const c us =>
      if c == ``Nat then do
        let y ← n.unknown `orch_predecessor natType
        let smaller := [⟨rawNat 0, 1, .truth true⟩, ⟨.app (.const ``Nat.succ []) y, 1, .truth true⟩]
        pure (if isPredecessor id then smaller else concat smaller (numbers n.literals))
      else if c == ``String || c == ``Char then n.listed t 1 2 []
      else match (← getEnv).find? c with
        | some (.inductInfo v) =>
          if v.numIndices != 0 then pure [] else n.built us (argumentsOf t []) v.ctors
        | _ => pure []
    | _ => pure []
where
  isPredecessor (id : FVarId) : Bool := match id.name with
    | .num (.str .anonymous s) _ => s == "orch_predecessor"
    | _ => false
  numbers : List Nat → List Choice
    | [] => []
    | k :: ks => ⟨rawNat k, literalCost, .truth true⟩ :: numbers ks

/-- Values that are listed instead of refined: functions, above all. -/
partial def Narrowing.listed (n : Narrowing) (type : Expr) (size most : Nat)
    (acc : List Choice) : MetaM (List Choice) := do
  if size > most then pure acc
  else n.listed type (size + 1) most (concat acc (sized size (← valuesOf n.memo type size)))
where
  sized (size : Nat) : List Expr → List Choice
    | [] => []
    | v :: vs => ⟨v, size, .truth true⟩ :: sized size vs

partial def Narrowing.built (n : Narrowing) (us : List Level) (params : List Expr) :
    List Name → MetaM (List Choice)
  | [] => pure []
  | c :: cs => do
    let others ← n.built us params cs
    match (← getEnv).find? c with
    | some (.ctorInfo v) =>
      let type := v.type.instantiateLevelParams v.levelParams us
      let choice ← n.fields (peel type params v.numParams)
        ⟨appliedTo (.const c us) params, 1, .truth true⟩
      pure (choice :: others)
    | _ => pure others

/-- A constructor with an unknown for each of its fields. A proof is asked for instead of made. -/
partial def Narrowing.fields (n : Narrowing) (type : Expr) (made : Choice) : MetaM Choice := do
  match type with
  | .mdata _ e => n.fields e made
  | .forallE _ t b _ =>
    if ← n.inside (try isProp t catch _ => pure false) then
      let holds ← n.inside (testOf #[] t)
      let proof ← n.unknown proofMark t
      n.fields (b.instantiate1 proof)
        { made with value := .app made.value proof, holds := both made.holds holds }
    else
      let x ← n.unknown `orch_unknown t
      n.fields (b.instantiate1 x) { made with value := .app made.value x }
  | _ => pure made
end

end Orch
