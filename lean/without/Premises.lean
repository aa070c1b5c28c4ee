
/-! ### Stands for the part `premises` on a Lean that does not compile it -/

def selectPremises (_ : Server) (_ : Json) (_ : Core.Context) : Handler Json :=
  fail "unavailable" "this Lean did not compile the part 'premises' of Orch's program: see 'orch doctor'"

def dumpCorpus (_ : Server) (_ : Json) (_ : Core.Context) : Handler Json :=
  fail "unavailable" "this Lean did not compile the part 'premises' of Orch's program: see 'orch doctor'"
