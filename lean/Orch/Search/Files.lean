import Orch.Search.Steps
open Lean Elab Meta

namespace Orch

/-! #### What each command declared -/

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

/-- Elaborates a few commands of our own between those of the text. -/
def alsoRun (e : Elaboration) (text : String) (st : Command.State) : Handler Command.State := do
  let own ← newElaboration text e.token e.core false
  own.commands {} st

/-- Ends what a module left open, as the end of its file does. -/
def endScopes : List Command.Scope → String
  | [] => ""
  | [_] => ""
  | s :: ss => "end " ++ s.header ++ "\n" ++ endScopes ss

def elaborateText (srv : Server) (j : Json) (token : IO.CancelToken)
    (core : Core.Context) : Handler Json := do
  let rules : Rules := { plainOnly := flag j "plainOnly", checkedOnly := flag j "checkedOnly" }
  rules.obey (← str j "text")
  let e ← newElaboration (← str j "text") token core (!flag j "skipHoles") rules
  let e ← if flag j "steps" then do pure { e with steps := some (← IO.mkRef #[]) } else pure e
  let (c, ps) ← contextFor srv j e
  if ← e.hasError.get then
    pure (Json.mkObj [("env", Json.null), ("messages", Json.arr (← e.messages.get)),
                      ("holes", Json.arr #[])])
  else
    let whole := flag j "whole"
    let st ← if whole then alsoRun e "section" (commandState c) else pure (commandState c)
    let st ← e.commands ps st
    let st ← if whole then alsoRun e (endScopes st.scopes) st else pure st
    let env ← putContext srv { env := st.env, scopes := st.scopes }
    let described ← if flag j "commands" then do
        let done ← e.commandsDone.get
        pure [("commands", Json.arr (commandsJ e.ictx.fileMap done 0 #[])),
              ("declarations", Json.arr (← ofIO (declarationsJ c.env st.env done)))]
      else pure []
    let steps ← match e.steps with
      | some steps => do pure [("steps", Json.arr (← steps.get))]
      | none => pure []
    let holes := distinct (reverseOnto (← e.holes.get) []) []
    let holes ← holesJ srv core (goalDetail j) e.ictx.fileMap holes #[]
    pure (Json.mkObj
      (concat [("env", natJ env), ("messages", Json.arr (← e.messages.get)),
               ("holes", Json.arr holes)]
      (concat steps described)))

end Orch
