import Orch.Search.Main

/-! ### Where Lean starts

By itself, so that a native Lean can compile the rest once and elaborates only this at each
start. -/

public unsafe def main (args : List String) : IO UInt32 := Orch.runSearch args

/-- The same for the embedded Lean, where code is run by its name (`Orch.Embedded.Load`). -/
unsafe def Orch.runEmbedded : IO Unit := do
  let _ ← Orch.runSearch ["embedded", "Init"]
