/-
The search program. Orch joins `Orch.Search.Run` and the modules that it imports into one file
(`src/lean/program.ts`) and runs it with `lean --run`, on the user's own Lean or on the embedded
one. It elaborates text and searches; nothing it says is believed. Verdicts are given by the other
program, `Orch.Verdict.Main`, which reads data only.
-/
import Lean.Elab.Frontend
import Lean.Elab.Tactic
open Lean Elab Meta

namespace Orch

/-! ### Lists and arrays, whose own combinators are not callable here -/

def mapList {α β} (f : α → β) : List α → List β
  | [] => []
  | x :: xs => f x :: mapList f xs

def findFirst {α} (p : α → Bool) : List α → Option α
  | [] => none
  | x :: xs => if p x then some x else findFirst p xs

def nth {α} : List α → Nat → Option α
  | [], _ => none
  | x :: _, 0 => some x
  | _ :: xs, i+1 => nth xs i

partial def mapArray {α β} (f : α → β) (a : Array α) (i : Nat) (acc : Array β) : Array β :=
  match a[i]? with
  | none => acc
  | some x => mapArray f a (i + 1) (acc.push (f x))

/-! ### Persistent arrays, whose own folds are not callable here -/

mutual
partial def eachNode {α} (f : α → IO Unit) (n : PersistentArrayNode α) : IO Unit := do
  match n with
  | .node cs => eachChild f cs 0
  | .leaf vs => eachLeaf f vs 0
partial def eachChild {α} (f : α → IO Unit) (cs : Array (PersistentArrayNode α))
    (i : Nat) : IO Unit := do
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

end Orch
