import Orch.Search.Base
import Orch.Verdict.Base
open Lean Elab Meta

namespace Orch

/-! ### Terms as data

A term leaves the process as three tables (names, levels, expressions), each entry naming earlier
ones by index, equal subterms once. Metadata is left out: the kernel ignores it. Names and kinds of
binders go along for whoever prints the term. Without them the same tables, printed, are the
canonical form that goal keys are made of. -/

/-- A hash table of our own: the library's is not callable here. -/
structure Table (α : Type) where
  buckets : Array (List (α × Nat))

def Table.empty {α} (size : Nat) : Table α := ⟨Array.replicate size []⟩

def lookupIn {α} (eq : α → α → Bool) (x : α) : List (α × Nat) → Option Nat
  | [] => none
  | y :: ys => if eq x y.1 then some y.2 else lookupIn eq x ys

def Table.find? {α} (t : Table α) (eq : α → α → Bool) (hash : UInt64) (x : α) : Option Nat :=
  match t.buckets[hash.toNat % t.buckets.size]? with
  | some b => lookupIn eq x b
  | none => none

def Table.insert {α} (t : Table α) (hash : UInt64) (x : α) (i : Nat) : Table α :=
  let k := hash.toNat % t.buckets.size
  match t.buckets[k]? with
  | some b => ⟨t.buckets.setIfInBounds k ((x, i) :: b)⟩
  | none => t

@[noinline] def sameLevel (a b : Level) : Bool := if a == b then true else false
@[noinline] def sameTerm (a b : Expr) : Bool := if a == b then true else false

structure Writer where
  names : IO.Ref (Table Name)
  levels : IO.Ref (Table Level)
  exprs : IO.Ref (Table Expr)
  nameRows : IO.Ref (Array Json)
  levelRows : IO.Ref (Array Json)
  exprRows : IO.Ref (Array Json)
  /-- Free variables and metavariables, in order of appearance. Empty unless `canonical`. -/
  seen : IO.Ref (List (Name × Nat))
  /-- Goal keys: no binder names; universe parameters and metavariables are numbered by
  appearance. -/
  canonical : Bool

