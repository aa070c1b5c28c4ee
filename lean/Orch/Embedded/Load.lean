import Lean.Compiler.InitAttr
import Lean.Compiler.ExportAttr
import Lean.Compiler.IR.CompilerM
open Lean

/-! ### Runs the code that `Compile.lean` wrote

The interpreter looks functions up in an environment. This one holds nothing else. -/

namespace Orch

/-- As `@[export symbol]` in front of a function does. -/
partial def nameSymbols (symbols : Array (Name × Name)) (i : Nat) : CoreM Unit := do
  match symbols[i]? with
  | none => pure ()
  | some (n, symbol) =>
    let stx := Syntax.node .none `Lean.Parser.Attr.export #[.atom .none "export", mkIdent symbol]
    exportAttr.attr.add n stx .global
    nameSymbols symbols (i + 1)

unsafe def load (file : String) : IO Environment := do
  let (data, _) ← readModuleData file
  match data.entries[0]?, data.entries[1]? with
  | some (_, code), some (_, symbols) =>
    let state ← IO.mkRef ({ env := ← mkEmptyEnvironment } : Core.State)
    let context : Core.Context :=
      { fileName := file, fileMap := { source := "", positions := #[] } }
    let add : CoreM Unit := do
      IR.addDecls (unsafeCast code)
      nameSymbols (unsafeCast symbols) 0
    match ← (add context state).toBaseIO with
    | .ok _ => pure (← state.get).env
    | .error e => throw (IO.userError (← e.toMessageData.toString))
  | _, _ => throw (IO.userError s!"there is no code in {file}")

end Orch

public unsafe def main (_ : List String) : IO UInt32 := do
  initSearchPath "/" ["/lib/lean"]
  enableInitializersExecution
  let task ← IO.asTask (prio := .dedicated) (Orch.load "/program/code.olean")
  let env ← IO.ofExcept task.get
  -- The library's way to run a function by its name; it does not come back.
  runInit env {} `Orch.runEmbedded `Orch.runEmbedded
  return 1
