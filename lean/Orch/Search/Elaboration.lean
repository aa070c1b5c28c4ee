import Orch.Search.Tactics
import Orch.Search.Commands
open Lean Elab Meta

namespace Orch

/-! ### Elaborating text, and finding each `sorry` in it -/

structure Hole where
  start : Option String.Pos.Raw
  stop : Option String.Pos.Raw
  declaration : Option Name
  isTactic : Bool
  state : ProofState

def localInstancesOf : List LocalDecl → LocalInstances → MetaM LocalInstances
  | [], acc => pure acc
  | d :: ds, acc => do
    match ← (try isClass? d.type catch _ => pure none) with
    | some c => localInstancesOf ds (acc.push { className := c, fvar := d.toExpr })
    | none => localInstancesOf ds acc

/-- A theorem being elaborated is in its own context, for recursion. Left there, a search would
"prove" it by itself. -/
def clearSelf : List LocalDecl → MVarId → MetaM MVarId
  | [], g => pure g
  | d :: ds, g => do
    if d.isAuxDecl then clearSelf ds (← (try g.clear d.fvarId catch _ => pure g))
    else clearSelf ds g

def clearSelves : List MVarId → MetaM (List MVarId)
  | [] => pure []
  | g :: gs => do
    let g ← clearSelf (← localDecls (← g.getDecl).lctx) g
    pure (g :: (← clearSelves gs))

/-- With the namespaces that are open there, so that names mean what they mean in the file. -/
def stateAt (env : Environment) (ci : ContextInfo) (mctx : MetavarContext) : ProofState :=
  { coreState := { env, ngen := ci.ngen }, metaState := { mctx }, termState := {}, root := .bvar 0,
    goals := [], currNamespace := ci.currNamespace, openDecls := ci.openDecls }

def allKnown (env : Environment) : List Name → Bool
  | [] => true
  | n :: ns => (env.find? n).isSome && allKnown env ns

/-- An info tree shows the environment after the command: a search there would find the theorem
it is to prove. So a hole gets the environment before the command, unless its goal needs something
that the command itself made (the matcher of a `match` in the statement). -/
def hideCommand (ctx : Core.Context) (before : Environment)
    (hole : Environment → Handler ProofState)
    (after : Environment) : Handler ProofState := do
  let s ← hole after
  match s.goals with
  | [] => pure s
  | g :: _ =>
    let (goal, _) ← runTerm ctx "" s (canonicalGoal g)
    if allKnown before goal.getUsedConstantsAsSet.toList then
      pure { s with coreState := { s.coreState with env := before } }
    else pure s

def tacticHole (ctx : Core.Context) (ci : ContextInfo) (ti : TacticInfo)
    (env : Environment) : Handler ProofState := do
  let s := stateAt env ci ti.mctxBefore
  let (goals, s) ← runTerm ctx "" s (clearSelves ti.goalsBefore)
  match goals with
  | g :: _ => pure { s with goals := [g], root := .mvar g }
  | [] => pure s

def termHole (ctx : Core.Context) (ci : ContextInfo) (ti : TermInfo) (type : Expr)
    (env : Environment) : Handler ProofState := do
  let decls ← ofIO (localDecls ti.lctx)
  let act : TermElabM MVarId := do
    let insts ← localInstancesOf decls #[]
    let e ← mkFreshExprMVarAt ti.lctx insts type .syntheticOpaque
    clearSelf decls e.mvarId!
  let (g, s) ← runTerm ctx "" (stateAt env ci ci.mctx) act
  pure { s with goals := [g], root := .mvar g }

def addHole (holes : IO.Ref (List Hole)) (stx : Syntax) (ci : ContextInfo) (isTactic : Bool)
    (state : Handler ProofState) : IO Unit := do
  match ← state.toBaseIO with
  | .ok s => match s.goals with
    | [] => pure ()
    | _ => holes.modify fun l =>
      { start := stx.getPos?, stop := stx.getTailPos?, declaration := ci.parentDecl?, isTactic,
        state := s } :: l
  -- A hole inside something that did not elaborate has no goal to offer; the error is reported.
  | .error _ => pure ()

mutual
partial def walk (ctx : Core.Context) (before : Environment) (holes : IO.Ref (List Hole))
    (c? : Option ContextInfo)
    (t : InfoTree) : IO Unit := do
  match t with
  | .context c t => walk ctx before holes (c.mergeIntoOuter? c?) t
  | .hole _ => pure ()
  | .node i children =>
    match c? with
    | some ci =>
      match i with
      | .ofTacticInfo ti =>
        if ti.stx.getKind == ``Parser.Tactic.tacticSorry then
          addHole holes ti.stx ci true (hideCommand ctx before (tacticHole ctx ci ti) ci.env)
        else pure ()
      | .ofTermInfo ti =>
        if ti.stx.getKind == ``Parser.Term.sorry then
          match ti.expectedType? with
          | some type =>
            addHole holes ti.stx ci false (hideCommand ctx before (termHole ctx ci ti type) ci.env)
          | none => pure ()
        else pure ()
      | _ => pure ()
    | none => pure ()
    walkAll ctx before holes (i.updateContext? c?) children
partial def walkAll (ctx : Core.Context) (before : Environment) (holes : IO.Ref (List Hole))
    (c? : Option ContextInfo)
    (ts : PersistentArray InfoTree) : IO Unit :=
  each (fun t => walk ctx before holes c? t) ts
end

end Orch
