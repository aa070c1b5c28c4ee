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

def anyOf {α} (p : α → Bool) : List α → Bool
  | [] => false
  | x :: xs => p x || anyOf p xs

def allOf {α} (p : α → Bool) : List α → Bool
  | [] => true
  | x :: xs => p x && allOf p xs

def keepIf {α} (p : α → Bool) : List α → List α
  | [] => []
  | x :: xs => if p x then x :: keepIf p xs else keepIf p xs

/-- What a function makes of the elements for which it makes something. -/
def collect {α β} (f : α → Option β) : List α → List β
  | [] => []
  | x :: xs => match f x with
    | some y => y :: collect f xs
    | none => collect f xs

def foldList {α β} (f : β → α → β) (acc : β) : List α → β
  | [] => acc
  | x :: xs => foldList f (f acc x) xs

def arrayOf {α} (xs : List α) : Array α := foldList (fun a x => a.push x) #[] xs

/-- The value of the first pair with a key. -/
def valueAt? {κ α} (eq : κ → κ → Bool) (key : κ) : List (κ × α) → Option α
  | [] => none
  | (k, x) :: rest => if eq k key then some x else valueAt? eq key rest

def mapMeta {α β} (f : α → MetaM β) : List α → MetaM (List β)
  | [] => pure []
  | x :: xs => do
    let y ← f x
    pure (y :: (← mapMeta f xs))

def collectMeta {α β} (f : α → MetaM (Option β)) : List α → MetaM (List β)
  | [] => pure []
  | x :: xs => do
    match ← f x with
    | some y => pure (y :: (← collectMeta f xs))
    | none => collectMeta f xs

def foldMeta {α β} (f : β → α → MetaM β) (acc : β) : List α → MetaM β
  | [] => pure acc
  | x :: xs => do foldMeta f (← f acc x) xs

partial def listOf {α} (a : Array α) (i : Nat := 0) : List α :=
  match a[i]? with
  | some x => x :: listOf a (i + 1)
  | none => []

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
