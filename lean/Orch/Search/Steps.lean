import Orch.Search.Elaboration
open Lean Elab Meta

namespace Orch

/-! #### The goals before and after each tactic, for people who look at a place in the text -/

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

/-- What text may contain, besides being Lean. -/
structure Rules where
  /-- Only commands that cannot run code of their own while they are elaborated. The first other one
  ends the elaboration before it is touched, so that this process can still be believed. -/
  plainOnly : Bool := false
  /-- No options that change what is checked. -/
  checkedOnly : Bool := false
  /-- Theorems only, and from this byte on exactly one command: the theorem with its script. -/
  script : Option Nat := none

/-- A command of the text, and what was known after it. -/
structure CommandDone where
  start : Option String.Pos.Raw
  stop : Option String.Pos.Raw
  kind : Name
  after : Environment

structure Elaboration where
  ictx : Parser.InputContext
  token : IO.CancelToken
  core : Core.Context
  messages : IO.Ref (Array Json)
  hasError : IO.Ref Bool
  rules : Rules
  /-- Whether the command with the script has been met. -/
  scriptMet : IO.Ref Bool
  holes : IO.Ref (List Hole)
  /-- Off where nobody asks for holes: info trees cost time and memory. -/
  wantsHoles : Bool
  /-- The goals before and after each tactic, as JSON; none where nobody asks for them. -/
  steps : Option (IO.Ref (Array Json)) := none
  commandsDone : IO.Ref (Array CommandDone)

