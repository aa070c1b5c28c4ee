
/-! ### Stands for the part `trials` on a Lean that does not compile it -/

def counterexample (_ : Server) (_ : Json) (_ : Core.Context) : Handler Json :=
  fail "unavailable" "this Lean did not compile the part 'trials' of Orch's program: see 'orch doctor'"

def screen (_ : Server) (_ : Json) (_ : Core.Context) : Handler Json :=
  fail "unavailable" "this Lean did not compile the part 'trials' of Orch's program: see 'orch doctor'"
