/-- Definitions that the statements of the README are about: `orch prove '…' --preamble examples/Defs.lean`. -/
def double : Nat → Nat
  | 0 => 0
  | n + 1 => double n + 2
