import Orch.Search.Operations
open Lean Elab Meta

namespace Orch

/-! #### Building terms -/

/-- Terms of one type and size. -/
structure Shelf where
  type : Expr
  size : Nat
  terms : Array SmallTerm

structure Space where
  shelves : IO.Ref (Array Shelf)
  /-- Terms by their first values. -/
  index : IO.Ref (Table SmallTerm)
  equations : IO.Ref (Array Equation)
  made : IO.Ref Nat
  /-- What was computed before: arguments are few, and the same again and again. -/
  known : IO.Ref (Table Expr)
  results : IO.Ref (Array (Option Expr))
  theory : Theory
  /-- The variables that equations are about. -/
  variables : List Expr
  mostTerms : Nat

partial def hashValues (a : Array Expr) (i : Nat) (h : UInt64) : UInt64 :=
  if i ≥ choices then h
  else match a[i]? with
  | some x => hashValues a (i + 1) (mixHash h x.hash)
  | none => h

partial def sameValues (a b : Array Expr) (i : Nat) : Bool :=
  if i ≥ choices then true
  else match a[i]?, b[i]? with
  | some x, some y => sameTerm x y && sameValues a b (i + 1)
  | none, none => true
  | _, _ => false

@[noinline] def sameClass (a b : SmallTerm) : Bool :=
  a.hash == b.hash && sameTerm a.type b.type && sameValues a.values b.values 0

