
/-! ### Stands for the part `kernel` on a Lean that does not compile it -/

def askKernel (_ : Server) (_ : Json) (_ : IO.CancelToken) : Handler Json :=
  fail "unavailable" "this Lean did not compile the part 'kernel' of Orch's program: see 'orch doctor'"
