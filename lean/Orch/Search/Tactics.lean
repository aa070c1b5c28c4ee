import Orch.Search.Survey
open Lean Elab Meta

namespace Orch

/-! ### Tactic steps -/

def parseTactics (env : Environment) (text : String) : Except String Syntax :=
  let p := Parser.andthenFn Parser.whitespace Parser.Tactic.tacticSeq.fn
  let ictx := inputContext text "<tactic>"
  let s := p.run ictx { env, options := {} } (Parser.getTokenTable env) (Parser.mkParserState text)
  if s.allErrors.size == 0 then
    if ictx.atEnd s.pos then .ok s.stxStack.back
    else .error ((s.mkError "end of input").toErrorMsg ictx)
  else .error (s.toErrorMsg ictx)

def failOnError (s : ProofState) (isTold : Bool) : Handler Unit := do
  match firstError s.coreState.messages.toList with
  | some m =>
    let message ← if isTold then m.data.toString else pure untold
    throw { kind := "lean", message, pos := some m.pos }
  | none => pure ()

/-- A declaration of this session (an imported one cannot have any) whose own proof is a `sorry`:
also the theorem to be proved, where its statement needs the environment after it. -/
def unproved (env : Environment) (given : NameSet) : List Name → Option Name
  | [] => none
  | n :: ns =>
    if (env.getModuleIdxFor? n).isSome || given.contains n then unproved env given ns
    else match env.find? n with
      | some (.thmInfo v) => if v.value.hasSorry then some n else unproved env given ns
      | some (.defnInfo v) => if v.value.hasSorry then some n else unproved env given ns
      | _ => unproved env given ns

/-- What a proof may rest on although it is a `sorry` here: what the caller names, because its proof
stands elsewhere, and what the goal itself is about. -/
def givenIn (s : ProofState) (names : List String) : TermElabM NameSet := do
  match s.root with
  | .mvar g =>
    let decl ← g.getDecl
    let stated := concat (← instantiateMVars decl.type).getUsedConstantsAsSet.toList
      (constantsOfLocals (← localDecls decl.lctx))
    pure (insertAll (namesOf names) (insertAll stated {}))
  | _ => pure (insertAll (namesOf names) {})

/-- With no goals left the proof term must be whole: a metavariable is a goal that got lost, and a
`sorry` is not a proof. -/
def failOnHole (ctx : Core.Context) (given : Option (List String))
    (s : ProofState) : Handler ProofState := do
  match s.goals with
  | _ :: _ => pure s
  | [] =>
    let (given, s) ← match given with
      | some names => runTerm ctx "" s (givenIn s names)
      | none => pure ({}, s)
    let (proof, s) ← runTerm ctx "" s (do instantiateMVars s.root)
    if proof.hasExprMVar then
      fail "incomplete" "no goals are left, but the proof still has unassigned metavariables"
    else if proof.hasSorry then fail "incomplete" "no goals are left, but the proof uses sorry"
    else match unproved s.coreState.env given proof.getUsedConstantsAsSet.toList with
      | some n =>
        fail "incomplete"
          s!"no goals are left, but the proof uses {showName n}, which is not proved"
      | none => pure s

/-- Where a parser's message starts with the place, as in `<tactic>:1:9: unexpected`. -/
def parseFailure (message : String) : Failure :=
  match message.splitOn ":" with
  | _ :: line :: column :: rest => match line.toNat?, column.toNat? with
    | some line, some column =>
      { kind := "parse", message := (":".intercalate rest).trimAscii.toString,
        pos := some { line, column } }
    | _, _ => { kind := "parse", message }
  | _ => { kind := "parse", message }

/-- Runs a tactic sequence as the next lines of a script: the first goal is the main one, the others
are there for `all_goals`, `case` and the like. Any error message is a failure, also one that a
tactic logged while closing the goal. -/
def runTactic (ctx : Core.Context) (s : ProofState) (text : String)
    (given : Option (List String) := none) (isTold : Bool := true) :
    Handler (ProofState × Array Json) := do
  match s.goals with
  | [] => fail "lean" "no goals"
  | g :: rest =>
    match parseTactics s.coreState.env text with
    | .error e => throw (parseFailure e)
    | .ok stx =>
      let act : TermElabM (List MVarId) := do
        let goals ← Tactic.run g fun tctx tst => do
          ST.Prim.Ref.set tst { goals := g :: rest }
          Tactic.evalTactic stx { tctx with recover := false } tst
        pure goals
      let (goals, s) ← runTerm ctx text s act isTold
      failOnError s isTold
      let messages ← messagesJ s.coreState.messages.toList #[]
      let s := { s with goals, coreState := { s.coreState with messages := {} } }
      pure (← failOnHole ctx given s, messages)

/-- A state keeps the environment, which the next step needs, but not the caches of this one. -/
def replyState (srv : Server) (ctx : Core.Context) (detail : GoalDetail) (s : ProofState)
    (more : List (String × Json)) : Handler Json := do
  let (goals, s) ← runTerm ctx "" s (mapMeta (goalJ detail) s.goals)
  let i ← putState srv s
  pure (Json.mkObj (("state", natJ i) :: ("goals", Json.arr (arrayOf goals)) :: more))

def isKnownTactic (env : Environment) (text : String) : Bool :=
  match parseTactics env text with
  | .ok _ => true
  | .error _ => false

/-! ### Lemmas that a proof does not need -/

structure Lemma where
  name : Name
  /-- How many binders are around it. -/
  depth : Nat
  value : Expr

/-- The lemmas at the beginning of a proof, last one first, and what comes after them. -/
partial def leadingLemmas (e : Expr) (depth : Nat) (acc : List Lemma) : List Lemma × Expr × Nat :=
  match e with
  | .mdata _ e => leadingLemmas e depth acc
  | .lam _ _ b _ => leadingLemmas b (depth + 1) acc
  | .letE n _ v b _ => leadingLemmas b (depth + 1) ({ name := n, depth, value := v } :: acc)
  | .app (.lam n _ b _) v => leadingLemmas b (depth + 1) ({ name := n, depth, value := v } :: acc)
  | e => (acc, e, depth)

/-- Names of those that nothing needed mentions. `needed` are the terms that count, with the binders
around them. -/
def unneeded (needed : List (Expr × Nat)) : List Lemma → List Name → List Name
  | [], acc => acc
  | l :: ls, acc =>
    if isMentioned l.depth needed then unneeded ((l.value, l.depth) :: needed) ls acc
    else unneeded needed ls (l.name :: acc)
where
  isMentioned (depth : Nat) (among : List (Expr × Nat)) : Bool :=
    anyOf (fun x => x.1.hasLooseBVar (x.2 - depth - 1)) among

/-- For a state without goals: which of the lemmas that its proof begins with it does not use. -/
def unusedLemmas (srv : Server) (j : Json) (core : Core.Context) : Handler Json := do
  let s ← getState srv (← nat j "state")
  let (proof, _) ← runTerm core "" s (do instantiateMVars s.root)
  let (lemmas, rest, depth) := leadingLemmas proof 0 []
  pure (Json.mkObj
    [("names", listJ (fun n => Json.str (displayName n)) (unneeded [(rest, depth)] lemmas []))])

end Orch
