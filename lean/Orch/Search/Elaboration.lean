import Orch.Search.Commands
import Orch.Search.Steps
open Lean Elab Meta

namespace Orch

/-! ### Elaborating text, command by command, within the rules that the caller gives -/

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

end Orch
