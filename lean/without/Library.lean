
/-! ### Stands for the part `library` on a Lean that does not compile it -/

def dumpLibrary (_ : Server) (_ : Json) (_ : IO.CancelToken) : Handler Json :=
  fail "unavailable" "this Lean did not compile the part 'library' of Orch's program: see 'orch doctor'"
