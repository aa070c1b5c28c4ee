/-
What both Lean programs of Orch are built on: typed failures, JSON, and lists.

The programs are interpreted by the embedded Lean against the exported half of its library only:
code here may not call library functions that keep erased arguments (`List.map`, `Array.foldl`,
`for` over ranges, …), which is why small list functions are written out.
-/
import Lean.Data.Json
import Lean.Data.Position
open Lean

namespace Orch

/-- Raised when a request or reply changes shape; the other side refuses what it does not know. -/
def protocolVersion : Nat := 2

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

def isMember {α} (eq : α → α → Bool) (x : α) : List α → Bool
  | [] => false
  | y :: ys => eq x y || isMember eq x ys

/- A library function cannot be passed as an argument here, a function of this file can. -/
@[noinline] def sameString (a b : String) : Bool := if a == b then true else false
@[noinline] def sameName (a b : Name) : Bool := if a == b then true else false

def cells (j : Json) : List Json :=
  match j with
  | .arr a => items a a.size []
  | _ => []

def field (j : Json) (key : String) : Json :=
  match j.getObjVal? key with
  | .ok v => v
  | _ => .null

end Orch
