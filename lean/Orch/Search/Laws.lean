import Orch.Search.LawStatements
import Orch.Search.Evaluate
open Lean Elab Meta

namespace Orch

/-! #### All laws of some schemas, in order -/

/-- How far a law is from the goal: its functions that the goal does not call. -/
def distanceOf : List View → Nat
  | [] => 0
  | v :: vs => (if v.isCalled then 0 else 1) + distanceOf vs

/-- What a law is about: the user's function in its first hole, which is the last of these. -/
def subjectOf : List View → Option View → Option View
  | [], found => found
  | v :: vs, found => subjectOf vs (if v.isOwn then some v else found)

/-- How far behind the goal a law is: its subject, or a function of the law that is made of that.
Laws further behind come first, because those of others are proved by them. -/
def depthOf (env : Environment) (views : List View) : Nat :=
  match subjectOf views none with
  | none => 0
  | some subject => foldList (fun found v =>
      if v.isOwn && v.depth < found && isMadeOf v.function subject.function then v.depth
      else found) subject.depth views
where
  isMadeOf (n m : Name) : Bool := match env.find? n with
    | some (.defnInfo v) =>
      let used := v.value.getUsedConstantsAsSet
      used.contains m || anyOf (fun u => isDerived env u && uses u m) used.toList
    | _ => false
  /-- Lean may keep the body of a recursive function in a definition of its own. -/
  uses (n m : Name) : Bool := match env.find? n with
    | some (.defnInfo v) => v.value.getUsedConstantsAsSet.contains m
    | _ => false

structure Ranked where
  law : Law
  rank : Nat

def insertRanked (x : Ranked) : List Ranked → List Ranked
  | [] => [x]
  | y :: ys => if x.rank < y.rank then x :: y :: ys else y :: insertRanked x ys

def anyOwn : List View → Bool
  | [] => false
  | v :: vs => v.isOwn || anyOwn vs

def sharedVariables (fillings : List Filling) : MetaM Bool := do
  match fillings with
  | [] => pure false
  | f :: fs => do
    let here ← each f.fixed fs
    let there ← sharedVariables fs
    pure (here || there)
where
  each : List Binder → List Filling → MetaM Bool
    | [], _ => pure false
    | b :: bs, fs => do
      let one ← if b.info.isExplicit then inAll b fs else pure false
      let more ← each bs fs
      pure (one || more)
  inAll (b : Binder) : List Filling → MetaM Bool
    | [] => pure false
    | f :: fs => do
      let one ← among b f.fixed
      let more ← inAll b fs
      pure (one || more)
  among (b : Binder) : List Binder → MetaM Bool
    | [] => pure false
    | c :: cs => do
      if c.info.isExplicit && (← isDefEq (← inferType b.mvar) (← inferType c.mvar))
        && (← isDefEq b.mvar c.mvar) then pure true
      else among b cs

/-- How many laws of one schema are looked at. -/
def mostOfSchema : Nat := 96

def lawsOfSchema (views : List View) (default : Level) (known : IO.Ref (Table Expr))
    (schema : Schema) : MetaM (List Ranked) := do
  let found ← IO.mkRef ([] : List Ranked)
  let size ← IO.mkRef 0
  let add (made : Instance) : MetaM Unit := do
    Core.checkSystem "laws"
    if (← size.get) ≥ mostOfSchema || !anyOwn made.views then pure ()
    else match ← lawOf schema default made with
      | none => pure ()
      | some law =>
        let e := law.statement
        if ((← known.get).find? sameTerm e.hash e).isSome then pure ()
        else
          known.modify fun t => t.insert e.hash e 0
          size.modify (· + 1)
          let env ← getEnv
          let rank := if schema.byNearness then distanceOf made.views
            else 1000 - depthOf env made.views
          found.modify fun l => insertRanked { law, rank } l
  let emit (made : Instance) : MetaM Unit := do
    apart (add made)
    -- The same law with what two functions keep fixed being the same.
    apart do
      if ← sharedVariables made.fillings then add made
  apart (fillSchema schema views schema.term [] [] emit)
  found.get

/-- Some of each schema, then the next of each: none crowds another out. -/
partial def inTurn (families : List (Nat × List Ranked)) : List Law :=
  if isOver families then []
  else concat (firsts families) (inTurn (rests families))
where
  isOver : List (Nat × List Ranked) → Bool
    | [] => true
    | (_, []) :: fs => isOver fs
    | _ => false
  firsts : List (Nat × List Ranked) → List Law
    | [] => []
    | (n, laws) :: fs => concat (mapList (fun r => r.law) (takeFirst n laws)) (firsts fs)
  rests : List (Nat × List Ranked) → List (Nat × List Ranked)
    | [] => []
    | (n, laws) :: fs => (n, dropFirst n laws) :: rests fs
  dropFirst : Nat → List Ranked → List Ranked
    | 0, xs => xs
    | _, [] => []
    | n+1, _ :: xs => dropFirst n xs

def merge : List Ranked → List Ranked → List Ranked
  | [], acc => acc
  | x :: xs, acc => merge xs (insertRanked x acc)

def lawsOfAll (views : List View) (default : Level) (known : IO.Ref (Table Expr)) :
    List Schema → List Ranked → MetaM (List (Nat × List Ranked))
  | [], together => pure [(mostOfSchema, together)]
  | s :: ss, together => do
    let found ← lawsOfSchema views default known s
    if s.share == 0 then lawsOfAll views default known ss (merge found together)
    else pure ((s.share, found) :: (← lawsOfAll views default known ss together))

