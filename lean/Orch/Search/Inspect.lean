import Orch.Search.Files
open Lean Elab Meta

namespace Orch

/-! ### What stands at a place in a text: the goals there, the term there -/

/-- The smallest piece of syntax around a place that is known so far. -/
structure Found (α : Type) where
  start : String.Pos.Raw
  stop : String.Pos.Raw
  context : ContextInfo
  info : α

structure Places where
  place : Nat
  tactic : IO.Ref (Option (Found TacticInfo))
  term : IO.Ref (Option (Found TermInfo))

/-- Of two pieces of the same size the first one is kept: it is what the author wrote, the other
what a macro made of it. -/
def keepSmallest {α} (place : Nat) (best : IO.Ref (Option (Found α))) (stx : Syntax)
    (ci : ContextInfo) (info : α) : IO Unit := do
  match stx.getPos?, stx.getTailPos? with
  | some a, some b =>
    if a.byteIdx ≤ place && place ≤ b.byteIdx then
      let found : Found α := { start := a, stop := b, context := ci, info }
      match ← best.get with
      | some f =>
        if b.byteIdx - a.byteIdx < f.stop.byteIdx - f.start.byteIdx then best.set (some found)
        else pure ()
      | none => best.set (some found)
    else pure ()
  | _, _ => pure ()

mutual
partial def lookIn (p : Places) (c? : Option ContextInfo) (t : InfoTree) : IO Unit := do
  match t with
  | .context c t => lookIn p (c.mergeIntoOuter? c?) t
  | .hole _ => pure ()
  | .node i children =>
    match c? with
    | some ci =>
      match i with
      | .ofTacticInfo ti => keepSmallest p.place p.tactic ti.stx ci ti
      | .ofTermInfo ti => keepSmallest p.place p.term ti.stx ci ti
      | _ => pure ()
    | none => pure ()
    lookInAll p (i.updateContext? c?) children
partial def lookInAll (p : Places) (c? : Option ContextInfo)
    (ts : PersistentArray InfoTree) : IO Unit :=
  each (fun t => lookIn p c? t) ts
end

def shownGoals (ctx : Core.Context) (ci : ContextInfo) (mctx : MetavarContext) (goals : List MVarId)
    (env : Environment) :
    Handler ProofState := do
  let (goals, s) ← runTerm ctx "" (stateAt env ci mctx) (clearSelves goals)
  match goals with
  | g :: _ => pure { s with goals, root := .mvar g }
  | [] => pure { s with goals := [] }

def spanJ (fm : FileMap) (start stop : String.Pos.Raw) : List (String × Json) :=
  [("start", posJ (fm.toPosition start)), ("end", posJ (fm.toPosition stop))]

def tacticJ (srv : Server) (ctx : Core.Context) (detail : GoalDetail) (fm : FileMap)
    (before : Environment)
    (f : Found TacticInfo) : Handler Json := do
  let s ← hideCommand ctx before (shownGoals ctx f.context f.info.mctxBefore f.info.goalsBefore)
    f.context.env
  let after ← shownGoals ctx f.context f.info.mctxAfter f.info.goalsAfter f.context.env
  let (shown, _) ← runTerm ctx "" after (mapMeta (goalJ { detail with keys := false }) after.goals)
  replyState srv ctx detail s (("after", Json.arr (arrayOf shown)) :: spanJ fm f.start f.stop)

def shownOr (x : MetaM String) : MetaM Json :=
  try do pure (Json.str (← x)) catch _ => pure Json.null

/-- In the local context of a term. -/
def inContext {α} (lctx : LocalContext) (insts : LocalInstances) (x : MetaM α) : MetaM α :=
  fun ctx st => x { ctx with lctx, localInstances := insts } st

partial def constantOf (e : Expr) : Option Name :=
  match e with
  | .mdata _ b => constantOf b
  | .const n _ => some n
  | _ => none

def termJ (ctx : Core.Context) (fm : FileMap) (f : Found TermInfo) : Handler Json := do
  let ti := f.info
  let decls ← ofIO (localDecls ti.lctx)
  let act : TermElabM (List (String × Json)) := do
    let insts ← localInstancesOf decls #[]
    let text ← inContext ti.lctx insts
      (shownOr do pure (toString (← ppExpr (← instantiateMVars ti.expr))))
    let type ← inContext ti.lctx insts
      (shownOr do pure (toString (← ppExpr (← instantiateMVars (← inferType ti.expr)))))
    let expected ← match ti.expectedType? with
      | some t =>
        inContext ti.lctx insts (shownOr do pure (toString (← ppExpr (← instantiateMVars t))))
      | none => pure Json.null
    pure [("text", text), ("type", type), ("expected", expected)]
  let (shown, _) ← runTerm ctx "" (stateAt f.context.env f.context f.context.mctx) act
  let env := f.context.env
  let (name, kind) := match constantOf ti.expr with
    | some n => (Json.str n.toString, Json.str (originalKind env n))
    | none => (Json.null, Json.null)
  pure (Json.mkObj
    (concat (spanJ fm f.start f.stop) (concat shown [("name", name), ("kind", kind)])))

/-- Elaborates text after an environment up to the command around a byte of it, and says what is
there. -/
partial def inspectCommands (srv : Server) (e : Elaboration) (detail : GoalDetail) (place : Nat)
    (ps : Parser.ModuleParserState) (st : Command.State) : Handler Json := do
  let (stx, ps', log) := Parser.parseCommand e.ictx (moduleContext st) ps {}
  e.take log
  let stop := match stx.getTailPos? with
    | some p => p.byteIdx
    | none => place
  if sameName stx.getKind ``Parser.Command.eoi then
    pure (Json.mkObj [("tactic", Json.null), ("term", Json.null)])
  else
    let isHere := place ≤ stop || Parser.isTerminalCommand stx
    let before := st.env
    let st ← { e with wantsHoles := isHere }.command stx ps.pos st
    if !isHere then inspectCommands srv e detail place ps' st
    else
      let p : Places := { place, tactic := ← IO.mkRef none, term := ← IO.mkRef none }
      ofIO (lookInAll p none st.infoState.trees)
      let fm := e.ictx.fileMap
      let tactic ← match ← p.tactic.get with
        | some f => tacticJ srv e.core detail fm before f
        | none => pure Json.null
      let term ← match ← p.term.get with
        | some f => termJ e.core fm f
        | none => pure Json.null
      pure (Json.mkObj [("tactic", tactic), ("term", term)])

def inspectText (srv : Server) (j : Json) (token : IO.CancelToken)
    (core : Core.Context) : Handler Json := do
  let e ← newElaboration (← str j "text") token core false { checkedOnly := flag j "checkedOnly" }
  let (c, ps) ← contextFor srv j e
  inspectCommands srv e (goalDetail j) (← nat j "place") ps (commandState c)

end Orch
