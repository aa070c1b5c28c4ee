
/-! ### Stands for the part `theory` on a Lean that does not compile it -/

def explore (_ : Server) (_ : Json) (_ : Core.Context) : Handler Json :=
  fail "unavailable" "this Lean did not compile the part 'theory' of Orch's program: see 'orch doctor'"
