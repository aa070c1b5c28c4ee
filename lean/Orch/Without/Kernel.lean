import Orch.Search.State
open Lean Elab Meta

namespace Orch

/-! ### Stands for the part `kernel` on a Lean that does not compile it -/

def askKernel (_ : Server) (_ : Json) (_ : IO.CancelToken) : Handler Json :=
  notCompiled "kernel"

end Orch
