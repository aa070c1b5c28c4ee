import Orch.Search.Refine
open Lean Elab Meta

namespace Orch

/-! ### The search by need -/

structure Queue where
  /-- Nodes by size. -/
  nodes : IO.Ref (Array (List Node))

def largestNode : Nat := 60

def Queue.push (q : Queue) (node : Node) : BaseIO Unit :=
  q.nodes.modify fun a => match a[node.size]? with
    | some l => a.setIfInBounds node.size (node :: l)
    | none => a

partial def Queue.pop (q : Queue) (size : Nat) : BaseIO (Option Node) := do
  match (← q.nodes.get)[size]? with
  | none => pure none
  | some [] => q.pop (size + 1)
  | some (node :: rest) =>
    q.nodes.modify fun a => a.setIfInBounds size rest
    pure (some node)

def Narrowing.refine (q : Queue) (node : Node) (id : FVarId) (rest : Test) :
    List Choice → BaseIO Unit
  | [] => pure ()
  | c :: cs => do
    let put := fun (e : Expr) => (e.abstract #[.fvar id]).instantiate1 c.value
    q.push { size := node.size + c.cost, values := mapArray put node.values 0 #[],
             test := both (c.holds.replace put) (rest.replace put) }
    refine q node id rest cs

/-- Any small value for what nobody asked for, unknown after unknown. -/
partial def Narrowing.complete (n : Narrowing) (node : Node)
    (fuel : Nat) : MetaM (Option Node) := do
  match ← firstUnknown node.values 0 with
  | none => pure (some node)
  | some id =>
    if fuel == 0 then pure none
    else match (← n.lctx.get).find? id with
      | none => pure none
      | some d => match ← smallest n.memo d.type 1 with
        | none => pure none
        | some v =>
          let put := fun (e : Expr) => (e.abstract #[.fvar id]).instantiate1 v
          n.complete { node with values := mapArray put node.values 0 #[] } (fuel - 1)
where
  firstUnknown (values : Array Expr) (i : Nat) : MetaM (Option FVarId) := do
    match values[i]? with
    | none => pure none
    | some v => match findFirst isUnknown (← fvarsOf v) with
      | some id => pure (some id)
      | none => firstUnknown values (i + 1)
  smallest (memo : ValueMemo) (type : Expr) (size : Nat) : MetaM (Option Expr) := do
    if size > 4 then pure none
    else match ← valuesOf memo type size with
      | v :: _ => pure (some v)
      | [] => smallest memo type (size + 1)

/-- One evaluation that takes so long is the last one: larger values may take for ever, and the
kernel cannot be stopped. Numbers with a million digits are multiplied without a heartbeat. -/
def slowMillis : Nat := 150

structure Progress where
  /-- Evaluations so far. -/
  steps : Nat := 0
  /-- Those that came to an end, and how many of them to no value. -/
  tried : Nat := 0
  unknown : Nat := 0
  found : Option Node := none
  isOver : Bool := false
  /-- The thread's CPU time when it was last asked for, in microseconds. -/
  cpu : Option Nat := none

/-- How much a search may take. -/
structure Budget where
  steps : Nat
  /-- By the counter of heartbeats. -/
  stopAt : Nat
  /-- By the thread's own CPU time, in microseconds: the kernel's work is in no heartbeat. -/
  cpuUntil : Option Nat := none

/-- Whether the CPU time is used up, or a step of so many milliseconds was slow by it. It is a call
to the host: asked at every fourth step, and after one that seems slow. -/
def Budget.isSpent (budget : Budget) (p : IO.Ref Progress) (millis : Nat) : BaseIO Bool := do
  let { steps, cpu := last, .. } ← p.get
  if steps % 4 != 0 && millis < slowMillis then pure false
  else match ← threadCpu with
    | none => pure (millis ≥ slowMillis)
    | some now =>
      p.modify fun p => { p with cpu := some now }
      let isLate := match budget.cpuUntil with
        | some most => now ≥ most
        | none => false
      let isSlow := match last with
        | some last => now - last ≥ 1000 * slowMillis
        | none => false
      pure (isLate || millis ≥ slowMillis && isSlow)

/-- Evaluates the smallest node, and refines it where evaluation waits. -/
def Narrowing.advance (n : Narrowing) (q : Queue) (budget : Budget) (p : IO.Ref Progress) :
    MetaM Unit := do
  Core.checkSystem "narrowing"
  let begun ← IO.monoNanosNow
  match ← q.pop 0 with
  | none => p.modify fun p => { p with isOver := true }
  | some node =>
    match ← n.step node.test 40 with
    | .truth false => p.modify fun p => { p with tried := p.tried + 1 }
    | .unclear => p.modify fun p => { p with tried := p.tried + 1, unknown := p.unknown + 1 }
    | .truth true => match ← n.complete node 200 with
      | some node => p.modify fun p => { p with tried := p.tried + 1, found := some node }
      | none => p.modify fun p => { p with tried := p.tried + 1, unknown := p.unknown + 1 }
    | .stuck id rest => match (← n.lctx.get).find? id with
      | some d => Narrowing.refine q node id rest (← n.choices id d.type)
      | none => pure ()
    let now ← IO.getNumHeartbeats
    let isSpent ← budget.isSpent p (((← IO.monoNanosNow) - begun) / 1000000)
    p.modify fun p =>
      -- What cannot be computed for ten choices will not be for the next.
      let isHopeless := p.unknown ≥ 10 && p.unknown == p.tried
      let isLate := isSpent || now ≥ budget.stopAt
      { p with steps := p.steps + 1,
               isOver := p.found.isSome || isLate || isHopeless || p.steps + 1 ≥ budget.steps }

/-- In rounds: the interpreter's stack grows with every call. -/
partial def Narrowing.search (n : Narrowing) (q : Queue) (budget : Budget)
    (p : IO.Ref Progress) : MetaM Unit := do
  round 50
  if (← p.get).isOver then pure () else n.search q budget p
where
  round : Nat → MetaM Unit
    | 0 => pure ()
    | k+1 => do
      if (← p.get).isOver then pure ()
      else
        n.advance q budget p
        round k

end Orch
