import Orch.Search.Strip
open Lean Elab Meta

namespace Orch

/-! ### Same goal, same key

The key of a goal is its closed form `∀ variables hypotheses, target`, hashed outside of Lean:
binder names gone, universe parameters and metavariables numbered by appearance, variables in the
order in which the target and then the hypotheses mention them. Nothing is dropped: what nobody
mentions may still be what makes the goal provable. -/

structure Local where
  id : FVarId
  type : Expr
  value : Option Expr

def prepare (s : Stripper) (e : Expr) : MetaM Expr := do
  s.expr (← instantiateMVars e)

def gather (s : Stripper) (ds : List LocalDecl) : MetaM (List Local) :=
  mapMeta (fun d => do
    let type ← prepare s d.type
    let value ← match d.value? with
      | some v => do pure (some (← prepare s v))
      | none => pure none
    pure { id := d.fvarId, type, value })
    (keepIf (fun d => !d.isImplementationDetail) ds)

/-- Free variables of a term in order of appearance, each once, newest first. -/
partial def appearing (visited : IO.Ref (Table Expr)) (found : IO.Ref (List FVarId))
    (e : Expr) : BaseIO Unit := do
  if e.hasFVar then
    match (← visited.get).find? sameTerm e.hash e with
    | some _ => pure ()
    | none =>
      visited.modify fun t => t.insert e.hash e 0
      match e with
      | .fvar f => found.modify fun l => f :: l
      | .app f a => do appearing visited found f; appearing visited found a
      | .lam _ t b _ | .forallE _ t b _ => do appearing visited found t; appearing visited found b
      | .letE _ t v b _ => do
        appearing visited found t
        appearing visited found v
        appearing visited found b
      | .proj _ _ b | .mdata _ b => appearing visited found b
      | _ => pure ()

def fvarsOf (e : Expr) : BaseIO (List FVarId) := do
  let visited ← IO.mkRef (Table.empty 64)
  let found ← IO.mkRef []
  appearing visited found e
  pure (reverseOnto (← found.get) [])

def isPlaced (id : FVarId) (placed : List Local) : Bool := anyOf (fun l => l.id == id) placed

mutual
/-- Places a variable after everything its type and value mention. `placed` is newest first. -/
partial def place (all : List Local) (placed : IO.Ref (List Local))
    (id : FVarId) : BaseIO Unit := do
  if isPlaced id (← placed.get) then pure ()
  else match findFirst (fun l => l.id == id) all with
    | none => pure ()
    | some l =>
      placeAll all placed (← fvarsOf l.type)
      match l.value with
      | some v => placeAll all placed (← fvarsOf v)
      | none => pure ()
      placed.modify fun p => l :: p
partial def placeAll (all : List Local) (placed : IO.Ref (List Local))
    (ids : List FVarId) : BaseIO Unit := do
  match ids with
  | [] => pure ()
  | f :: fs => do place all placed f; placeAll all placed fs
end

def numbered : List Local → Nat → List (Name × Nat)
  | [], _ => []
  | l :: ls, i => (l.id.name, i) :: numbered ls (i+1)

/-- How a hypothesis looks given what is placed: placed variables by number, others as one
unknown. -/
def appearance (placed : List Local) (ids : List FVarId) (e : Expr) : BaseIO UInt64 := do
  let w ← newWriter 64 true
  let known := numbered (reverseOnto placed []) 1
  let unknown := keepIf (fun f => !isPlaced f placed) ids
  w.seen.set (concat (mapList (fun f => (f.name, 0)) unknown) known)
  let _ ← w.expr e
  pure (hash (← w.text))

def without (placed : List Local) (ls : List Local) : List Local :=
  keepIf (fun l => !isPlaced l.id placed) ls

