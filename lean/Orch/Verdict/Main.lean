/-
The verdict program: the only one that says "accepted".

It elaborates nobody's text and runs nobody's code. A statement and a proof arrive as declarations
in plain tables, written by other processes; each goes through the kernel; then the kernel is asked
whether the proof's theorem has the type of the statement.
-/
import Orch.Verdict.Show
import Orch.Verdict.Serve
open Lean

namespace Orch

structure Libraries where
  first : Environment
  /-- Import sets that were asked for, most recent first. -/
  loaded : IO.Ref (List (String × Environment))
  loads : IO.Ref Nat

def findLibrary (key : String) : List (String × Environment) → Option Environment
  | [] => none
  | x :: xs => if x.1 == key then some x.2 else findLibrary key xs

/-- Modules of others bring extensions whose code would run here: they are loaded without. -/
def library (l : Libraries) (modules : List String) : Handler Environment := do
  match modules with
  | [] => pure l.first
  | modules =>
    let key := " ".intercalate modules
    match findLibrary key (← l.loaded.get) with
    | some env => pure env
    | none =>
      l.loads.modify (· + 1)
      let env ← (importModulesNamed ("Init" :: modules) false false).toEIO fun e => { kind := "lean", message := toString e }
      l.loaded.set [(key, env)]
      pure env

def paramLevels : List Name → List Level
  | [] => []
  | n :: ns => .param n :: paramLevels ns

def judgement : Name := .num (.str .anonymous "_orch_judgement") 0

/-- A statement whose declarations the kernel has accepted. -/
structure Statement where
  replay : Replay
  levelParams : List Name
  type : Expr

def refusalJ (r : Refusal) : Json :=
  Json.mkObj [("accepted", Json.bool false), ("reason", Json.str r.reason), ("detail", Json.str r.detail)]

/-- Compiled code is refused before the kernel sees it: the kernel would run it. -/
def trustsCompiler (allowed : List Name) (r : Reader) : Option Refusal :=
  if isMember sameName ``Lean.trustCompiler allowed then none
  else match firstCompiled r.names 0 with
    | some n => some { reason := "axiom", detail := s!"this trusts compiled code through {showName n}, which needs the axiom Lean.trustCompiler" }
    | none => none

def readStatement (env : Environment) (j : Json) (allowed : List Name) (token : IO.CancelToken) :
    Handler (Except Refusal Statement) := do
  let r ← readTables j
  match trustsCompiler allowed r with
  | some refusal => pure (.error refusal)
  | none =>
    let levelParams ← r.namesOf (← rowsOf j "levelParams")
    let type ← r.expr (field j "type")
    match ← addAll { axioms := allowed } token r (← rowsOf j "declarations") { env } with
    | .refused refusal => pure (.error refusal)
    | .continue replay =>
      if !closed type then pure (.error { reason := "malformed", detail := "the statement is not a closed term" })
      else match kernelAdd replay.env (wellFormed levelParams type) token with
        | .ok _ => pure (.ok { replay := { replay with declared := {} }, levelParams, type })
        | .error ex =>
          if ← token.isSet then fail "cancelled" "cancelled"
          else pure (.error { reason := "statement", detail := s!"the kernel refuses the statement: {← (ex.toMessageData {}).toString}" })

def kindOfTheorem : ConstantInfo → Bool
  | .thmInfo _ => true
  | .defnInfo _ => true
  | _ => false

/-- Whether the exported proof proves the statement. -/
def judgeProof (s : Statement) (proof : Json) (allowed : List Name) (token : IO.CancelToken) :
    Handler (Except Refusal (Replay × List Name)) := do
  let no := fun reason detail => pure (.error { reason, detail : Refusal })
  let r ← readTables proof
  let target ← r.name (field proof "theorem")
  match trustsCompiler allowed r with
  | some refusal => pure (.error refusal)
  | none =>
    match ← addAll { axioms := [] } token r (← rowsOf proof "declarations") s.replay with
    | .refused refusal => pure (.error refusal)
    | .continue replay =>
      match replay.env.find? target with
      | none => no "missing" s!"the proof does not declare {showName target}"
      | some ci =>
        if !replay.declared.contains target || !kindOfTheorem ci then
          no "missing" s!"the proof does not declare {showName target} as a theorem"
        else if count ci.levelParams 0 != count s.levelParams 0 then
          no "other_statement" s!"{showName target} has {count ci.levelParams 0} universe parameters, the statement has {count s.levelParams 0}"
        else
          let value := Expr.const target (paramLevels s.levelParams)
          match ← add replay token judgement (.thmDecl { name := judgement, levelParams := s.levelParams, type := s.type, value }) with
          | .refused r => no "other_statement" s!"{showName target} does not prove the statement: {r.detail}"
          | .continue replay =>
            let axioms := axiomsOf replay.env [judgement] {} []
            match firstForbidden allowed axioms with
            | some n => no "axiom" s!"the proof stands on the axiom {showName n}, which is not allowed"
            | none => pure (.ok (replay, axioms))

/-- Without a `proof`, only the statement is checked and shown. -/
def judge (l : Libraries) (j : Json) (token : IO.CancelToken) : Handler Json := do
  let env ← library l (strings j "modules")
  let allowed := allowedAxioms (strings j "allowAxioms")
  let shown := fun (s : Statement) => statementJ s.replay.env (flag j "explain") token s.type
  let accept := fun (s : Statement) (proved : Bool) (checked : Nat) (axioms : List Name) => do
    pure (Json.mkObj (("accepted", Json.bool true) :: ("proved", Json.bool proved) :: ("axioms", listJ (fun n => Json.str (showName n)) axioms)
      :: ("declarations", natJ checked) :: (← shown s)))
  match ← readStatement env (field j "statement") allowed token with
  | .error r => pure (refusalJ r)
  | .ok s =>
    match field j "proof" with
    | .null => accept s false s.replay.checked (axiomsOf s.replay.env s.type.getUsedConstantsAsSet.toList {} [])
    | proof =>
      match ← judgeProof s proof allowed token with
      | .error r => pure (refusalJ r)
      | .ok (replay, axioms) => accept s true (replay.checked - 1) axioms

def dispatchVerdict (l : Libraries) (j : Json) (cmd : String) (token : IO.CancelToken) : Handler Json :=
  match cmd with
  | "judge" => judge l j token
  | cmd => fail "bad_request" s!"unknown command '{cmd}'"

end Orch

open Orch in
public unsafe def main (args : List String) : IO UInt32 := do
  let (embedded, modules) := readArguments args
  if embedded then initSearchPath "/" ["/lib/lean", "/scratch"]
  -- The library's own notation is code of the library.
  enableInitializersExecution
  prepareAndStart embedded modules do
    let first ← importModulesNamed modules true true
    let loads ← IO.mkRef 0
    let l : Libraries := { first, loaded := ← IO.mkRef [], loads }
    pure { dispatch := dispatchVerdict l, tokens := ← IO.mkRef [], loads }
