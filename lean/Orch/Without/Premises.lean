import Orch.Search.State
open Lean Elab Meta

namespace Orch

/-! ### Stands for the part `premises` on a Lean that does not compile it -/

def selectPremises (_ : Server) (_ : Json) (_ : Core.Context) : Handler Json :=
  notCompiled "premises"

def dumpCorpus (_ : Server) (_ : Json) (_ : Core.Context) : Handler Json :=
  notCompiled "premises"

end Orch
