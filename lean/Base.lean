/-
The Orch server program. Orch joins the files of this folder, in the order given in
`src/lean/program.ts`, into one file and runs it with `lean --run`, on the user's own Lean or on
the embedded one. The embedded Lean interprets it against the exported half of the library only:
code here may not call library functions that keep erased arguments (`List.map`, `Array.foldl`,
`for` over ranges, …), which is why small list functions are written out.
-/
import Lean.Elab.Frontend
import Lean.Elab.Tactic
import Lean.LibrarySuggestions.MePo
import Lean.LibrarySuggestions.SineQuaNon
open Lean Elab Meta

namespace Orch

/-- Raised when a request or reply changes shape; the other side refuses what it does not know. -/
def protocolVersion : Nat := 1

/-- Why a request was not done. `kind` is one of the words listed in `src/lean/protocol.ts`. -/
structure Failure where
  kind : String
  message : String
  pos : Option Position := none

/-- Every handler runs here: the error is data for the caller, never a crash of the server. -/
abbrev Handler := EIO Failure

def ofIO {α} (x : IO α) : Handler α :=
  x.toEIO fun e => { kind := "internal", message := toString e }

def fail {α} (kind message : String) : Handler α := throw { kind, message }

def showName (n : Name) : String := n.toString

/-! ### JSON -/

def natJ (n : Nat) : Json := Json.num (JsonNumber.fromNat n)

def arrJ {α} (f : α → Json) : List α → Array Json → Array Json
  | [], acc => acc
  | x :: xs, acc => arrJ f xs (acc.push (f x))

def listJ {α} (f : α → Json) (xs : List α) : Json := Json.arr (arrJ f xs #[])

def posJ (p : Position) : Json := Json.mkObj [("line", natJ p.line), ("column", natJ p.column)]

def optJ {α} (f : α → Json) : Option α → Json
  | some x => f x
  | none => Json.null

def str? (j : Json) (key : String) : Option String :=
  match j.getObjVal? key with
  | .ok (.str s) => some s
  | _ => none

def str (j : Json) (key : String) : Handler String :=
  match str? j key with
  | some s => pure s
  | none => fail "bad_request" s!"field '{key}' must be a string"

def natOf (j : Json) : Option Nat :=
  match j with
  | .num n => if n.exponent == 0 && n.mantissa ≥ 0 then some n.mantissa.toNat else none
  | _ => none

def nat? (j : Json) (key : String) : Option Nat :=
  match j.getObjVal? key with
  | .ok v => natOf v
  | _ => none

def nat (j : Json) (key : String) : Handler Nat :=
  match nat? j key with
  | some n => pure n
  | none => fail "bad_request" s!"field '{key}' must be a natural number"

def flag (j : Json) (key : String) : Bool :=
  match j.getObjVal? key with
  | .ok (.bool b) => b
  | _ => false

partial def items (a : Array Json) (i : Nat) (acc : List Json) : List Json :=
  if i == 0 then acc
  else match a[i-1]? with
    | some x => items a (i-1) (x :: acc)
    | none => acc

def arr? (j : Json) (key : String) : Option (List Json) :=
  match j.getObjVal? key with
  | .ok (.arr a) => some (items a a.size [])
  | _ => none

def strings (j : Json) (key : String) : List String :=
  let rec go : List Json → List String
    | .str s :: rest => s :: go rest
    | _ :: rest => go rest
    | [] => []
  go ((arr? j key).getD [])

/-! ### Lists -/

def concat {α} : List α → List α → List α
  | [], ys => ys
  | x :: xs, ys => x :: concat xs ys

def reverseOnto {α} : List α → List α → List α
  | [], acc => acc
  | x :: xs, acc => reverseOnto xs (x :: acc)

def count {α} : List α → Nat → Nat
  | [], n => n
  | _ :: xs, n => count xs (n+1)

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
