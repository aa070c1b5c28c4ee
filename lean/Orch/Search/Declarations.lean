import Orch.Search.Elaboration
open Lean Elab Meta

namespace Orch

/-! ### What each command declared -/

/-- The command after which a constant was there; they only ever get more. -/
partial def commandOf (done : Array CommandDone) (n : Name) (low high : Nat) : Nat :=
  if low ≥ high then low
  else
    let middle := (low + high) / 2
    match done[middle]? with
    | some c =>
      if (c.after.find? n).isSome then commandOf done n low middle
      else commandOf done n (middle + 1) high
    | none => low

/-- Constants of this session that are not imported: those whose proofs may lack something. -/
def notImported (env : Environment) : List Name → List Name
  | [] => []
  | n :: ns =>
    if (env.getModuleIdxFor? n).isSome then notImported env ns else n :: notImported env ns

def declaredKind : ConstantInfo → Option String
  | .thmInfo _ => some "theorem"
  | .defnInfo _ => some "definition"
  | .opaqueInfo _ => some "opaque"
  | .axiomInfo _ => some "axiom"
  | _ => none

def isUnproved (ci : ConstantInfo) : Bool :=
  ci.type.hasSorry || (match ci with
    | .thmInfo v => v.value.hasSorry
    | .defnInfo v => v.value.hasSorry
    | .opaqueInfo v => v.value.hasSorry
    | _ => false)

def declarationJ (env : Environment) (done : Array CommandDone) (kind : String)
    (ci : ConstantInfo) : BaseIO Json := do
  let lacking := isUnproved ci
  let canonical ← if lacking && kind == "theorem" then do
      let memo : Stripper := { memo := ← IO.mkRef (Table.empty 256), out := ← IO.mkRef #[] }
      pure (Json.str (← canonicalText (← memo.expr (withoutAuxiliaries env ci.type))))
    else pure Json.null
  pure (Json.mkObj [("name", Json.str ci.name.toString), ("kind", Json.str kind),
    ("command", natJ (commandOf done ci.name 0 done.size)),
    ("isInternal", Json.bool ci.name.isInternal),
    ("type", natJ ci.type.hash.toNat), ("canonical", canonical), ("hasSorry", Json.bool lacking),
    ("uses", listJ (fun n => Json.str n.toString)
    (notImported env ci.getUsedConstantsAsSet.toList))])

def declarationsJ (before after : Environment) (done : Array CommandDone) : IO (Array Json) := do
  let found ← IO.mkRef #[]
  eachConstant (fun ci => match declaredKind ci with
    | some kind => do
      if (before.find? ci.name).isSome then pure ()
      else
        let j ← declarationJ after done kind ci
        found.modify fun a => a.push j
    | none => pure ()) after.constants.map₂.root
  found.get

partial def commandsJ (fm : FileMap) (done : Array CommandDone) (i : Nat)
    (acc : Array Json) : Array Json :=
  match done[i]? with
  | none => acc
  | some c =>
    let at? := fun p => optJ (fun p => posJ (fm.toPosition p)) p
    commandsJ fm done (i+1)
      (acc.push
      (Json.mkObj [("start", at? c.start), ("end", at? c.stop),
                   ("kind", Json.str c.kind.toString)]))

end Orch
