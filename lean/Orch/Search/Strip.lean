import Orch.Search.State
import Orch.Search.Terms
open Lean Elab Meta

namespace Orch

/-! ### What of a term does not count for its key

Metadata, and the names of auxiliary definitions that another process does not have. -/

structure Stripper where
  memo : IO.Ref (Table Expr)
  out : IO.Ref (Array Expr)

/-- Removes metadata, so that terms that differ in it alone are one. -/
partial def Stripper.expr (s : Stripper) (e : Expr) : BaseIO Expr := do
  match e with
  | .mdata _ b => s.expr b
  | .app .. | .lam .. | .forallE .. | .letE .. | .proj .. =>
    match (← s.memo.get).find? sameTerm e.hash e with
    | some i => match (← s.out.get)[i]? with
      | some e => pure e
      | none => pure e
    | none =>
      let e' ← match e with
        | .app f a => do
          let f ← s.expr f
          pure (Expr.app f (← s.expr a))
        | .lam n t b bi => do
          let t ← s.expr t
          pure (Expr.lam n t (← s.expr b) bi)
        | .forallE n t b bi => do
          let t ← s.expr t
          pure (Expr.forallE n t (← s.expr b) bi)
        | .letE n t v b d => do
          let t ← s.expr t
          let v ← s.expr v
          pure (Expr.letE n t v (← s.expr b) d)
        | .proj n k b => do pure (Expr.proj n k (← s.expr b))
        | e => pure e
      let i ← s.out.modifyGet fun a => (a.size, a.push e')
      s.memo.modify fun t => t.insert e.hash e i
      pure e'
  | _ => pure e

/-- True for what the elaboration of a statement declared besides its theorem, such as the matcher
behind a `match`. -/
def isAuxiliary : Name → Bool
  | .str p s => s == "_orch_goal" || isAuxiliary p
  | .num p _ => isAuxiliary p
  | .anonymous => false

def anyAuxiliary : List Name → Bool
  | [] => false
  | n :: ns => isAuxiliary n || anyAuxiliary ns

partial def inlined (env : Environment) (e : Expr) : Expr :=
  match e with
  | .const n us =>
    if !isAuxiliary n then e
    else match env.find? n with
      | some (.defnInfo v) => inlined env (v.value.instantiateLevelParams v.levelParams us)
      | some (.thmInfo v) => inlined env (v.value.instantiateLevelParams v.levelParams us)
      | _ => e
  | .app f a => .app (inlined env f) (inlined env a)
  | .lam n t b bi => .lam n (inlined env t) (inlined env b) bi
  | .forallE n t b bi => .forallE n (inlined env t) (inlined env b) bi
  | .letE n t v b d => .letE n (inlined env t) (inlined env v) (inlined env b) d
  | .mdata d b => .mdata d (inlined env b)
  | .proj n k b => .proj n k (inlined env b)
  | e => e

/-- Auxiliary definitions replaced by what they stand for: their names say nothing, and another
process does not have them. -/
def withoutAuxiliaries (env : Environment) (e : Expr) : Expr :=
  if anyAuxiliary e.getUsedConstantsAsSet.toList then inlined env e else e

end Orch
