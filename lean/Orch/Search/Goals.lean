import Orch.Search.Keys
open Lean Elab Meta

namespace Orch

/-! ### Goals as text and as structure -/

def displayName (n : Name) : String :=
  if n.hasMacroScopes then n.eraseMacroScopes.toString ++ "✝" else n.toString

def hypothesisJ (d : LocalDecl) : MetaM Json := do
  let type ← ppExpr (← instantiateMVars d.type)
  let value ← match d.value? with
    | some v => do pure (Json.str (toString (← ppExpr (← instantiateMVars v))))
    | none => pure Json.null
  let isProof ← (try isProp d.type catch _ => pure false)
  let isInstance ← (try do pure (← isClass? d.type).isSome catch _ => pure false)
  pure (Json.mkObj [("name", Json.str (displayName d.userName)), ("type", Json.str (toString type)),
    ("value", value), ("isProof", Json.bool isProof), ("isInstance", Json.bool isInstance),
    ("isAccessible", Json.bool (!d.userName.hasMacroScopes))])

def hypothesesJ : List LocalDecl → Array Json → MetaM (Array Json)
  | [], acc => pure acc
  | d :: ds, acc => do
    if d.isImplementationDetail then hypothesesJ ds acc
    else hypothesesJ ds (acc.push (← hypothesisJ d))

/-- The constant that the conclusion is about. Tactics leave metadata around targets. -/
partial def headOf (e : Expr) : Option Name :=
  match e with
  | .mdata _ b => headOf b
  | .forallE _ _ b _ => headOf b
  | .app f _ => headOf f
  | .const n _ => some n
  | _ => none

def structuredGoal (g : MVarId) : MetaM (List (String × Json)) := inGoal g do
  let decl ← g.getDecl
  let target ← instantiateMVars decl.type
  let hyps ← hypothesesJ (← localDecls decl.lctx) #[]
  pure [("hypotheses", Json.arr hyps), ("target", Json.str (toString (← ppExpr target))),
    ("head", optJ (fun n => Json.str n.toString) (headOf target))]

structure GoalDetail where
  structured : Bool
  keys : Bool

def goalDetail (j : Json) : GoalDetail :=
  { structured := flag j "structured", keys := flag j "keys" }

def goalJ (detail : GoalDetail) (g : MVarId) : MetaM Json := do
  let decl ← g.getDecl
  let base :=
    [("case", if decl.userName.isAnonymous then .null else Json.str (displayName decl.userName)),
     ("text", Json.str (toString (← ppGoal g)))]
  let base ← if detail.structured then do pure (concat base (← structuredGoal g)) else pure base
  let base ← if detail.keys then do pure (("key", Json.str (← goalKey g)) :: base) else pure base
  pure (Json.mkObj base)

def goalsJ (detail : GoalDetail) : List MVarId → Array Json → MetaM (Array Json)
  | [], acc => pure acc
  | g :: gs, acc => do goalsJ detail gs (acc.push (← goalJ detail g))

/-- The first goal as a closed statement of its own, printed plainly and with every argument: which
of the two reads back as the same goal is for the caller to find out. -/
def restate (srv : Server) (j : Json) (core : Core.Context) : Handler Json := do
  let s ← getState srv (← nat j "state")
  match s.goals with
  | [] => fail "lean" "no goals"
  | g :: _ =>
    let print : TermElabM String := do pure (toString (← ppExpr (← canonicalGoalNamed g)))
    let (plain, _) ← runTerm core "" s.outside print
    let opts : Options := core.options
    let opts := (opts.set `pp.explicit true).set `pp.funBinderTypes true
    let (explicit, _) ← runTerm { core with options := opts } "" s.outside print
    pure (Json.mkObj [("plain", Json.str plain), ("explicit", Json.str explicit)])

def severity : MessageSeverity → String
  | .information => "info"
  | .warning => "warning"
  | .error => "error"

def messagesJ : List Message → Array Json → BaseIO (Array Json)
  | [], acc => pure acc
  | m :: ms, acc => do
    if m.isSilent then messagesJ ms acc
    else
      let text ← m.data.toString
      messagesJ ms (acc.push (Json.mkObj [("severity", Json.str (severity m.severity)),
        ("start", posJ m.pos), ("end", optJ posJ m.endPos), ("text", Json.str text)]))

def firstError : List Message → Option Message
  | [] => none
  | m :: ms => match m.severity with
    | .error => some m
    | _ => firstError ms

end Orch
