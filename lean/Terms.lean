
/-! ### Terms as data

A term leaves the process as three tables (names, levels, expressions), each entry naming earlier
ones by index, equal subterms once. Binder names and metadata are left out: the kernel ignores
both. The same tables, printed, are the canonical form that goal keys are made of. -/

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

/- A library function cannot be passed as an argument here, a function of this file can. -/
@[noinline] def sameName (a b : Name) : Bool := if a == b then true else false
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
  /-- Goal keys: number universe parameters and metavariables by appearance instead of naming them. -/
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
        | .lam _ t b _ => do
          let t ← w.expr t
          addRow w.exprRows [Json.str "L", natJ t, natJ (← w.expr b)]
        | .forallE _ t b _ => do
          let t ← w.expr t
          addRow w.exprRows [Json.str "P", natJ t, natJ (← w.expr b)]
        | .letE _ t v b _ => do
          let t ← w.expr t
          let v ← w.expr v
          addRow w.exprRows [Json.str "Z", natJ t, natJ v, natJ (← w.expr b)]
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

/-! ### Reading terms back. Whatever a writer could not have written is refused. -/

structure Reader where
  names : Array Name
  levels : Array Level
  exprs : Array Expr

def malformed {α} (what : String) : Handler α := fail "malformed" s!"malformed {what} in the exported terms"

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

def cells (j : Json) : List Json :=
  match j with
  | .arr a => items a a.size []
  | _ => []

def readNames : List Json → Reader → Handler Reader
  | [], r => pure r
  | row :: rows, r => do
    match cells row with
    | [p, .str s] => readNames rows { r with names := r.names.push (.str (← r.name p) s) }
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

def readExprs : List Json → Reader → Handler Reader
  | [], r => pure r
  | row :: rows, r => do
    let e ← match cells row with
      | [.str "B", k] => do pure (Expr.bvar (← smallNat "variable" k))
      | [.str "S", u] => do pure (Expr.sort (← r.level u))
      | [.str "C", n, us] => do
        let n ← r.name n
        pure (Expr.const n (← r.levelsOf (cells us)))
      | [.str "A", f, a] => do
        let f ← r.expr f
        pure (Expr.app f (← r.expr a))
      | [.str "L", t, b] => do
        let t ← r.expr t
        pure (Expr.lam `x t (← r.expr b) .default)
      | [.str "P", t, b] => do
        let t ← r.expr t
        pure (Expr.forallE `x t (← r.expr b) .default)
      | [.str "Z", t, v, b] => do
        let t ← r.expr t
        let v ← r.expr v
        pure (Expr.letE `x t v (← r.expr b) false)
      | [.str "N", .str s] => match s.toNat? with
        | some k => pure (Expr.lit (.natVal k))
        | none => malformed "number"
      | [.str "T", .str s] => pure (Expr.lit (.strVal s))
      | [.str "J", s, k, b] => do
        let k ← smallNat "projection" k
        let s ← r.name s
        pure (Expr.proj s k (← r.expr b))
      | _ => malformed "expression"
    readExprs rows { r with exprs := r.exprs.push e }

def readTables (j : Json) : Handler Reader := do
  let r : Reader := { names := #[.anonymous], levels := #[.zero], exprs := #[.bvar 0] }
  let r ← readNames ((arr? j "names").getD []) r
  let r ← readLevels ((arr? j "levels").getD []) r
  readExprs ((arr? j "exprs").getD []) r
