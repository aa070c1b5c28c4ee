import Orch.Search.Refute
import Orch.Search.Explore
import Orch.Search.Occurrences
import Orch.Search.Statements
import Orch.Search.Candidates
import Orch.Search.Premises
import Orch.Search.Library
import Orch.Search.Kernels
import Orch.Search.Inspect
open Lean Elab Meta

namespace Orch

/-! ### The server loop -/

def defaultHeartbeats : Nat := 200000

def dispatch (srv : Server) (j : Json) (cmd : String) (token : IO.CancelToken) : Handler Json := do
  let core ← coreContext ((nat? j "heartbeats").getD defaultHeartbeats) token
    ((str? j "tactic").getD "")
  match cmd with
  | "goal" => startGoal srv j token core
  | "tactic" =>
    let s ← getState srv (← nat j "state")
    let given := if (arr? j "given").isSome then some (strings j "given") else none
    let (s, messages) ← runTactic core s (← str j "tactic") given (!flag j "silent")
    replyState srv core (goalDetail j) s [("messages", Json.arr messages)]
  | "goals" => replyState srv core (goalDetail j) (← getState srv (← nat j "state")) []
  | "restate" => restate srv j core
  | "survey" => survey srv j core
  | "counterexample" => counterexample srv j core
  | "occurrences" => occurrences srv j core
  | "explore" => explore srv j core
  | "laws" => laws srv j core
  | "unused" => unusedLemmas srv j core
  | "drop" =>
    dropStates srv ((arr? j "states").getD [])
    match nat? j "env" with
    | some i => dropContext srv i
    | none => pure ()
    pure (Json.mkObj [])
  | "file" => elaborateText srv j token core
  | "inspect" => inspectText srv j token core
  | "import" => do pure (Json.mkObj [("env", natJ (← loadImports srv (strings j "modules")))])
  | "tactics" =>
    let c ← getContext srv ((nat? j "env").getD 0)
    let known := listJ (fun t => Json.bool (isKnownTactic c.env t)) (strings j "tactics")
    pure (Json.mkObj [("known", known)])
  | "premises" => selectPremises srv j core
  | "corpus" => dumpCorpus srv j core
  | "library" => dumpLibrary srv j token
  | "kernel" => askKernel srv j token
  | "export" => exportProof srv j token core
  | cmd => fail "bad_request" s!"unknown command '{cmd}'"

/-- `ℕ` and `ℤ` for those who are used to Mathlib; lowest priority, so a project's own wins. -/
def numberSymbols : String :=
  "macro (priority := low) \"ℕ\" : term => `(Nat)\nmacro (priority := low) \"ℤ\" : term => `(Int)\n"

def withNumberSymbols (env : Environment) : Handler Environment := do
  match Parser.runParserCategory env `term "ℕ" with
  | .error _ => pure env
  | .ok stx => if !stx.isIdent then pure env else
    let token ← IO.CancelToken.new
    let e ← newElaboration numberSymbols token (← coreContext defaultHeartbeats token "") false
    let st ← e.commands {} (commandState { env, scopes := [freshScope true] })
    pure (if ← e.hasError.get then env else st.env)

def warmUp (srv : Server) (goal tactic : String) : Handler Unit := do
  let token ← IO.CancelToken.new
  let core ← coreContext 2000000 token tactic
  let c ← getContext srv 0
  let (_, s) ← readStatement c
    (Json.mkObj [("statement", Json.str goal), ("form", Json.str "term")]) token core
  let _ ← runTactic core s.state tactic

def warmUpAll (srv : Server) : List (String × String) → BaseIO Unit
  | [] => pure ()
  | (goal, tactic) :: rest => do
    let _ ← (warmUp srv goal tactic).toBaseIO
    warmUpAll srv rest

/-- Touches what is built lazily (the search trees of `exact?` and `rw?`, simp sets, grind's
theorems), so that a snapshot already has it. -/
def warmUpList : List (String × String) :=
  let sum := "∀ a b : Nat, a + b = b + a"
  let lengths := "∀ (xs ys : List Nat), (xs ++ ys).length = ys.length + xs.length"
  [(sum, "intros; exact?"), (sum, "intros; rw?"), (sum, "intros; simp [Nat.add_comm]"),
   (sum, "intros; omega"),
   (lengths, "intros; simp; omega"), (lengths, "intros; grind"), (lengths, "intros; simp_all"),
   (sum, "try?")]

/-- The whole program; `Run.lean` gives it the name by which Lean starts it. -/
unsafe def runSearch (args : List String) : IO UInt32 := do
  let (embedded, modules) := readArguments args
  if embedded then initSearchPath "/" ["/lib/lean", "/scratch"]
  enableInitializersExecution
  prepareAndStart embedded modules do
    let env ← importModulesNamed modules true true
    let env := match ← (withNumberSymbols env).toBaseIO with
      | .ok env => env
      | .error _ => env
    let srv : Server := { contexts := ← IO.mkRef #[some { env, scopes := [freshScope false] }],
                          states := ← IO.mkRef #[], imports := ← IO.mkRef [],
                          loads := ← IO.mkRef 0 }
    if embedded then warmUpAll srv warmUpList
    srv.states.set #[]
    pure { dispatch := dispatch srv, tokens := ← IO.mkRef [], loads := srv.loads }

end Orch
