import Orch.Search.State
open Lean Elab Meta

namespace Orch

/-! ### Stands for the part `inspect` on a Lean that does not compile it -/

def inspectText (_ : Server) (_ : Json) (_ : IO.CancelToken) (_ : Core.Context) : Handler Json :=
  notCompiled "inspect"

end Orch
