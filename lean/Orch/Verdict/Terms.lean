/-
Terms arrive as three tables (names, levels, expressions), each entry naming earlier ones by index.
Whatever an exporter could not have written is refused: free variables and metavariables have no
row, indices point backwards, numbers are written in one way.
-/
import Orch.Verdict.Base
import Lean.Expr
open Lean

namespace Orch

structure Reader where
  names : Array Name
  levels : Array Level
  exprs : Array Expr

def malformed {α} (what : String) : Handler α := fail "malformed" s!"malformed {what} in the exported terms"

/-- A list that a table must have: whatever else stands there, or nothing, is no list of none. -/
def rowsOf (j : Json) (key : String) : Handler (List Json) :=
  match arr? j key with
  | some rows => pure rows
  | none => malformed s!"'{key}'"

def Reader.name (r : Reader) (j : Json) : Handler Name :=
  match natOf j with
  | some i => match r.names[i]? with
    | some n => pure n
    | none => malformed "name index"
  | none => malformed "name index"

def Reader.level (r : Reader) (j : Json) : Handler Level :=
  match natOf j with
  | some i => match r.levels[i]? with
    | some u => pure u
    | none => malformed "level index"
  | none => malformed "level index"

def Reader.expr (r : Reader) (j : Json) : Handler Expr :=
  match natOf j with
  | some 0 => malformed "expression index"
  | some i => match r.exprs[i]? with
    | some e => pure e
    | none => malformed "expression index"
  | none => malformed "expression index"

def Reader.levelsOf (r : Reader) : List Json → Handler (List Level)
  | [] => pure []
  | j :: js => do
    let u ← r.level j
    pure (u :: (← r.levelsOf js))

def Reader.namesOf (r : Reader) : List Json → Handler (List Name)
  | [] => pure []
  | j :: js => do
    let n ← r.name j
    pure (n :: (← r.namesOf js))

def anyControl : List Char → Bool
  | [] => false
  | c :: cs => c.toNat < 32 || anyControl cs

/-- Lean can neither write nor quote a name with this quotation mark in it, and would print it as it is. A line break
would make a name look like lines of what Orch says. -/
def isQuotable (part : String) : Bool := !part.contains '»' && !anyControl part.toList

def readNames : List Json → Reader → Handler Reader
  | [], r => pure r
  | row :: rows, r => do
    match cells row with
    | [p, .str s] =>
      if isQuotable s then readNames rows { r with names := r.names.push (.str (← r.name p) s) } else malformed "name"
    | [p, k] =>
      match natOf k with
      | some k => readNames rows { r with names := r.names.push (.num (← r.name p) k) }
      | none => malformed "name"
    | _ => malformed "name"

/-- Lean keeps the depth of a term in a few bits and stops the process when they overflow. No honest
term comes near. -/
def maxIndex : Nat := 65536

def smallNat (what : String) (j : Json) : Handler Nat :=
  match natOf j with
  | some k => if k < maxIndex then pure k else malformed what
  | none => malformed what

def readLevels : List Json → Reader → Handler Reader
  | [], r => pure r
  | row :: rows, r => do
    let u ← match cells row with
      | [.str "S", a] => do pure (Level.succ (← r.level a))
      | [.str "M", a, b] => do
        let a ← r.level a
        pure (Level.max a (← r.level b))
      | [.str "I", a, b] => do
        let a ← r.level a
        pure (Level.imax a (← r.level b))
      | [.str "P", n] => do pure (Level.param (← r.name n))
      | _ => malformed "level"
    if r.levels.size < maxIndex then readLevels rows { r with levels := r.levels.push u }
    else malformed "level table"

def readNumber (s : String) : Handler Nat :=
  match s.toNat? with
  | some k => if toString k == s then pure k else malformed "number"
  | none => malformed "number"

def readBinderInfo (j : Json) : Handler BinderInfo :=
  match natOf j with
  | some 0 => pure .default
  | some 1 => pure .implicit
  | some 2 => pure .strictImplicit
  | some 3 => pure .instImplicit
  | _ => malformed "binder"

/-- Binder names and kinds are there for printing; the kernel ignores them. -/
def readExprs : List Json → Reader → Handler Reader
  | [], r => pure r
  | row :: rows, r => do
    let e ← match cells row with
      | [.str "B", k] => do pure (Expr.bvar (← smallNat "variable" k))
      | [.str "S", u] => do pure (Expr.sort (← r.level u))
      | [.str "C", n, .arr us] => do
        let n ← r.name n
        pure (Expr.const n (← r.levelsOf (items us us.size [])))
      | [.str "A", f, a] => do
        let f ← r.expr f
        pure (Expr.app f (← r.expr a))
      | [.str "L", t, b, n, i] => do
        let t ← r.expr t
        let n ← r.name n
        pure (Expr.lam n t (← r.expr b) (← readBinderInfo i))
      | [.str "P", t, b, n, i] => do
        let t ← r.expr t
        let n ← r.name n
        pure (Expr.forallE n t (← r.expr b) (← readBinderInfo i))
      | [.str "Z", t, v, b, n] => do
        let t ← r.expr t
        let v ← r.expr v
        let n ← r.name n
        pure (Expr.letE n t v (← r.expr b) false)
      | [.str "N", .str s] => do pure (Expr.lit (.natVal (← readNumber s)))
      | [.str "T", .str s] => pure (Expr.lit (.strVal s))
      | [.str "J", s, k, b] => do
        let k ← smallNat "projection" k
        let s ← r.name s
        pure (Expr.proj s k (← r.expr b))
      | _ => malformed "expression"
    readExprs rows { r with exprs := r.exprs.push e }

def readTables (j : Json) : Handler Reader := do
  let r : Reader := { names := #[.anonymous], levels := #[.zero], exprs := #[.bvar 0] }
  let r ← readNames (← rowsOf j "names") r
  let r ← readLevels (← rowsOf j "levels") r
  readExprs (← rowsOf j "exprs") r

def closed (e : Expr) : Bool := !e.hasLooseBVars && !e.hasFVar && !e.hasExprMVar && !e.hasLevelMVar

end Orch
