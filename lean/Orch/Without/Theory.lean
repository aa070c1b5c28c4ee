import Orch.Search.State
open Lean Elab Meta

namespace Orch

/-! ### Stands for the part `theory` on a Lean that does not compile it -/

def explore (_ : Server) (_ : Json) (_ : Core.Context) : Handler Json :=
  notCompiled "theory"

def occurrences (_ : Server) (_ : Json) (_ : Core.Context) : Handler Json :=
  notCompiled "theory"

def laws (_ : Server) (_ : Json) (_ : Core.Context) : Handler Json :=
  notCompiled "theory"

end Orch
