import Orch.Verdict.Serve
import Orch.Search.Compat
open Lean Elab Meta

namespace Orch

/-! ### What the server remembers between requests -/

/-- An environment with the scopes a file had at its end, so that text can go on from there. -/
structure Context where
  env : Environment
  scopes : List Command.Scope

/-- A law about the functions behind a goal, closed. -/
structure Law where
  statement : Expr
  /-- All variables in front, by their names, and those among them that an induction may be on. -/
  names : List Name
  data : List Name
  /-- Calls whose recursion an induction may follow. -/
  calls : List Json
  isConditional : Bool
  /-- The law as an instance of its class, and the variables in front of that. -/
  instance? : Option (Expr × List Name)

/-- A tactic state: what is left to prove, and the whole proof so far as `root`. -/
structure ProofState where
  coreState : Core.State
  metaState : Meta.State
  termState : Term.State
  root : Expr
  goals : List MVarId
  /-- What was open where the state comes from, if tactics are to see it. -/
  currNamespace : Name := .anonymous
  openDecls : List OpenDecl := []
  /-- The laws that were made for its first goal, by that goal and their schemas. -/
  laws : List (String × List Law) := []

structure Server where
  contexts : IO.Ref (Array (Option Context))
  states : IO.Ref (Array (Option ProofState))
  /-- Import sets that loaded, most recently used first. Failed headers never get in. -/
  imports : IO.Ref (List (String × Nat))
  /-- Import sets loaded so far, found or not: Lean never gives their memory back. -/
  loads : IO.Ref Nat

/-- Import sets kept besides the first one. -/
def importCacheSize : Nat := 4

def putState (srv : Server) (s : ProofState) : BaseIO Nat :=
  srv.states.modifyGet fun a => (a.size, a.push (some s))

def getState (srv : Server) (i : Nat) : Handler ProofState := do
  match (← srv.states.get)[i]? with
  | some (some s) => pure s
  | _ => fail "unknown_state" s!"there is no state {i}; it was dropped or never existed"

def dropStates (srv : Server) : List Json → BaseIO Unit
  | [] => pure ()
  | j :: js => do
    match natOf j with
    | some i => srv.states.modify fun a => a.setIfInBounds i none
    | none => pure ()
    dropStates srv js

def putContext (srv : Server) (c : Context) : BaseIO Nat :=
  srv.contexts.modifyGet fun a => (a.size, a.push (some c))

def getContext (srv : Server) (i : Nat) : Handler Context := do
  match (← srv.contexts.get)[i]? with
  | some (some c) => pure c
  | _ => fail "unknown_env" s!"there is no environment {i}; it was dropped or never existed"

/-- Context 0 is the one the process was started with and stays. -/
def dropContext (srv : Server) (i : Nat) : BaseIO Unit :=
  if i == 0 then pure () else srv.contexts.modify fun a => a.setIfInBounds i none

/-- Keeps the first `n`, drops the environments of the rest. -/
def evictImports (srv : Server) : Nat → List (String × Nat) → BaseIO (List (String × Nat))
  | _, [] => pure []
  | 0, x :: xs => do dropContext srv x.2; evictImports srv 0 xs
  | n+1, x :: xs => do pure (x :: (← evictImports srv n xs))

def loadImports (srv : Server) (modules : List String) : Handler Nat := do
  let key := " ".intercalate modules
  match valueAt? sameString key (← srv.imports.get) with
  | some i =>
    srv.imports.modify fun l => (key, i) :: keepIf (fun x => !sameString x.1 key) l
    pure i
  | none =>
    srv.loads.modify (· + 1)
    let env ← (importModulesNamed modules false true).toEIO fun e =>
      { kind := "lean", message := toString e }
    let i ← putContext srv { env, scopes := [freshScope false] }
    let kept ← evictImports srv importCacheSize ((key, i) :: (← srv.imports.get))
    srv.imports.set kept
    pure i

/-! ### Running elaborators with typed failures -/

/-- What is said instead of a reason that nobody asked for. -/
def untold : String := "refused"

/-- To print a reason may take longer than the tactic that gives it: `grind` tells all that it knows
about the goal. Whoever tries many tactics does not ask for it. -/
def failureOf (env : Environment) (text : String) (e : Exception) (isTold : Bool := true) :
    BaseIO Failure := do
  if e.isInterrupt then pure { kind := "cancelled", message := "cancelled" }
  else
    -- Most messages bring the context they need; those about limits do not.
    let message ← if isTold then
        (MessageData.withContext { env, mctx := {}, lctx := {}, opts := {} }
          e.toMessageData).toString
      else pure untold
    if e.isMaxHeartbeat then pure { kind := "heartbeats", message }
    else
      let pos := match e.getRef.getPos? with
        | some p => some ((FileMap.ofString text).toPosition p)
        | none => none
      pure { kind := "lean", message, pos }

/-- Strict: an elaboration error is an error, never a `sorry`. -/
def runTerm {α} (ctx : Core.Context) (text : String) (s : ProofState) (x : TermElabM α)
    (isTold : Bool := true) : Handler (α × ProofState) := do
  let go : MetaM (α × Term.State) := do
    let r ← ST.Prim.mkRef (σ := IO.RealWorld) s.termState
    let a ← x { errToSorry := false } r
    let t ← ST.Prim.Ref.get r
    pure (a, t)
  let ctx := { ctx with currNamespace := s.currNamespace, openDecls := s.openDecls }
  let run : EIO Exception (((α × Term.State) × Meta.State) × Core.State) :=
    (go.run {} s.metaState).run ctx s.coreState
  match ← run.toBaseIO with
  | .ok (((a, t), m), c) => pure (a, { s with coreState := c, metaState := m, termState := t })
  | .error e => throw (← failureOf s.coreState.env text e isTold)

/-- Without open namespaces: names are printed in full. -/
def ProofState.outside (s : ProofState) : ProofState :=
  { s with currNamespace := .anonymous, openDecls := [] }

/-- Runs in the local context of a goal. (`MVarId.withContext` is not callable here.) -/
def inGoal {α} (g : MVarId) (x : MetaM α) : MetaM α := do
  let d ← g.getDecl
  fun ctx st => x { ctx with lctx := d.lctx, localInstances := d.localInstances } st

def localDecls (lctx : LocalContext) : IO (List LocalDecl) := do
  let r ← IO.mkRef []
  each (fun d? => match d? with | some d => r.modify fun l => d :: l | none => pure ()) lctx.decls
  pure (reverseOnto (← r.get) [])

/-- What the modules of `Orch.Without` answer. -/
def notCompiled {α} (part : String) : Handler α :=
  fail "unavailable"
    s!"this Lean did not compile the part '{part}' of Orch's program: see 'orch doctor'"

end Orch