/-- The hypotheses whose appearance has the smallest hash; several if their hashes are equal. -/
def leastLooking (placed : List Local) : List Local → Option (UInt64 × List Local) →
    BaseIO (List Local)
  | [], some (_, ls) => pure ls
  | [], none => pure []
  | l :: ls, best => do
    let h ← appearance placed (← fvarsOf l.type) l.type
    let best := match best with
      | some (h', tied) =>
        if h < h' then (h, [l]) else if h' < h then (h', tied) else (h', l :: tied)
      | none => (h, [l])
    leastLooking placed ls (some best)

/-- What a variable is made of: its type, and its value if it has one. -/
def content (l : Local) : Expr :=
  match l.value with
  | some v => .app l.type v
  | none => l.type

def looks (numbers : List (Name × Nat)) (e : Expr) : BaseIO Nat := do
  let w ← newWriter 64 true
  w.seen.set numbers
  let _ ← w.expr e
  pure (hash (← w.text)).toNat

def hasId (id : FVarId) (ids : List FVarId) : Bool := anyOf (fun f => f == id) ids

/-- How others mention a variable, as a sum: their order must not count. -/
def mentions (numbers : List (Name × Nat)) (id : FVarId) : List Local → BaseIO Nat
  | [] => pure 0
  | l :: ls => do
    let rest ← mentions numbers id ls
    if hasId id (← fvarsOf (content l)) then
      pure (rest + (← looks ((id.name, 1) :: numbers) (content l)))
    else pure rest

def recolour (numbers : List (Name × Nat))
    (all : List Local) : List Local → BaseIO (List (Name × Nat))
  | [] => pure []
  | l :: ls => do
    let own ← looks numbers (content l)
    let others ← mentions numbers l.id all
    let before := (lookupSeen l.id.name numbers).getD 0
    pure ((l.id.name, (hash s!"{before} {own} {others}").toNat) :: (← recolour numbers all ls))

def colours (fixed : List (Name × Nat)) (all : List Local) : Nat → List (Name × Nat) →
    BaseIO (List (Name × Nat))
  | 0, cs => pure cs
  | k+1, cs => do colours fixed all k (← recolour (concat cs fixed) all all)

def leastColoured (cs : List (Name × Nat)) : List Local → Option (Nat × Local) → Option Local
  | [], some (_, l) => some l
  | [], none => none
  | l :: ls, best =>
    let c := (lookupSeen l.id.name cs).getD 0
    match best with
    | some (c', l') => leastColoured cs ls (some (if c < c' then (c, l) else (c', l')))
    | none => leastColoured cs ls (some (c, l))

/-- More rounds tell no more variables apart in goals that people write. -/
def maxColourRounds : Nat := 8

/-- Which of several hypotheses that look alike comes first. Their variables are told apart by
what else mentions them, in rounds (colour refinement); what is still alike then is alike. -/
def firstOf (all : List Local) (placed : List Local)
    (tied : List Local) : BaseIO (Option Local) := do
  match tied with
  | [] => pure none
  | [l] => pure (some l)
  | tied =>
    let closure ← IO.mkRef placed
    placeAll all closure (mapList (fun l => l.id) (without placed all))
    let open_ := without placed (← closure.get)
    let fixed := numbered (reverseOnto placed []) 2
    let size := count open_ 0
    let cs ← colours fixed open_ (if size < maxColourRounds then size else maxColourRounds)
      (mapList (fun l => (l.id.name, 0)) open_)
    pure (leastColoured cs tied none)

partial def placeHypotheses (all : List Local) (placed : IO.Ref (List Local)) : BaseIO Unit := do
  let tied ← leastLooking (← placed.get) (without (← placed.get) all) none
  match ← firstOf all (← placed.get) tied with
  | none => pure ()
  | some l => do place all placed l.id; placeHypotheses all placed

/-- Closes `body` over variables given newest first. -/
def closeOver : List Local → Expr → Expr
  | [], body => body
  | l :: ls, body =>
    let body := body.abstract #[.fvar l.id]
    match l.value with
    | some v => closeOver ls (.letE `x l.type v body false)
    | none => closeOver ls (.forallE `x l.type body .default)

/-- Closes over every variable and hypothesis in their own order, keeping names that can be written.
What a tactic assigned is filled in first: variables that stand inside of an assignment would
otherwise stay free. -/
def canonicalGoalNamed (g : MVarId) : MetaM Expr := inGoal g do
  let rec close : List LocalDecl → Expr → MetaM Expr
    | [], body => pure body
    | d :: ds, body => do
      if d.isImplementationDetail then close ds body
      else
        let body := body.abstract #[.fvar d.fvarId]
        let name := d.userName.eraseMacroScopes
        let type ← instantiateMVars d.type
        match d.value? with
        | some v => close ds (.letE name type (← instantiateMVars v) body false)
        | none => close ds (.forallE name type body d.binderInfo)
  let target ← instantiateMVars (← g.getType)
  let decls ← localDecls (← getLCtx)
  close (reverseOnto decls []) target

def canonicalGoal (g : MVarId) : MetaM Expr := inGoal g do
  let s : Stripper := { memo := ← IO.mkRef (Table.empty 256), out := ← IO.mkRef #[] }
  let all ← gather s (← localDecls (← getLCtx))
  let target ← prepare s (← g.getType)
  let placed ← IO.mkRef []
  placeAll all placed (← fvarsOf target)
  placeHypotheses all placed
  pure (closeOver (← placed.get) target)

/-- The printed tables of the closed form: equal for equal goals, independent of the process. -/
def canonicalText (e : Expr) : BaseIO String := do
  let w ← newWriter 256 true
  let _ ← w.expr e
  w.text

def goalKey (g : MVarId) : MetaM String := do
  let s : Stripper := { memo := ← IO.mkRef (Table.empty 256), out := ← IO.mkRef #[] }
  canonicalText (← s.expr (withoutAuxiliaries (← getEnv) (← canonicalGoal g)))

end Orch
