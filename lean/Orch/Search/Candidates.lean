import Orch.Search.Files
import Orch.Search.Export
open Lean Elab Meta

namespace Orch

/-! ### Candidates: elaborated here, judged elsewhere -/

/-- Elaborates a candidate and exports what its theorem stands on. Nothing here is trusted. -/
def exportProof (srv : Server) (j : Json) (token : IO.CancelToken)
    (core : Core.Context) : Handler Json := do
  let rules : Rules := { script := nat? j "scriptAt" }
  let e ← newElaboration (← str j "text") token core false rules
  let (c, ps) ← contextFor srv j e
  let st ← if ← e.hasError.get then pure (commandState c) else e.commands ps (commandState c)
  let messages := Json.arr (← e.messages.get)
  let name := (← str j "theorem").toName
  if ← e.hasError.get then pure (Json.mkObj [("messages", messages), ("proof", Json.null)])
  else match st.env.find? name with
    | none => pure (Json.mkObj [("messages", messages), ("proof", Json.null)])
    | some _ =>
      let x ← newExporter st.env j
      pure (Json.mkObj [("messages", messages), ("proof", ← x.proof name)])

end Orch
