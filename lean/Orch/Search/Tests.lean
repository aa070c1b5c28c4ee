import Orch.Search.Values
open Lean Elab Meta

namespace Orch

/-! ### Propositions that can be computed -/

/-- A proposition taken apart as far as it can be computed. Its terms have their variables
abstracted. -/
inductive Test where
  | same (a b : Expr)
  | bool (e : Expr)
  | unfold (e : Expr)
  | truth (b : Bool)
  | not (t : Test)
  | and (s t : Test)
  | or (s t : Test)
  | imp (s t : Test)
  | iff (s t : Test)
  | unknown

/-- Compiles a proposition; its variables are in the local context. -/
partial def testOf (variables : Array Expr) (p : Expr) : MetaM Test := do
  match p with
  | .mdata _ e => testOf variables e
  | .forallE _ t b _ =>
    if b.hasLooseBVars then pure .unknown
    else if ← (try isProp t catch _ => pure false) then do
      let s ← testOf variables t
      let t ← testOf variables b
      pure (.imp s t)
    else pure .unknown
  | _ => match p.getAppFn with
    | .const n _ => match n, argumentsOf p [] with
      | ``Eq, [t, a, b] =>
        if ← isData t then pure (.same (a.abstract variables) (b.abstract variables))
        else pure .unknown
      | ``Ne, [t, a, b] =>
        if ← isData t then pure (.not (.same (a.abstract variables) (b.abstract variables)))
        else pure .unknown
      | ``Not, [a] => do pure (.not (← testOf variables a))
      | ``And, [a, b] => do
        let s ← testOf variables a
        let t ← testOf variables b
        pure (.and s t)
      | ``Or, [a, b] => do
        let s ← testOf variables a
        let t ← testOf variables b
        pure (.or s t)
      | ``Iff, [a, b] => do
        let s ← testOf variables a
        let t ← testOf variables b
        pure (.iff s t)
      | ``True, _ => pure (.truth true)
      | ``False, _ => pure (.truth false)
      | _, _ =>
        match ← (try synthInstance? (.app (.const ``Decidable []) p) catch _ => pure none) with
        | some i => do
          let i ← instantiateMVars i
          pure (.bool ((mkApp2 (.const ``Decidable.decide []) p i).abstract variables))
        | none => pure (.unfold (p.abstract variables))
    | _ => pure (.unfold (p.abstract variables))
where
  isData (t : Expr) : MetaM Bool := do
    match ← (try whnf t catch _ => pure t) with
    | .forallE .. => pure false
    | .sort _ => pure false
    | _ => pure true

mutual
/-- The truth of a test for some values of its variables, if it can be computed. -/
partial def Test.run (t : Test) (values : Array Expr) (fuel : Nat) : MetaM (Option Bool) := do
  match t with
  | .truth b => pure (some b)
  | .unknown => pure none
  | .same a b =>
    let env ← getEnv
    match normalForm env (a.instantiateRev values), normalForm env (b.instantiateRev values) with
    | some a, some b => pure (some (sameTerm a b))
    | _, _ => pure none
  | .bool e => match Kernel.whnf (← getEnv) {} (e.instantiateRev values) with
    | .ok (.const ``Bool.true _) => pure (some true)
    | .ok (.const ``Bool.false _) => pure (some false)
    | _ => pure none
  | .unfold e => unfolded (e.instantiateRev values) fuel
  | .not s => match ← s.run values fuel with
    | some b => pure (some (!b))
    | none => pure none
  | .and s t => match ← s.run values fuel with
    | some false => pure (some false)
    | some true => t.run values fuel
    | none => match ← t.run values fuel with
      | some false => pure (some false)
      | _ => pure none
  | .or s t => match ← s.run values fuel with
    | some true => pure (some true)
    | some false => t.run values fuel
    | none => match ← t.run values fuel with
      | some true => pure (some true)
      | _ => pure none
  | .imp s t => match ← s.run values fuel with
    | some false => pure (some true)
    | some true => t.run values fuel
    | none => match ← t.run values fuel with
      | some true => pure (some true)
      | _ => pure none
  | .iff s t => match ← s.run values fuel, ← t.run values fuel with
    | some a, some b => pure (some (a == b))
    | _, _ => pure none

/-- A proposition that the user's definitions make: the kernel unfolds it once, and it is read
again. -/
partial def unfolded (e : Expr) (fuel : Nat) : MetaM (Option Bool) := do
  if fuel == 0 then pure none
  else match Kernel.whnf (← getEnv) {} e with
    | .ok e' => if sameTerm e e' then pure none else do
      let t ← testOf #[] e'
      t.run #[] (fuel - 1)
    | .error _ => pure none
end

end Orch
