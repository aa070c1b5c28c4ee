/-
The search program. Orch joins the files of this folder, in the order given in
`src/lean/program.ts`, into one file and runs it with `lean --run`, on the user's own Lean or on
the embedded one. It elaborates text and searches; nothing it says is believed. Verdicts are given
by the other program, in `verdict/`, which reads data only.
-/
import Lean.Elab.Frontend
import Lean.Elab.Tactic
open Lean Elab Meta

namespace Orch

/-! ### Persistent arrays, whose own folds are not callable here -/

mutual
partial def eachNode {α} (f : α → IO Unit) (n : PersistentArrayNode α) : IO Unit := do
  match n with
  | .node cs => eachChild f cs 0
  | .leaf vs => eachLeaf f vs 0
partial def eachChild {α} (f : α → IO Unit) (cs : Array (PersistentArrayNode α)) (i : Nat) : IO Unit := do
  match cs[i]? with
  | some c => eachNode f c; eachChild f cs (i+1)
  | none => pure ()
partial def eachLeaf {α} (f : α → IO Unit) (vs : Array α) (i : Nat) : IO Unit := do
  match vs[i]? with
  | some v => f v; eachLeaf f vs (i+1)
  | none => pure ()
end

def each {α} (f : α → IO Unit) (a : PersistentArray α) : IO Unit := do
  eachNode f a.root
  eachLeaf f a.tail 0
