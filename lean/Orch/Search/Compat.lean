import Orch.Search.Base
open Lean Elab Meta

namespace Orch

/-! ### What changes between Lean versions. Nothing else in the program should need a port. -/

def inputContext (source fileName : String) : Parser.InputContext :=
  { inputString := source, fileName, fileMap := FileMap.ofString source, endPos := source.rawEndPos,
    endPos_valid := by simp }

@[noinline] def readHeader (ictx : Parser.InputContext)
    : IO (HeaderSyntax × Parser.ModuleParserState × MessageLog) :=
  Parser.parseHeader ictx

@[noinline] def openForWriting (file : String) : IO IO.FS.Handle := IO.FS.Handle.mk file .write

@[noinline] def finish (h : IO.FS.Handle) : IO Unit := h.flush

def originalKind (env : Environment) (n : Name) : String :=
  match getOriginalConstKind? env n with
  | some .thm => "theorem"
  | some .axiom => "axiom"
  | some .defn => "definition"
  | some .opaque => "opaque"
  | some .induct => "inductive"
  | some .ctor => "constructor"
  | some .recursor => "recursor"
  | some .quot => "quotient"
  | none => "unknown"

def freshScope (codegen : Bool) : Command.Scope :=
  let opts : Options := {}
  let opts := opts.set `autoImplicit false
  -- Without code generation: the embedded Lean cannot generate code for many plain definitions,
  -- and a definition whose code generation failed cannot be unfolded later.
  { header := "", opts, isNoncomputable := !codegen }

def coreContext (heartbeats : Nat) (token : IO.CancelToken)
    (text : String) : BaseIO Core.Context := do
  -- The heartbeat counter belongs to the thread and is never reset.
  let initHeartbeats ← IO.getNumHeartbeats
  pure { fileName := "<orch>", fileMap := FileMap.ofString text, maxHeartbeats := heartbeats * 1000,
         initHeartbeats, cancelTk? := some token, maxRecDepth := 1000 }

end Orch
