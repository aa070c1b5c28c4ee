import Orch.Search.Files
import Orch.Search.Export
open Lean Elab Meta

namespace Orch

/-! ### Statements: what is to be proved, fixed before anybody searches -/

structure Statement where
  /-- The theorem's name in full, namespace of the preamble included. -/
  name : Name
  levelParams : List Name
  type : Expr
  /-- The type as it was elaborated, with the auxiliary definitions that make it readable. -/
  shown : Expr
  /-- The goal, with the variables of the signature introduced. -/
  state : ProofState
  /-- Where `theorem name … : type` starts and stops in the source, in bytes. -/
  start : Nat
  stop : Nat

def oneCommand (e : Elaboration) (st : Command.State) : Handler Syntax := do
  let (stx, ps, log) := Parser.parseCommand e.ictx (moduleContext st) {} {}
  match firstError log.toList with
  | some m => throw { kind := "parse", message := ← m.data.toString, pos := some m.pos }
  | none =>
    let (next, _, _) := Parser.parseCommand e.ictx (moduleContext st) ps {}
    if Parser.isTerminalCommand stx then fail "parse" "the statement is empty"
    else if Parser.isTerminalCommand next then pure stx
    else throw { kind := "parse",
                 message := "the statement must be a single theorem; more text follows it",
                 pos := some (e.ictx.fileMap.toPosition ps.pos) }

/-- A theorem whose name no library search suggests (it starts with an underscore) and whose proof
is a hole. Signatures are elaborated under this name: an info tree shows the environment after the
command, and there `exact?` would find the theorem itself. -/
def holeTheorem (st : Command.State) : Syntax :=
  let ictx := inputContext "theorem _orch_goal : True := by sorry" "<orch>"
  let (stx, _, _) := Parser.parseCommand ictx (moduleContext st) {} {}
  stx.getArg 1

def withHole (st : Command.State) (decl : Syntax) : Syntax :=
  let hole := holeTheorem st
  let declId := (decl.getArg 1).setArg 0 ((hole.getArg 1).getArg 0)
  (decl.setArg 1 declId).setArg 3 (hole.getArg 3)

def fullName (st : Command.State) (decl : Syntax) : Name :=
  let id := ((decl.getArg 1).getArg 0).getId
  match st.scopes with
  | s :: _ => s.currNamespace ++ id
  | [] => id

def byteOf (p : Option String.Pos.Raw) : Nat :=
  match p with
  | some p => p.byteIdx
  | none => 0

def lastTacticHole : List Hole → Option Hole
  | [] => none
  | h :: hs => if h.isTactic then some h else lastTacticHole hs

/-- Positions count in the user's text, which starts `n` lines into the source. -/
def shiftLines (n : Nat) (f : Failure) : Failure :=
  { f with pos := match f.pos with
    | some p =>
      some (if p.line > n then { p with line := p.line - n } else { line := 1, column := 0 })
    | none => none }

/-- `source` is a theorem, with any proof or none that matters: only its signature is read. -/
def elaborateSignature (c : Context) (source : String) (rules : Rules) (token : IO.CancelToken)
    (core : Core.Context) :
    Handler Statement := do
  let e ← newElaboration source token core true rules
  let st := commandState c
  let stx ← oneCommand e st
  let decl := stx.getArg 1
  if stx.getKind != ``Parser.Command.declaration || decl.getKind != ``Parser.Command.theorem then
    fail "parse" "the statement must be a theorem"
  else
    let name := fullName st decl
    let st ← e.command (stx.setArg 1 (withHole st decl)) ⟨0⟩ st
    match firstError st.messages.toList with
    | some m =>
      let message := (showName name).intercalate ((← m.data.toString).splitOn "_orch_goal")
      throw { kind := "lean", message, pos := some m.pos }
    | none => match lastTacticHole (← e.holes.get) with
      | none => fail "lean" "the statement has no goal"
      | some hole =>
        match hole.declaration with
        | none => fail "internal" "the goal has no declaration"
        | some hidden => match st.env.find? hidden with
          | some (.thmInfo t) =>
            if t.type.hasSorry then fail "lean" "the statement itself contains sorry"
            else pure { name, levelParams := t.levelParams,
                        type := withoutAuxiliaries st.env t.type, shown := t.type, state :=
                          hole.state,
                        start := byteOf decl.getPos?, stop := byteOf (decl.getArg 3).getPos? }
          | _ => fail "internal" "the statement was not declared"

def termPrefix : String := "theorem orch_goal :\n"

/-- The form is told by the caller: "term" is a bare proposition, "declaration" a theorem with or
without its proof. -/
def readStatement (c : Context) (j : Json) (token : IO.CancelToken)
    (core : Core.Context) : Handler (String × Statement) := do
  let text ← str j "statement"
  let rules : Rules := { plainOnly := flag j "plainOnly", checkedOnly := true }
  rules.obey text
  if str? j "form" == some "term" then
    match Parser.runParserCategory c.env `term text "<statement>" with
    | .error e => throw (parseFailure e)
    | .ok _ =>
      let source := termPrefix ++ text ++ "\n:= sorry"
      match ← (elaborateSignature c source rules token core).toBaseIO with
      | .ok s => pure (source, s)
      | .error f => throw (shiftLines 1 f)
  else
    let withoutProof := text ++ "\n:= sorry"
    match ← (elaborateSignature c withoutProof rules token core).toBaseIO with
    | .ok s => pure (withoutProof, s)
    | .error f =>
      if f.kind == "parse" then do
        match ← (elaborateSignature c text rules token core).toBaseIO with
        | .ok s => pure (text, s)
        -- The text alone always ends early where its proof is missing: the first error is the
        -- telling one.
        | .error g => throw (if g.kind == "parse" then f else g)
      else throw f

def statementJ (core : Core.Context) (source : String)
    (s : Statement) : Handler (List (String × Json)) := do
  let (pretty, _) ← runTerm core "" s.state.outside (do pure (toString (← ppExpr s.shown)))
  pure [("name", Json.str s.name.toString), ("type", Json.str pretty),
        ("source", Json.str source), ("start", natJ s.start), ("stop", natJ s.stop)]

/-- The statement as data, for the verdict and for its hash. -/
def tablesJ (c : Context) (j : Json) (s : Statement) : Handler (List (String × Json)) := do
  if flag j "tables" then
    let memo : Stripper := { memo := ← IO.mkRef (Table.empty 256), out := ← IO.mkRef #[] }
    let x ← newExporter c.env j
    let type ← memo.expr s.type
    pure [("tables", ← ofIO (x.statement s.levelParams type)),
          ("canonical", Json.str (← canonicalText type))]
  else pure []

def startGoal (srv : Server) (j : Json) (token : IO.CancelToken)
    (core : Core.Context) : Handler Json := do
  let c ← getContext srv ((nat? j "env").getD 0)
  let (source, s) ← readStatement c j token core
  if (c.env.find? s.name).isSome then
    fail "lean" s!"'{showName s.name}' has already been declared" else
  replyState srv core (goalDetail j) s.state (concat (← tablesJ c j s) (← statementJ core source s))

end Orch
