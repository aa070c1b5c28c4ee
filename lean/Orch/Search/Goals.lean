import Orch.Search.Keys
open Lean Elab Meta

namespace Orch

/-! ### Goals as text and as structure -/

def displayName (n : Name) : String :=
  if n.hasMacroScopes then n.eraseMacroScopes.toString ++ "✝" else n.toString

def textOf (e : Expr) : MetaM String := do pure (toString (← ppExpr e))

def shownLocals (ds : List LocalDecl) : List LocalDecl :=
  keepIf (fun d => !d.isImplementationDetail) ds

/-- What a proposition says of what it is about. Tactics leave metadata around targets. -/
partial def conclusionOf (e : Expr) : Expr :=
  match e with
  | .mdata _ b => conclusionOf b
  | .forallE _ _ b _ => conclusionOf b
  | e => e

/-- Whether a proof of it rewrites: an equation or an equivalence, whatever it is given first. -/
def isEquation (e : Expr) : Bool :=
  match (conclusionOf e).getAppFn with
  | .const n _ => n == ``Eq || n == ``Iff || n == ``HEq
  | _ => false

/-- Whether a term can be written down: nothing in it is open or without a name. -/
partial def isWritable (isNamed : FVarId → Bool) (e : Expr) : Bool :=
  match e with
  | .mvar _ => false
  | .fvar f => isNamed f
  | .app f a => isWritable isNamed f && isWritable isNamed a
  | .lam n t b _ => !n.hasMacroScopes && isWritable isNamed t && isWritable isNamed b
  | .forallE n t b _ =>
    !(n.hasMacroScopes && b.hasLooseBVar 0) && isWritable isNamed t && isWritable isNamed b
  | .letE _ t v b _ => isWritable isNamed t && isWritable isNamed v && isWritable isNamed b
  | .mdata _ b => isWritable isNamed b
  | .proj _ _ b => isWritable isNamed b
  | _ => true

/-- Whether a name means this variable: it can be written, and no later variable has it, too. -/
def isNamedIn (newestFirst : List LocalDecl) (id : FVarId) : Bool :=
  match findFirst (fun d => d.fvarId == id) newestFirst with
  | none => false
  | some d => !d.userName.hasMacroScopes &&
    match findFirst (fun o => o.userName == d.userName) newestFirst with
    | some o => o.fvarId == id
    | none => false

/-- The variables that a target, or the type or value of another variable, mentions. -/
def mentionedIn (target : Expr) (locals : List LocalDecl) : MetaM (List FVarId) := do
  let visited ← IO.mkRef (Table.empty 64)
  let found ← IO.mkRef []
  appearing visited found target
  foldMeta (fun _ d => do
    appearing visited found (← instantiateMVars d.type)
    match d.value? with
    | some v => appearing visited found (← instantiateMVars v)
    | none => pure ()) () locals
  found.get

def hypothesisJ (mentioned : List FVarId) (d : LocalDecl) : MetaM Json := do
  let type ← instantiateMVars d.type
  let value ← match d.value? with
    | some v => do pure (Json.str (toString (← ppExpr (← instantiateMVars v))))
    | none => pure Json.null
  let isProof ← (try isProp d.type catch _ => pure false)
  let isInstance ← (try do pure (← isClass? d.type).isSome catch _ => pure false)
  let isIdle := !isProof && !isInstance && !hasId d.fvarId mentioned
  pure (Json.mkObj [("name", Json.str (displayName d.userName)), ("type", Json.str (← textOf type)),
    ("value", value), ("isProof", Json.bool isProof), ("isInstance", Json.bool isInstance),
    ("isAccessible", Json.bool (!d.userName.hasMacroScopes)),
    ("isEquation", Json.bool (isProof && isEquation type)), ("isIdle", Json.bool isIdle)])

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
  let locals := shownLocals (← localDecls decl.lctx)
  let hyps ← mapMeta (hypothesisJ (← mentionedIn target locals)) locals
  let isWritable := isWritable (isNamedIn (reverseOnto locals [])) target
  pure [("hypotheses", Json.arr (arrayOf hyps)), ("target", Json.str (← textOf target)),
    ("isWritable", Json.bool isWritable),
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

def firstError (ms : List Message) : Option Message :=
  findFirst (fun m => match m.severity with | .error => true | _ => false) ms

end Orch
