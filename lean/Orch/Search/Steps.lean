import Orch.Search.Holes
open Lean Elab Meta

namespace Orch

/-! ### The goals before and after each tactic, for people who look at a place in the text -/

/-- Text with more tactics than this shows the goals of the first ones. -/
def mostSteps : Nat := 400

/-- Blocks of tactics: what is in them is shown, not they. -/
def isBlock (kind : Name) : Bool :=
  sameName kind ``Parser.Tactic.tacticSeq || sameName kind ``Parser.Tactic.tacticSeq1Indented ||
  sameName kind ``Parser.Tactic.tacticSeqBracketed || sameName kind ``Parser.Term.byTactic ||
  sameName kind nullKind

def goalTexts : List MVarId → Array Json → MetaM (Array Json)
  | [], acc => pure acc
  | g :: gs, acc => do
    if ← g.isAssigned then goalTexts gs acc
    else goalTexts gs (acc.push (Json.str (toString (← ppGoal g))))

/-- What cannot be printed has no goals to show; the tactics around it have. -/
def goalsAt (ctx : Core.Context) (ci : ContextInfo) (mctx : MetavarContext) (goals : List MVarId) :
    IO (Array Json) := do
  match ← (runTerm ctx "" (stateAt ci.env ci mctx) (goalTexts goals #[])).toBaseIO with
  | .ok (texts, _) => pure texts
  | .error _ => pure #[]

def addStep (ctx : Core.Context) (fm : FileMap) (steps : IO.Ref (Array Json)) (ci : ContextInfo)
    (ti : TacticInfo) : IO Unit := do
  match ti.stx.getPos?, ti.stx.getTailPos? with
  | some start, some stop =>
    if isBlock ti.stx.getKind || (← steps.get).size ≥ mostSteps then pure ()
    else
      let before ← goalsAt ctx ci ti.mctxBefore ti.goalsBefore
      let after ← goalsAt ctx ci ti.mctxAfter ti.goalsAfter
      steps.modify fun a => a.push (Json.mkObj [("start", posJ (fm.toPosition start)),
        ("end", posJ (fm.toPosition stop)), ("before", Json.arr before), ("after", Json.arr after)])
  | _, _ => pure ()

partial def walkSteps (ctx : Core.Context) (fm : FileMap) (steps : IO.Ref (Array Json))
    (c? : Option ContextInfo) (t : InfoTree) : IO Unit := do
  match t with
  | .context c t => walkSteps ctx fm steps (c.mergeIntoOuter? c?) t
  | .hole _ => pure ()
  | .node i children =>
    match c?, i with
    | some ci, .ofTacticInfo ti => addStep ctx fm steps ci ti
    | _, _ => pure ()
    each (fun t => walkSteps ctx fm steps (i.updateContext? c?) t) children

end Orch
