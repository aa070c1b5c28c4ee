import Orch.Search.State
open Lean Elab Meta

namespace Orch

/-! ### Stands for the part `trials` on a Lean that does not compile it -/

def counterexample (_ : Server) (_ : Json) (_ : Core.Context) : Handler Json :=
  notCompiled "trials"

end Orch
