import Orch.Search.RandomValues
import Orch.Search.Tests
open Lean Elab Meta

namespace Orch

/-! ### Trying a statement out on values -/

/-- What stands before the conclusion of a statement, in order. -/
inductive Given where
  /-- A type variable or an instance, with what it is replaced by. -/
  | fixed (value : Expr) (isInstance : Bool)
  | data (name : String) (type : Expr)
  | condition

structure Opened where
  given : List Given
  /-- Variables that are replaced once and for all, and by what. -/
  fixed : Array Expr
  values : Array Expr
  variables : Array Expr
  types : List Expr
  conditions : List Expr

def Opened.close (o : Opened) (e : Expr) : Expr := (e.abstract o.fixed).instantiateRev o.values

structure Trial where
  types : Array Expr
  conditions : List Test
  conclusion : Test
  given : List Given

def Trial.holds (t : Trial) (values : Array Expr) : MetaM (Option Bool) := do
  match ← conditionsHold t.conditions with
  | some false => pure (some true)
  | some true => t.conclusion.run values 40
  | none => pure none
where
  conditionsHold : List Test → MetaM (Option Bool)
    | [] => pure (some true)
    | c :: cs => do
      match ← c.run values 40 with
      | some true => conditionsHold cs
      | other => pure other

/-- Replaces type variables by numbers and instances by what Lean finds for those. -/
partial def openStatement (locals : List LocalDecl) (target : Expr) (lctx : LocalContext) (i : Nat)
    (o : Opened)
    (k : Opened → Expr → MetaM (Option Trial)) : MetaM (Option Trial) := do
  match locals with
  | d :: ds =>
    if d.isImplementationDetail then openStatement ds target lctx i o k
    else take d.userName d.type (.fvar d.fvarId) fun o => openStatement ds target lctx i o k
  | [] => match target with
    | .mdata _ e => openStatement [] e lctx i o k
    | .forallE n t b info =>
      let id : FVarId := ⟨.num `orch_trial i⟩
      let lctx := lctx.mkLocalDecl id n (o.close t) info
      let go : MetaM (Option Trial) := take n t (.fvar id) fun o =>
        openStatement [] (b.instantiate1 (.fvar id)) lctx (i+1) o k
      fun ctx st => go { ctx with lctx } st
    | _ => k o target
where
  take (n : Name) (type x : Expr) (next : Opened → MetaM (Option Trial))
    : MetaM (Option Trial) := do
    let type := o.close (← instantiateMVars type)
    match type with
    | .sort (.succ _) =>
      next { o with given := .fixed natType false :: o.given, fixed := o.fixed.push x,
                    values := o.values.push natType }
    | .sort (.param _) => pure none
    | _ =>
      if ← (try isProp type catch _ => pure false) then
        next { o with given := .condition :: o.given, conditions := type :: o.conditions }
      else if ← (try do pure (← isClass? type).isSome catch _ => pure false) then
        match ← (try synthInstance? type catch _ => pure none) with
        | some v =>
          next { o with given := .fixed v true :: o.given, fixed := o.fixed.push x,
                        values := o.values.push v }
        | none => pure none
      else next { o with given := .data (displayName n) type :: o.given,
                         variables := o.variables.push x, types := type :: o.types }

/-- A statement made ready to be tried: the goal's own variables count as part of it. -/
def trialOf (locals : List LocalDecl) (target : Expr)
    (lctx : LocalContext) : MetaM (Option Trial) :=
  openStatement locals target lctx 0 { given := [], fixed := #[], values := #[], variables := #[],
                                       types := [], conditions := [] }
    fun o conclusion => do
      let conclusion := o.close (← instantiateMVars conclusion)
      let conditions ← tests o.variables (reverseOnto o.conditions []) []
      let conclusion ← testOf o.variables conclusion
      pure (some { types := toArray (reverseOnto o.types []) #[], conditions, conclusion,
                   given := reverseOnto o.given [] })
where
  tests (variables : Array Expr) : List Expr → List Test → MetaM (List Test)
    | [], acc => pure (reverseOnto acc [])
    | c :: cs, acc => do tests variables cs ((← testOf variables c) :: acc)
  toArray : List Expr → Array Expr → Array Expr
    | [], acc => acc
    | x :: xs, acc => toArray xs (acc.push x)

structure Tally where
  tried : Nat := 0
  unknown : Nat := 0
  found : Option (Array Expr) := none
  /-- When to stop, by the count of heartbeats. -/
  stopAt : Option Nat := none
  /-- The same by the thread's own CPU time: the kernel's work is in no heartbeat. -/
  cpuUntil : Option Nat := none
  /-- What it was at the last choice. -/
  cpu : Nat := 0
  isSpent : Bool := false
  /-- Choices that took long to compute: larger values may take for ever. -/
  slow : Nat := 0

/-- A choice of values is slow that takes this many heartbeats, some seven milliseconds, or this
much time: numbers with a million digits are multiplied without a heartbeat. -/
def slowHeartbeats : Nat := 300 * 1000
def slowMicros : Nat := 50 * 1000
def mostSlow : Nat := 1

/-- Tries values of growing size, then larger ones picked at random, up to a number of trials, of
heartbeats or of microseconds: what larger values come to may take the kernel, which nobody can
stop, longer and longer. -/
partial def Trial.search (t : Trial) (limit : Nat)
    (heartbeats : Option Nat := none) (cpuMicros : Option Nat := none) : MetaM Tally := do
  let memo : ValueMemo ← IO.mkRef []
  let tally ← IO.mkRef ({} : Tally)
  let begun ← IO.getNumHeartbeats
  let cpu ← threadCpu
  let cpuUntil := match cpuMicros, cpu with
    | some most, some now => some (now + most)
    | _, _ => none
  tally.set { stopAt := match heartbeats with | some h => some (begun + h) | none => none
              cpuUntil, cpu := cpu.getD 0 }
  let n := t.types.size
  -- Out of heartbeats, what was found so far counts.
  (try do
    bySize memo tally n (n + if n ≤ 1 then 15 else 7 * n)
    if n > 0 && (← tally.get).slow == 0 then
      atRandom memo tally (limit + limit / 4) 12345
  catch _ => pure ())
  tally.get
where
  isOver (tally : IO.Ref Tally) (limit : Nat) : MetaM Bool := do
    let now ← tally.get
    let late ← match now.stopAt with
      | some most => do pure (Nat.ble most (← IO.getNumHeartbeats))
      | none => pure false
    -- What cannot be computed for ten choices will not be for the next.
    pure (late || now.isSpent || now.slow ≥ mostSlow || now.found.isSome || now.tried ≥ limit
      || (now.unknown ≥ 10 && now.unknown == now.tried))
  try_ (tally : IO.Ref Tally) (values : Array Expr) : MetaM Unit := do
    Core.checkSystem "trying values"
    let begun ← IO.getNumHeartbeats
    let holds ← t.holds values
    let { tried, cpuUntil, cpu := last, .. } ← tally.get
    let now ← match cpuUntil with
      | some _ => do pure ((← threadCpu).getD last)
      | none => pure last
    let isSpent := match cpuUntil with
      | some most => Nat.ble most now
      | none => false
    -- What comes first makes code ready, too.
    let isSlow := (← IO.getNumHeartbeats) - begun ≥ slowHeartbeats
      || tried > 0 && now - last ≥ slowMicros
    let slow := if isSlow then 1 else 0
    tally.modify fun a => { a with isSpent, cpu := now }
    match holds with
    | some true => tally.modify fun a => { a with tried := a.tried + 1, slow := a.slow + slow }
    | some false => tally.modify fun a => { a with tried := a.tried + 1, found := some values }
    | none =>
      tally.modify fun a =>
        { a with tried := a.tried + 1, unknown := a.unknown + 1, slow := a.slow + slow }
  bySize (memo : ValueMemo) (tally : IO.Ref Tally) (size most : Nat) : MetaM Unit := do
    if size > most || (← isOver tally limit) then pure ()
    else
      choose memo tally 0 size #[]
      if t.types.size == 0 then pure () else bySize memo tally (size + 1) most
  choose (memo : ValueMemo) (tally : IO.Ref Tally) (i size : Nat)
    (acc : Array Expr) : MetaM Unit := do
    match t.types[i]? with
    | none => if size == 0 then try_ tally acc else pure ()
    | some type =>
      let others := t.types.size - i - 1
      split memo tally i type (if others == 0 then size else 1) size others acc
  split (memo : ValueMemo) (tally : IO.Ref Tally) (i : Nat) (type : Expr) (share size others : Nat)
    (acc : Array Expr) : MetaM Unit := do
    if share + others > size || share == 0 then pure ()
    else
      eachValue memo tally i (size - share) acc (← valuesOf memo type share)
      if ← isOver tally limit then pure () else split memo tally i type (share + 1) size others acc
  eachValue (memo : ValueMemo) (tally : IO.Ref Tally) (i size : Nat)
    (acc : Array Expr) : List Expr → MetaM Unit
    | [] => pure ()
    | v :: vs => do
      if ← isOver tally limit then pure ()
      else
        choose memo tally (i + 1) size (acc.push v)
        eachValue memo tally i size acc vs
  atRandom (memo : ValueMemo) (tally : IO.Ref Tally) (limit seed : Nat) : MetaM Unit := do
    if ← isOver tally limit then pure ()
    else match ← pick memo 0 (2 + seed % 3) (nextRandom seed) #[] with
      | none => pure ()
      | some (values, seed) =>
        try_ tally values
        atRandom memo tally limit seed
  pick (memo : ValueMemo) (i depth seed : Nat)
    (acc : Array Expr) : MetaM (Option (Array Expr × Nat)) := do
    match t.types[i]? with
    | none => pure (some (acc, seed))
    | some type => match ← randomValue memo type depth seed with
      | none => pure none
      | some (v, seed) => pick memo (i + 1) depth seed (acc.push v)

def givenJ (values : Array Expr) : List Given → Nat → Array Json → MetaM (Array Json)
  | [], _, acc => pure acc
  | .condition :: gs, i, acc =>
    givenJ values gs i (acc.push (Json.mkObj [("kind", Json.str "proof")]))
  | .fixed v isInstance :: gs, i, acc => do
    let text ← if isInstance then pure "inferInstance" else do pure (toString (← ppExpr v))
    givenJ values gs i (acc.push (Json.mkObj [("kind", Json.str "fixed"), ("text", Json.str text)]))
  | .data name _ :: gs, i, acc => do
    let text ← match values[i]? with
      | some v => do pure (toString (← ppExpr v))
      | none => pure "_"
    givenJ values gs (i + 1)
      (acc.push
      (Json.mkObj [("kind", Json.str "data"), ("name", Json.str name), ("text", Json.str text)]))

/-- What one of many statements may take: some fifty milliseconds, and 80 with what the kernel
computes. -/
def heartbeatsPerText : Nat := 2000 * 1000
def cpuPerText : Nat := 80 * 1000

/-- Whether a statement holds for small values, if that can be computed. -/
def Trial.verdict (t : Trial) (limit : Nat) : MetaM (Option Bool) := do
  let tally ← t.search limit (some heartbeatsPerText) (some cpuPerText)
  if tally.found.isSome then pure (some false)
  else if tally.unknown == tally.tried then pure none
  else pure (some true)

end Orch
