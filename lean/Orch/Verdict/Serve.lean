/-
The loop that both programs run: one JSON object per line in, one per line out, replies in any
order. The reader answers pings and cancels itself, so it is never busy.
-/
import Orch.Verdict.Base
import Lean.CoreM
open Lean

namespace Orch

/-- What a program does with a request, and what it remembers about those in progress. -/
structure Service where
  dispatch : Json → String → IO.CancelToken → Handler Json
  tokens : IO.Ref (List (Nat × IO.CancelToken))
  /-- Import sets loaded so far: Lean never gives their memory back. -/
  loads : IO.Ref Nat

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

def serve (s : Service) (j : Json) (id : Nat) (cmd : String) (token : IO.CancelToken) : IO Unit := do
  let start ← IO.monoNanosNow
  let cpu ← threadCpu
  let result ← (s.dispatch j cmd token).toBaseIO
  let stop ← IO.monoNanosNow
  let spent := match cpu, ← threadCpu with
    | some a, some b => natJ (b - a)
    | _, _ => Json.null
  s.tokens.modify (removeToken id)
  let answer := match result with
    | .ok r => ("ok", r)
    | .error f => ("error", failureJ f)
  emit (Json.mkObj [("id", natJ id), answer, ("wallMicros", natJ ((stop - start) / 1000)), ("cpuMicros", spent),
    ("imports", natJ (← s.loads.get))])

partial def loop (s : Service) (stdin : IO.FS.Stream) : IO Unit := do
  let line ← stdin.getLine
  if line.isEmpty then IO.Process.exit 0
  match Json.parse line with
  | .error e => emit (Json.mkObj [("id", .null), ("error", failureJ { kind := "bad_request", message := s!"not JSON: {e}" })])
  | .ok j =>
    match nat? j "id", str? j "cmd" with
    | some id, some "ping" => emit (Json.mkObj [("id", natJ id), ("ok", Json.mkObj [])])
    | some id, some "memory" => emit (Json.mkObj [("id", natJ id), ("ok", ← memoryReport)])
    | some id, some "cancel" =>
      match findToken ((nat? j "target").getD 0) (← s.tokens.get) with
      | some token => token.set
      | none => pure ()
      emit (Json.mkObj [("id", natJ id), ("ok", Json.mkObj [])])
    | some id, some cmd =>
      let token ← IO.CancelToken.new
      s.tokens.modify fun l => (id, token) :: l
      let _ ← IO.asTask (prio := if flag j "dedicated" then .dedicated else .default) (serve s j id cmd token)
      pure ()
    | _, _ => emit (Json.mkObj [("id", .null), ("error", failureJ { kind := "bad_request", message := "a request needs a numeric 'id' and a 'cmd'" })])
  loop s stdin

def start (s : Service) (modules : List String) : IO Unit := do
  emit (Json.mkObj [("hello", Json.mkObj [("protocol", natJ protocolVersion), ("lean", Json.str Lean.versionStringCore),
    ("githash", Json.str Lean.githash), ("modules", listJ Json.str modules)])])
  let stdin ← IO.getStdin
  let _ ← IO.asTask (prio := .dedicated) (loop s stdin)
  pure ()

/-- Prepares a service in a thread of its own (the main thread's stack is tiny in the embedded Lean) and
starts it; there, the memory is saved in between, and a restored process goes on from that point. -/
unsafe def prepareAndStart (embedded : Bool) (modules : List String) (prepare : IO Service) : IO UInt32 := do
  let task ← IO.asTask (prio := .dedicated) prepare
  match task.get with
  | .error e => throw e
  | .ok s =>
    let go : IO Unit := start s modules
    let go ← Runtime.markPersistent go
    if embedded then
      -- Opening this path asks the host to save the memory.
      let address := (ptrAddrUnsafe go).toNat
      let _ ← (IO.FS.readFile s!"/__orch__/snapshot/{address}").toBaseIO
    go
    IO.sleep 4294967295
    return 0

/-- The first argument is the kind of Lean, `embedded` or `native`, then come the modules to import. -/
def readArguments : List String → Bool × List String
  | "embedded" :: ms => (true, ms)
  | "native" :: ms => (false, ms)
  | ms => (false, ms)

def importModulesNamed (modules : List String) (persistent : Bool) (loadExts : Bool) : IO Environment :=
  let rec imports : List String → Array Import → Array Import
    | m :: ms, acc => imports ms (acc.push { module := m.toName })
    | [], acc => acc
  importModules (loadExts := loadExts) (leakEnv := persistent) (imports modules #[]) {} 0

end Orch
