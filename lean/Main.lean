
/-! ### The server loop -/

def defaultHeartbeats : Nat := 200000

def dispatch (srv : Server) (j : Json) (cmd : String) (token : IO.CancelToken) : Handler Json := do
  let core ← coreContext ((nat? j "heartbeats").getD defaultHeartbeats) token ((str? j "tactic").getD "")
  match cmd with
  | "goal" => startGoal srv j token core
  | "tactic" =>
    let s ← getState srv (← nat j "state")
    let (s, messages) ← runTactic core s (← str j "tactic")
    replyState srv core (goalDetail j) s [("messages", Json.arr messages)]
  | "goals" => replyState srv core (goalDetail j) (← getState srv (← nat j "state")) []
  | "restate" => restate srv j core
  | "survey" => survey srv j core
  | "counterexample" => counterexample srv j core
  | "screen" => screen srv j core
  | "explore" => explore srv j core
  | "unused" => unusedLemmas srv j core
  | "drop" =>
    dropStates srv ((arr? j "states").getD [])
    match nat? j "env" with
    | some i => dropContext srv i
    | none => pure ()
    pure (Json.mkObj [])
  | "file" => elaborateText srv j token core
  | "import" => do pure (Json.mkObj [("env", natJ (← loadImports srv (strings j "modules")))])
  | "tactics" =>
    let c ← getContext srv ((nat? j "env").getD 0)
    pure (Json.mkObj [("known", Json.arr (knownTactics c.env (strings j "tactics") #[]))])
  | "premises" => selectPremises srv j core
  | "corpus" => dumpCorpus srv j core
  | "library" => dumpLibrary srv j token
  | "kernel" => askKernel srv j token
  | "export" => exportProof srv j token core
  | "judge" => judge srv j token core
  | cmd => fail "bad_request" s!"unknown command '{cmd}'"

/-- CPU time of the calling thread in microseconds, where the platform tells. -/
def threadCpu : BaseIO (Option Nat) := do
  match ← (IO.FS.readFile "/__orch__/thread_cpu").toBaseIO with
  | .ok s => pure s.trimAscii.toString.toNat?
  | .error _ => match ← (IO.FS.readFile "/proc/thread-self/schedstat").toBaseIO with
    | .ok s => match s.splitOn " " with
      | ns :: _ => pure (ns.toNat?.map (· / 1000))
      | [] => pure none
    | .error _ => pure none

def memoryReport : BaseIO Json := do
  match ← (IO.FS.readFile "/__orch__/memory").toBaseIO with
  | .ok s => match s.trimAscii.toString.splitOn " " with
    | [heap, rss] => pure (Json.mkObj [("heapBytes", optJ natJ heap.toNat?), ("rssBytes", optJ natJ rss.toNat?)])
    | _ => pure (Json.mkObj [("heapBytes", .null), ("rssBytes", .null)])
  | .error _ => match ← (IO.FS.readFile "/proc/self/statm").toBaseIO with
    | .ok s => match s.splitOn " " with
      | _ :: rss :: _ => pure (Json.mkObj [("heapBytes", .null), ("rssBytes", optJ (fun n => natJ (n * 4096)) rss.toNat?)])
      | _ => pure (Json.mkObj [("heapBytes", .null), ("rssBytes", .null)])
    | .error _ => pure (Json.mkObj [("heapBytes", .null), ("rssBytes", .null)])

/-- Nobody to talk to means that Orch is gone, perhaps before this process was there to notice. -/
def emit (j : Json) : IO Unit := do
  let out ← IO.getStdout
  try
    out.putStr (j.compress ++ "\n")
    out.flush
  catch _ => IO.Process.exit 1

def removeToken (id : Nat) : List (Nat × IO.CancelToken) → List (Nat × IO.CancelToken)
  | [] => []
  | x :: xs => if x.1 == id then xs else x :: removeToken id xs

def findToken (id : Nat) : List (Nat × IO.CancelToken) → Option IO.CancelToken
  | [] => none
  | x :: xs => if x.1 == id then some x.2 else findToken id xs

def failureJ (f : Failure) : Json :=
  Json.mkObj [("kind", Json.str f.kind), ("message", Json.str f.message), ("position", optJ posJ f.pos)]

def serve (srv : Server) (j : Json) (id : Nat) (cmd : String) (token : IO.CancelToken) : IO Unit := do
  let start ← IO.monoNanosNow
  let cpu ← threadCpu
  let result ← (dispatch srv j cmd token).toBaseIO
  let stop ← IO.monoNanosNow
  let spent := match cpu, ← threadCpu with
    | some a, some b => natJ (b - a)
    | _, _ => Json.null
  srv.tokens.modify (removeToken id)
  let answer := match result with
    | .ok r => ("ok", r)
    | .error f => ("error", failureJ f)
  emit (Json.mkObj [("id", natJ id), answer, ("wallMicros", natJ ((stop - start) / 1000)), ("cpuMicros", spent),
    ("imports", natJ (← srv.loads.get))])

partial def loop (srv : Server) (stdin : IO.FS.Stream) : IO Unit := do
  let line ← stdin.getLine
  if line.isEmpty then IO.Process.exit 0
  match Json.parse line with
  | .error e => emit (Json.mkObj [("id", .null), ("error", failureJ { kind := "bad_request", message := s!"not JSON: {e}" })])
  | .ok j =>
    match nat? j "id", str? j "cmd" with
    | some id, some "ping" => emit (Json.mkObj [("id", natJ id), ("ok", Json.mkObj [])])
    | some id, some "memory" => emit (Json.mkObj [("id", natJ id), ("ok", ← memoryReport)])
    | some id, some "cancel" =>
      match findToken ((nat? j "target").getD 0) (← srv.tokens.get) with
      | some token => token.set
      | none => pure ()
      emit (Json.mkObj [("id", natJ id), ("ok", Json.mkObj [])])
    | some id, some cmd =>
      let token ← IO.CancelToken.new
      srv.tokens.modify fun l => (id, token) :: l
      let _ ← IO.asTask (prio := if flag j "dedicated" then .dedicated else .default) (serve srv j id cmd token)
      pure ()
    | _, _ => emit (Json.mkObj [("id", .null), ("error", failureJ { kind := "bad_request", message := "a request needs a numeric 'id' and a 'cmd'" })])
  loop srv stdin

def start (srv : Server) (modules : List String) : IO Unit := do
  emit (Json.mkObj [("hello", Json.mkObj [("protocol", natJ protocolVersion), ("lean", Json.str Lean.versionStringCore),
    ("githash", Json.str Lean.githash), ("modules", listJ Json.str modules)])])
  let stdin ← IO.getStdin
  let _ ← IO.asTask (prio := .dedicated) (loop srv stdin)
  pure ()

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
  let (_, s) ← readStatement c (Json.mkObj [("statement", Json.str goal), ("form", Json.str "term")]) token core
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
  [(sum, "intros; exact?"), (sum, "intros; rw?"), (sum, "intros; simp [Nat.add_comm]"), (sum, "intros; omega"),
   (lengths, "intros; simp; omega"), (lengths, "intros; grind"), (lengths, "intros; simp_all"), (sum, "try?")]

end Orch

open Orch in
/-- Arguments: `embedded` or `native`, then the modules to import. -/
public unsafe def main (args : List String) : IO UInt32 := do
  let (embedded, modules) := match args with
    | "embedded" :: ms => (true, ms)
    | "native" :: ms => (false, ms)
    | ms => (false, ms)
  if embedded then initSearchPath "/" ["/lib/lean", "/scratch"]
  enableInitializersExecution
  -- The main thread's stack is tiny in the embedded Lean: imports and tactics run in their own.
  let prepare : IO Server := do
    let env ← importEnvironment modules true
    let env := match ← (withNumberSymbols env).toBaseIO with
      | .ok env => env
      | .error _ => env
    let srv : Server := { contexts := ← IO.mkRef #[some { env, scopes := [freshScope false] }],
                          states := ← IO.mkRef #[], tokens := ← IO.mkRef [], imports := ← IO.mkRef [],
                          loads := ← IO.mkRef 0 }
    if embedded then warmUpAll srv warmUpList
    srv.states.set #[]
    pure srv
  let task ← IO.asTask (prio := .dedicated) prepare
  match task.get with
  | .error e => throw e
  | .ok srv =>
    let go : IO Unit := start srv modules
    let go ← Runtime.markPersistent go
    if embedded then
      -- Opening this path asks the host to save the memory; a restored process goes on with `go`.
      let address := (ptrAddrUnsafe go).toNat
      let _ ← (IO.FS.readFile s!"/__orch__/snapshot/{address}").toBaseIO
    go
    IO.sleep 4294967295
    return 0