def newElaboration (source : String) (token : IO.CancelToken) (core : Core.Context)
    (wantsHoles : Bool)
    (rules : Rules := {}) : BaseIO Elaboration := do
  pure { ictx := inputContext source "<text>", token, core, messages := ← IO.mkRef #[],
         hasError := ← IO.mkRef false, rules, scriptMet := ← IO.mkRef false, holes := ← IO.mkRef [],
           wantsHoles,
         commandsDone := ← IO.mkRef #[] }

/-- Called before any of the text is parsed. -/
def Rules.obey (rules : Rules) (text : String) : Handler Unit :=
  if rules.plainOnly && hasQuotation text then
    fail "runs_code" "this text may run code of its own while it is parsed"
  else pure ()

def Elaboration.take (e : Elaboration) (log : MessageLog) : BaseIO Unit := do
  e.messages.set (← messagesJ log.toList (← e.messages.get))
  match firstError log.toList with
  | some _ => e.hasError.set true
  | none => pure ()

def Elaboration.refuse (e : Elaboration) (kind message : String) (stx : Syntax) : Handler Unit :=
  throw { kind, message, pos := match stx.getPos? with
    | some p => some (e.ictx.fileMap.toPosition p)
    | none => none }

def isTheorem (stx : Syntax) : Bool :=
  stx.getKind == ``Parser.Command.declaration && (stx.getArg 1).getKind == ``Parser.Command.theorem

def Elaboration.obeyScript (e : Elaboration) (start : Nat) (stx : Syntax) : Handler Unit := do
  let place := match stx.getPos? with
    | some p => p.byteIdx
    | none => 0
  if ← e.scriptMet.get then
    e.refuse "lean" "the script is more than one block of tactics: a command follows it" stx
  else if !isTheorem stx then
    e.refuse "lean" "a script may bring theorems along and nothing else" stx
  else if place ≥ start then e.scriptMet.set true
  else pure ()

/-- Called before a command is elaborated, and so before anything of it can run. -/
def Elaboration.obey (e : Elaboration) (stx : Syntax) : Handler Unit := do
  if e.rules.checkedOnly then
    match weakeningOption stx with
    | some n =>
      e.refuse "lean" s!"the option {showName n} is not allowed here: it changes what Lean checks"
        stx
    | none => pure ()
  else pure ()
  if e.rules.plainOnly && !isPlain stx then
    e.refuse "runs_code" "this command may run code of its own while it is elaborated" stx
  else pure ()
  match e.rules.script with
  | some start => if Parser.isTerminalCommand stx then pure () else e.obeyScript start stx
  | none => pure ()

def Elaboration.command (e : Elaboration) (stx : Syntax) (cmdPos : String.Pos.Raw)
    (st : Command.State) :
    Handler Command.State := do
  e.obey stx
  let ref ← IO.mkRef { st with messages := {}, infoState := { enabled := e.wantsHoles } }
  let ctx : Command.Context :=
    { fileName := "<text>", fileMap := e.ictx.fileMap, cmdPos, snap? := none,
      cancelTk? := some e.token }
  match ← (Command.elabCommandTopLevel stx ctx ref).toBaseIO with
  | .error ex => throw (← failureOf st.env e.ictx.inputString ex)
  | .ok _ =>
    let before := st.env
    let st ← ref.get
    e.take st.messages
    if ← e.token.isSet then fail "cancelled" "cancelled"
    else
      if e.wantsHoles then ofIO (walkAll e.core before e.holes none st.infoState.trees) else pure ()
      match e.steps with
      | some steps =>
        ofIO (each (fun t => walkSteps e.core e.ictx.fileMap steps none t) st.infoState.trees)
      | none => pure ()
      if e.rules.plainOnly && (← ofIO (anyMadeSyntax st.env)) then
        e.refuse "runs_code" "this command declares a piece of syntax, which Lean may come to run"
          stx
      else pure ()
      pure st

def moduleContext (st : Command.State) : Parser.ParserModuleContext :=
  match st.scopes with
  | s :: _ =>
    { env := st.env, options := s.opts, currNamespace := s.currNamespace, openDecls := s.openDecls }
  | [] => { env := st.env, options := {} }

partial def Elaboration.commands (e : Elaboration) (ps : Parser.ModuleParserState)
    (st : Command.State) :
    Handler Command.State := do
  let (stx, ps', log) := Parser.parseCommand e.ictx (moduleContext st) ps {}
  e.take log
  if sameName stx.getKind ``Parser.Command.eoi then pure st
  else
    let st ← e.command stx ps.pos st
    e.commandsDone.modify fun a => a.push
      { start := stx.getPos?, stop := stx.getTailPos?, kind := stx.getKind, after := st.env }
    -- `#exit`, or an `import` that is not at the beginning, which has just been complained of.
    if Parser.isTerminalCommand stx then pure st else e.commands ps' st

def commandState (c : Context) : Command.State :=
  { Command.mkState c.env {} {} with scopes := c.scopes }

def samePos : Option String.Pos.Raw → Option String.Pos.Raw → Bool
  | some a, some b => a.byteIdx == b.byteIdx
  | none, none => true
  | _, _ => false

/-- An info tree may show one `sorry` several times (as macro and as expansion). -/
def distinct : List Hole → List Hole → List Hole
  | [], kept => reverseOnto kept []
  | h :: hs, kept =>
    let rec known : List Hole → Bool
      | [] => false
      | k :: ks => samePos k.start h.start || known ks
    if known kept then distinct hs kept else distinct hs (h :: kept)

def holesJ (srv : Server) (ctx : Core.Context) (detail : GoalDetail) (fm : FileMap) :
    List Hole → Array Json → Handler (Array Json)
  | [], acc => pure acc
  | h :: hs, acc => do
    let at? := fun p => optJ (fun p => posJ (fm.toPosition p)) p
    let (isProof, _) ← runTerm ctx "" h.state (match h.state.goals with
      | g :: _ => inGoal g do isProp (← g.getDecl).type
      | [] => pure false)
    let j ← replyState srv ctx detail h.state
      [("isProof", Json.bool isProof), ("start", at? h.start), ("end", at? h.stop),
      ("declaration", optJ (fun n => Json.str n.toString) h.declaration),
      ("isTactic", Json.bool h.isTactic)]
    holesJ srv ctx detail fm hs (acc.push j)

/-- The header of a file, the modules it imports and the state of the parser after it. -/
def parseHeader (e : Elaboration) : Handler (List String × Parser.ModuleParserState) := do
  let (header, ps, log) ← ofIO (readHeader e.ictx)
  e.take log
  let rec names : List Import → List String
    | [] => []
    | i :: is => i.module.toString :: names is
  pure (names (headerToImports header).toList, ps)

/-- Where text is to be elaborated: the environment named, or the one its header asks for. -/
def contextFor (srv : Server) (j : Json)
    (e : Elaboration) : Handler (Context × Parser.ModuleParserState) := do
  let limited := fun (scope : Command.Scope) =>
    let scope := if flag j "codegen" then { scope with isNoncomputable := false } else scope
    match nat? j "heartbeats" with
    | some n => { scope with opts := scope.opts.set `maxHeartbeats n }
    | none => scope
  if flag j "header" then
    let (imports, ps) ← parseHeader e
    if ← e.hasError.get then pure ((← getContext srv 0), ps)
    else
      let c ← getContext srv (← if imports == ["Init"] then pure 0 else loadImports srv imports)
      pure ({ c with scopes := [limited { freshScope false with opts := {} }] }, ps)
  else
    let c ← getContext srv ((nat? j "env").getD 0)
    match str? j "module" with
    | some name =>
      -- Private names carry the name of their module. The file being worked on has none: nor has it
      -- in a judge.
      let env := if name.isEmpty then c.env else c.env.setMainModule name.toName
      pure ({ env, scopes := [limited { freshScope false with opts := {} }] }, {})
    | none => match c.scopes with
    | scope :: outer => pure ({ c with scopes := limited scope :: outer }, {})
    | [] => pure (c, {})

end Orch
