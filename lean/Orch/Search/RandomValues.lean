import Orch.Search.Values
open Lean Elab Meta

namespace Orch

/-! ### Values at random -/

def nextRandom (seed : Nat) : Nat := (seed * 6364136223846793005 + 1442695040888963407) %
    18446744073709551616

def randomBelow (seed n : Nat) : Nat := (seed / 8589934592) % (if n == 0 then 1 else n)

def nameAt : List Name → Nat → Option Name
  | [], _ => none
  | c :: _, 0 => some c
  | _ :: cs, n+1 => nameAt cs n

mutual
/-- A value of a closed type that is at most so deep; constructors with fields are preferred, or it
would be tiny. -/
partial def randomValue (memo : ValueMemo) (type : Expr)
    (depth seed : Nat) : MetaM (Option (Expr × Nat)) := do
  let seed := nextRandom seed
  let t ← whnf type
  match t.getAppFn with
  | .const n us =>
    if n == ``Nat then pure (some (rawNat (randomBelow seed 6), seed))
    else if n == ``String || n == ``Char || depth == 0 then small memo type seed
    else match (← getEnv).find? n with
      | some (.inductInfo v) =>
        if v.numIndices != 0 then pure none
        else
          let place := randomBelow seed (count v.ctors 0)
          let again := nextRandom seed
          let place ← if (← isPlain (nameAt v.ctors place) v.numParams) && randomBelow again 4 != 0
            then pure ((place + 1) % count v.ctors 0) else pure place
          match nameAt v.ctors place with
          | none => pure none
          | some c => match (← getEnv).find? c with
            | some (.ctorInfo i) =>
              let params := argumentsOf t []
              let ctype := peel (i.type.instantiateLevelParams i.levelParams us) params i.numParams
              randomFields memo ctype (withArguments (.const c us) params) (depth - 1) again
            | _ => pure none
      | _ => small memo type seed
  | _ => small memo type seed
where
  small (memo : ValueMemo) (type : Expr) (seed : Nat) : MetaM (Option (Expr × Nat)) := do
    let pool ← valuesUpTo memo type 6 4
    match pool[randomBelow seed pool.size]? with
    | some v => pure (some (v, seed))
    | none => pure none
  isPlain (c : Option Name) (params : Nat) : MetaM Bool := do
    match c with
    | none => pure false
    | some c => match (← getEnv).find? c with
      | some (.ctorInfo i) => pure (i.numFields == 0 && params == i.numParams)
      | _ => pure false
  withArguments (f : Expr) : List Expr → Expr
    | [] => f
    | a :: as => withArguments (.app f a) as

partial def randomFields (memo : ValueMemo) (type made : Expr)
    (depth seed : Nat) : MetaM (Option (Expr × Nat)) := do
  match type with
  | .mdata _ e => randomFields memo e made depth seed
  | .forallE _ t b _ =>
    if ← (try isProp t catch _ => pure true) then pure none
    else match ← randomValue memo t depth seed with
      | none => pure none
      | some (v, seed) => randomFields memo (b.instantiate1 v) (.app made v) depth seed
  | _ => pure (some (made, seed))
end

end Orch
