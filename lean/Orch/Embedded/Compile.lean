import Lean.Elab.Frontend
import Lean.Compiler.ExportAttr
import Lean.Compiler.IR.CompilerM
open Lean Elab

/-! ### Compiles a program to code that needs no environment

The embedded Lean elaborates the text of a program and writes its intermediate code into a file,
with the signatures of all that it calls. `Load.lean` runs such a file in a fresh process: what
elaboration leaves in memory, hundreds of megabytes, is not in the memory that is saved then. -/

namespace Orch

def called : IR.Expr → List Name → List Name
  | .fap f _, acc => f :: acc
  | .pap f _, acc => f :: acc
  | _, acc => acc

mutual

partial def calledInBody : IR.FnBody → List Name → List Name
  | .vdecl _ _ e b, acc => calledInBody b (called e acc)
  | .jdecl _ _ v b, acc => calledInBody b (calledInBody v acc)
  | .case _ _ _ alts, acc => calledInCases alts 0 acc
  | b, acc => if b.isTerminal then acc else calledInBody b.body acc

partial def calledInCases (alts : Array IR.Alt) (i : Nat) (acc : List Name) : List Name :=
  match alts[i]? with
  | some (.ctor _ b) => calledInCases alts (i + 1) (calledInBody b acc)
  | some (.default b) => calledInCases alts (i + 1) (calledInBody b acc)
  | none => acc

end

def calledBy : IR.Decl → List Name
  | .fdecl (body := b) .. => calledInBody b []
  | .extern .. => []

/-- The code of these names and of all that it calls. The interpreter asks by itself for the variant
of a function whose arguments are all objects. -/
partial def codeOf (env : Environment) (todo : List (List Name)) (seen : NameSet)
    (acc : Array IR.Decl) : Array IR.Decl :=
  match todo with
  | [] => acc
  | [] :: rest => codeOf env rest seen acc
  | (n :: ns) :: rest =>
    if seen.contains n then codeOf env (ns :: rest) seen acc else
    match IR.findEnvDecl env n with
    | some d =>
      codeOf env (calledBy d :: (n.str "_boxed" :: ns) :: rest) (seen.insert n) (acc.push d)
    | none => codeOf env (ns :: rest) (seen.insert n) acc

/-- Some functions of the library have another name as a symbol, which an attribute tells. -/
partial def symbolsOf (env : Environment) (code : Array IR.Decl) (i : Nat)
    (acc : Array (Name × Name)) : Array (Name × Name) :=
  match code[i]? with
  | none => acc
  | some d => symbolsOf env code (i + 1) <| match getExportNameFor? env d.name with
    | some symbol => acc.push (d.name, symbol)
    | none => acc

partial def tell : List Message → IO Unit
  | [] => pure ()
  | m :: ms => do
    IO.eprint (← m.toString)
    tell ms

/-- Leaves a file behind only if all went well. -/
unsafe def compile (source target : String) (start : Name) : IO Unit := do
  let text ← IO.FS.readFile source
  let input : Parser.InputContext :=
    { inputString := text, fileName := source, fileMap := FileMap.ofString text,
      endPos := text.rawEndPos, endPos_valid := by simp }
  let (header, parser, messages) ← Parser.parseHeader input
  let env ← importModules (leakEnv := true) (loadExts := true) (headerToImports header) {} 0
  let { commandState := { env, messages, .. }, .. } ←
    IO.processCommands input parser (Command.mkState env messages {})
  if messages.hasErrors then return ← tell messages.toList
  if (IR.findEnvDecl env start).isNone then throw (IO.userError s!"{source} has no code to run")
  let code := codeOf env [[start]] {} #[]
  saveModuleData target `OrchCode
    { isModule := false, imports := #[], constNames := #[], constants := #[],
      extraConstNames := #[],
      entries := #[(`code, unsafeCast code), (`symbols, unsafeCast (symbolsOf env code 0 #[]))] }

end Orch

/-- In a thread of its own: the main thread's stack is tiny. -/
public unsafe def main (_ : List String) : IO UInt32 := do
  initSearchPath "/" ["/lib/lean"]
  enableInitializersExecution
  let task ← IO.asTask (prio := .dedicated) <|
    Orch.compile "/program/Program.lean" "/scratch/code.olean" `Orch.runEmbedded
  IO.ofExcept task.get
  return 0