partial def shelve (t : SmallTerm) (shelves : Array Shelf) (i : Nat) : Array Shelf :=
  match shelves[i]? with
  | none => shelves.push { type := t.type, size := t.size, terms := #[t] }
  | some s =>
    if s.size == t.size && sameTerm s.type t.type then
      shelves.setIfInBounds i { s with terms := s.terms.push t }
    else shelve t shelves (i + 1)

partial def shelfOf (type : Expr) (size : Nat) (shelves : Array Shelf)
    (i : Nat) : Array SmallTerm :=
  match shelves[i]? with
  | none => #[]
  | some s =>
    if s.size == size && sameTerm s.type type then s.terms else shelfOf type size shelves (i + 1)

def keepTerm (sp : Space) (t : SmallTerm) : MetaM Unit := do
  sp.index.modify fun x => x.insert t.hash t 0
  sp.shelves.modify fun s => shelve t s 0

abbrev Bindings := List (Expr × Expr)

/-- What the variables of a pattern stand for in a term that has its form. -/
partial def matchTerm (variables : List Expr) (p t : Expr) (s : Bindings) : Option Bindings :=
  if p.isFVar && memberOf p variables then match valueAt? (fun a b => sameTerm a b) p s with
    | some u => if sameTerm u t then some s else none
    | none => some ((p, t) :: s)
  else match p, t with
    | .app f a, .app g b => match matchTerm variables f g s with
      | some s => matchTerm variables a b s
      | none => none
    | _, _ => if sameTerm p t then some s else none

def instanceOf (variables : List Expr) (pattern e : Equation) : Bool :=
  sides pattern.left pattern.right e.left e.right || sides pattern.left pattern.right e.right e.left
where
  sides (pl pr l r : Expr) : Bool := match matchTerm variables pl l [] with
    | some s => (matchTerm variables pr r s).isSome
    | none => false

/-- Leaves out what another equation says more generally, the first of those that say the same
excepted. -/
partial def mostGeneral (variables : List Expr) (all : Array Equation) (i : Nat)
    (acc : Array Equation) : Array Equation :=
  match all[i]? with
  | none => acc
  | some e => mostGeneral variables all (i + 1) (if isCovered e 0 then acc else acc.push e)
where
  isCovered (e : Equation) (j : Nat) : Bool := match all[j]? with
    | none => false
    | some f =>
      (j != i && instanceOf variables f e && (j < i || !instanceOf variables e f))
        || isCovered e (j + 1)

partial def followsFrom (variables : List Expr) (e : Equation) (known : Array Equation)
    (i : Nat) : Bool :=
  match known[i]? with
  | none => false
  | some k => instanceOf variables k e || followsFrom variables e known (i + 1)

/-- Binds the holes, so that a replacement of other variables does not see them as loose. -/
def bindHoles (e : Expr) : Nat → Expr
  | 0 => e
  | n+1 => bindHoles (.lam `x (.sort .zero) e .default) n

def freeHoles (e : Expr) : Nat → Expr
  | 0 => e
  | n+1 => match e with
    | .lam _ _ b _ => freeHoles b n
    | e => e

partial def closedBodies (th : Theory) (body : Expr) (holes k : Nat)
    (acc : Array Expr) : Array Expr :=
  match th.replaced[k]? with
  | none => acc
  | some values =>
    let closed := ((bindHoles body holes).abstract th.fixed).instantiateRev values
    closedBodies th body holes (k + 1) (acc.push (freeHoles closed holes))

def ready (th : Theory) (os : List Operation) : List ReadyOperation :=
  mapList (fun o => { operation := o, closed := closedBodies th o.body (count o.holes 0) 0 #[] }) os

def compute (sp : Space) (e : Expr) : MetaM (Option Expr) := do
  match (← sp.known.get).find? sameTerm e.hash e with
  | some i => pure (((← sp.results.get)[i]?).getD none)
  | none =>
    let value := normalAt (← getEnv) largest e
    let place := (← sp.results.get).size
    sp.results.modify fun a => a.push value
    sp.known.modify fun t => t.insert e.hash e place
    pure value

/-- The value of a term for a choice of its variables. -/
partial def valueAt (sp : Space) (k : Nat) (t : SmallTerm) : MetaM (Option Expr) := do
  match t.values[k]? with
  | some v => pure (some v)
  | none => match t.bodies[k]? with
    | none => pure none
    | some body => apply sp body k t.arguments #[]
where
  apply (sp : Space) (body : Expr) (k : Nat) : List SmallTerm → Array Expr → MetaM (Option Expr)
    | [], acc => compute sp (body.instantiateRev acc)
    | a :: as, acc => do
      match ← valueAt sp k a with
      | some (.lit (.natVal n)) =>
        if n > largest then pure none else apply sp body k as (acc.push (.lit (.natVal n)))
      | some v => apply sp body k as (acc.push v)
      | none => pure none

/-- Values for the first choices; none if one of them cannot be computed. -/
partial def firstValues (sp : Space) (t : SmallTerm) (k : Nat)
    (acc : Array Expr) : MetaM (Option (Array Expr)) := do
  if k ≥ choices then pure (some acc)
  else match ← valueAt sp k t with
    | some v => firstValues sp t (k + 1) (acc.push v)
    | none => pure none

/-- Whether two terms agree for the choices beyond the first. -/
partial def agree (sp : Space) (k : Nat) (a b : SmallTerm) : MetaM Bool := do
  if k ≥ choices + moreChoices then pure true
  else match ← valueAt sp k a, ← valueAt sp k b with
    | some v, some w => if sameTerm v w then agree sp (k + 1) a b else pure false
    | _, _ => pure false

/-- Terms that have the same first values. -/
def lookAlikes (sp : Space) (t : SmallTerm) : MetaM (List SmallTerm) := do
  let table ← sp.index.get
  match table.buckets[t.hash.toNat % table.buckets.size]? with
  | some b => pure (collect (fun x => if sameClass x.1 t then some x.1 else none) b)
  | none => pure []

def addTerm (sp : Space) (t : SmallTerm) : MetaM Unit := do
  sp.made.modify (· + 1)
  equate (← lookAlikes sp t)
where
  equate : List SmallTerm → MetaM Unit
    | [] => keepTerm sp t
    | u :: us => do
      let e : Equation := { left := t.term, right := u.term }
      if followsFrom sp.variables e (← sp.equations.get) 0 then pure ()
      else if ← agree sp choices t u then sp.equations.modify fun a => a.push e
      else equate us

def construct (sp : Space) (o : ReadyOperation) (size : Nat)
    (arguments : List SmallTerm) : MetaM Unit := do
  Core.checkSystem "exploring"
  let term := o.operation.body.instantiateRev (arrayOf (mapList (fun a => a.term) arguments))
  let t : SmallTerm :=
    { term, type := o.operation.result, size, hash := 0, values := #[], bodies := o.closed,
      arguments }
  match ← firstValues sp t 0 #[] with
  | none => sp.made.modify (· + 1)
  | some values => addTerm sp { t with hash := hashValues values 0 7, values }

/-- All ways to fill the holes of an operation with known terms whose sizes add up. -/
partial def fillHoles (sp : Space) (o : ReadyOperation) (size : Nat) (holes : List Expr)
    (left : Nat) (acc : List SmallTerm) : MetaM Unit := do
  match holes with
  | [] => if left == 0 then construct sp o size (reverseOnto acc []) else pure ()
  | t :: ts => shares t ts (count ts 0) (if count ts 0 == 0 then left else 1)
where
  shares (t : Expr) (ts : List Expr) (others share : Nat) : MetaM Unit := do
    if share == 0 || share + others > left then pure ()
    else
      over (shelfOf t share (← sp.shelves.get) 0) ts share 0
      shares t ts others (share + 1)
  over (terms : Array SmallTerm) (ts : List Expr) (share i : Nat) : MetaM Unit := do
    match terms[i]? with
    | none => pure ()
    | some u =>
      if (← sp.made.get) ≥ sp.mostTerms then pure ()
      else
        fillHoles sp o size ts (left - share) (u :: acc)
        over terms ts share (i + 1)

def fillAll (sp : Space) (size : Nat) (os : List ReadyOperation) : MetaM Unit :=
  foldMeta (fun _ o => do
    -- Laws are about functions: terms made by a constructor of several arguments are built
    -- up to size 4.
    if !o.operation.isConstructor || size ≤ 4 || count o.operation.holes 0 ≤ 1 then
      fillHoles sp o size o.operation.holes (size - 1) []) () os

partial def grow (sp : Space) (ops : List ReadyOperation) (size most : Nat) : MetaM Unit := do
  if size > most || (← sp.made.get) ≥ sp.mostTerms then pure ()
  else
    fillAll sp size ops
    grow sp ops (size + 1) most

end Orch