def schemaOf (j : Json) : TermElabM (Option Schema) := do
  match ← (try termOfText ((str? j "text").getD "") catch _ => pure none) with
  | none => pure none
  | some term =>
    pure (some { term, isLoose := flag j "loose", share := (nat? j "share").getD 0,
                 byNearness := flag j "nearest",
                 className := match str? j "class" with
                   | some c => some c.toName
                   | none => none })

def schemasOf : List Json → TermElabM (List Schema)
  | [] => pure []
  | j :: js => do
    match ← schemaOf j with
    | some s => pure (s :: (← schemasOf js))
    | none => schemasOf js

/-! #### Laws as text -/

/-- A term with every argument written out. -/
def explicitText (e : Expr) : MetaM String := do
  let opts := ((← getOptions).set `pp.explicit true).set `pp.funBinderTypes true
  let text : MetaM Format := fun m s c r => ppExpr e m s { c with options := opts } r
  pure (toString (← text))

/-- The statement as text that means the same when it is read again. -/
def faithfulText (e : Expr) : TermElabM (Option String) := do
  let plain := toString (← ppExpr e)
  if ← means plain then pure (some plain)
  else
    let explicit ← (explicitText e : MetaM String)
    if ← means explicit then pure (some explicit) else pure none
where
  means (text : String) : TermElabM Bool := do
    (try
      match Parser.runParserCategory (← getEnv) `term text "<law>" with
      | .error _ => pure false
      | .ok stx => do
        let again ← Term.elabTerm stx (some (.sort .zero))
        Term.synthesizeSyntheticMVarsNoPostponing
        let again ← instantiateMVars again
        if again.hasMVar then pure false
        else if sameTerm again e then pure true else isDefEq again e
    catch _ => pure false)

/-- Whether a law holds for small values, if that can be computed. -/
def verdictOn (limit : Nat) (e : Expr) : MetaM (Option Bool) := do
  if limit == 0 then return none
  match ← trialOf [] e {} with
  | none => pure none
  | some t => t.verdict limit

def lawJ (limit : Nat) (law : Law) : TermElabM (Option Json) := do
  let verdict ← (try (verdictOn limit law.statement : MetaM (Option Bool)) catch _ => pure none)
  match verdict with
  | some false => pure none
  | verdict => match ← faithfulText law.statement with
    | none => pure none
    | some text =>
      let class_ ← match law.instance? with
        | none => pure Json.null
        | some (type, names) => match ← faithfulText type with
          | none => pure Json.null
          | some text => pure (Json.mkObj
              [("type", Json.str (oneLine text)), ("parameters", plainNamesJ names)])
      pure (some (law.row text class_ verdict.isSome))

/-- Laws as data, as long as there are heartbeats for them: with how many were looked at. -/
def lawsJ (limit stopAt : Nat) : List Law → Nat → Array Json → TermElabM (Nat × Array Json)
  | [], seen, acc => pure (seen, acc)
  | l :: ls, seen, acc => do
    if seen > 0 && Nat.ble stopAt (← IO.getNumHeartbeats) then pure (seen, acc)
    else match ← lawJ limit l with
      | some j => lawsJ limit stopAt ls (seen + 1) (acc.push j)
      | none => lawsJ limit stopAt ls (seen + 1) acc

def goalLevel (e : Expr) : Level :=
  match (collectLevelParams {} e).params[0]? with
  | some u => .param u
  | none => .zero

def dropLaws : Nat → List Law → List Law
  | 0, xs => xs
  | _, [] => []
  | n+1, _ :: xs => dropLaws n xs

/-- All laws of some schemas about a goal. Making them takes longer than looking at a few, and they
are asked for in parts: the state keeps them. -/
def lawsAbout (srv : Server) (state : Nat) (s : ProofState) (g : MVarId) (j : Json) :
    TermElabM (List Law) := do
  let given := (arr? j "schemas").getD []
  let key := texts given (g.name.toString)
  match lookup key s.laws with
  | some made => pure made
  | none =>
    let target ← instantiateMVars (← g.getDecl).type
    let schemas ← schemasOf given
    let views ← viewsBehind g
    let known ← IO.mkRef (Table.empty 512)
    let found ← (lawsOfAll views (goalLevel target) known schemas [] : MetaM _)
    let all := takeFirst ((nat? j "most").getD 96) (inTurn found)
    srv.states.modify fun states => match states[state]? with
      | some (some s) => states.setIfInBounds state (some { s with laws := (key, all) :: s.laws })
      | _ => states
    pure all
where
  texts : List Json → String → String
    | [], acc => acc
    | j :: js, acc => texts js (acc ++ "\n" ++ (str? j "text").getD "")
  lookup (key : String) : List (String × List Law) → Option (List Law)
    | [] => none
    | (k, laws) :: rest => if k == key then some laws else lookup key rest

def laws (srv : Server) (j : Json) (core : Core.Context) : Handler Json := do
  let state ← nat j "state"
  let s ← getState srv state
  match s.goals with
  | [] => fail "lean" "no goals"
  | g :: _ =>
    let work : TermElabM Json := do
      let all ← lawsAbout srv state s g j
      let some_ := takeFirst ((nat? j "count").getD 24) (dropLaws ((nat? j "from").getD 0) all)
      let stopAt := (← IO.getNumHeartbeats) + core.maxHeartbeats / 2
      let (seen, rows) ← lawsJ ((nat? j "limit").getD 20) stopAt some_ 0 #[]
      pure (Json.mkObj
        [("total", natJ (count all 0)), ("seen", natJ seen), ("laws", Json.arr rows)])
    let (found, _) ← runTerm core "" s work
    pure found

end Orch
