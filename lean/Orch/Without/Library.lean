import Orch.Search.State
open Lean Elab Meta

namespace Orch

/-! ### Stands for the part `library` on a Lean that does not compile it -/

def dumpLibrary (_ : Server) (_ : Json) (_ : IO.CancelToken) : Handler Json :=
  notCompiled "library"

end Orch