def newWriter (size : Nat) (canonical : Bool) : BaseIO Writer := do
  pure { names := ← IO.mkRef (Table.empty size), levels := ← IO.mkRef (Table.empty 64),
         exprs := ← IO.mkRef (Table.empty size), nameRows := ← IO.mkRef #[],
         levelRows := ← IO.mkRef #[], exprRows := ← IO.mkRef #[], seen := ← IO.mkRef [], canonical }

def addRow (rows : IO.Ref (Array Json)) (row : List Json) : BaseIO Nat :=
  rows.modifyGet fun a => (a.size + 1, a.push (Json.arr (arrJ id row #[])))

/-- Index 0 is the anonymous name; entries count from 1. -/
partial def Writer.name (w : Writer) (n : Name) : BaseIO Nat := do
  match n with
  | .anonymous => pure 0
  | _ =>
    match (← w.names.get).find? sameName n.hash n with
    | some i => pure i
    | none =>
      let i ← match n with
        | .str p s => do addRow w.nameRows [natJ (← w.name p), Json.str s]
        | .num p k => do addRow w.nameRows [natJ (← w.name p), natJ k]
        | .anonymous => pure 0
      w.names.modify fun t => t.insert n.hash n i
      pure i

def lookupSeen (n : Name) : List (Name × Nat) → Option Nat
  | [] => none
  | x :: xs => if x.1 == n then some x.2 else lookupSeen n xs

/-- The number of a variable: by appearance, or as given by whoever placed it beforehand. -/
def Writer.number (w : Writer) (n : Name) : BaseIO Nat := do
  let l ← w.seen.get
  match lookupSeen n l with
  | some i => pure i
  | none =>
    let i := count l 0
    w.seen.set ((n, i) :: l)
    pure i

/-- Index 0 is level zero; entries count from 1. -/
partial def Writer.level (w : Writer) (u : Level) : BaseIO Nat := do
  match u with
  | .zero => pure 0
  | _ =>
    match (← w.levels.get).find? sameLevel u.hash u with
    | some i => pure i
    | none =>
      let i ← match u with
        | .succ v => do addRow w.levelRows [Json.str "S", natJ (← w.level v)]
        | .max a b => do
          let a ← w.level a
          addRow w.levelRows [Json.str "M", natJ a, natJ (← w.level b)]
        | .imax a b => do
          let a ← w.level a
          addRow w.levelRows [Json.str "I", natJ a, natJ (← w.level b)]
        | .param n => do
          addRow w.levelRows [Json.str "P", natJ (← if w.canonical then w.number n else w.name n)]
        | .mvar m => do addRow w.levelRows [Json.str "?", natJ (← w.number m.name)]
        | .zero => pure 0
      w.levels.modify fun t => t.insert u.hash u i
      pure i

partial def Writer.levelList (w : Writer) : List Level → Array Json → BaseIO Json
  | [], acc => pure (Json.arr acc)
  | u :: us, acc => do w.levelList us (acc.push (natJ (← w.level u)))

def binderNumber : BinderInfo → Nat
  | .default => 0
  | .implicit => 1
  | .strictImplicit => 2
  | .instImplicit => 3

def Writer.binder (w : Writer) (n : Name) (i : BinderInfo)
    (row : List Json) : BaseIO (List Json) := do
  if w.canonical then pure row
  else pure (concat row [natJ (← w.name n.eraseMacroScopes), natJ (binderNumber i)])

/-- Entries count from 1. -/
partial def Writer.expr (w : Writer) (e : Expr) : BaseIO Nat := do
  match e with
  | .mdata _ b => w.expr b
  | _ =>
    match (← w.exprs.get).find? sameTerm e.hash e with
    | some i => pure i
    | none =>
      let i ← match e with
        | .bvar k => addRow w.exprRows [Json.str "B", natJ k]
        | .sort u => do addRow w.exprRows [Json.str "S", natJ (← w.level u)]
        | .const n us => do
          let n ← w.name n
          addRow w.exprRows [Json.str "C", natJ n, ← w.levelList us #[]]
        | .app f a => do
          let f ← w.expr f
          addRow w.exprRows [Json.str "A", natJ f, natJ (← w.expr a)]
        | .lam n t b i => do
          let t ← w.expr t
          addRow w.exprRows (← w.binder n i [Json.str "L", natJ t, natJ (← w.expr b)])
        | .forallE n t b i => do
          let t ← w.expr t
          addRow w.exprRows (← w.binder n i [Json.str "P", natJ t, natJ (← w.expr b)])
        | .letE n t v b _ => do
          let t ← w.expr t
          let v ← w.expr v
          let b ← w.expr b
          let row := [Json.str "Z", natJ t, natJ v, natJ b]
          if w.canonical then addRow w.exprRows row
          else do addRow w.exprRows (concat row [natJ (← w.name n.eraseMacroScopes)])
        | .lit (.natVal k) => addRow w.exprRows [Json.str "N", Json.str (toString k)]
        | .lit (.strVal s) => addRow w.exprRows [Json.str "T", Json.str s]
        | .proj s k b => do
          let s ← w.name s
          addRow w.exprRows [Json.str "J", natJ s, natJ k, natJ (← w.expr b)]
        | .fvar f => do addRow w.exprRows [Json.str "F", natJ (← w.number f.name)]
        | .mvar m => do addRow w.exprRows [Json.str "?", natJ (← w.number m.name)]
        | .mdata _ b => w.expr b
      w.exprs.modify fun t => t.insert e.hash e i
      pure i

def Writer.tables (w : Writer) : BaseIO (List (String × Json)) := do
  pure [("names", Json.arr (← w.nameRows.get)), ("levels", Json.arr (← w.levelRows.get)),
        ("exprs", Json.arr (← w.exprRows.get))]

def Writer.text (w : Writer) : BaseIO String := do
  pure (Json.mkObj (← w.tables)).compress

end Orch
