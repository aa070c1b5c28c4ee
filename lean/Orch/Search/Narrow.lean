import Orch.Search.Unroll
open Lean Elab Meta

namespace Orch

/-! ### Refutation by need

The values of a statement are unknown at first. It is evaluated lazily until evaluation waits for
one of them; only that one is refined, by the constructors of its type, and only as far as to its
head. What is smallest is evaluated next, so that what is found is small, and a refinement that
settles the statement settles it for every value of the parts that nobody asked for. -/

/-- What evaluation comes to while some values are unknown. -/
inductive Outcome where
  | truth (b : Bool)
  /-- It waits for this unknown; `rest` is what is left to evaluate then. -/
  | stuck (unknown : FVarId) (rest : Test)
  | unclear

structure Narrowing where
  /-- All unknowns so far, with their types. -/
  lctx : IO.Ref LocalContext
  next : IO.Ref Nat
  memo : ValueMemo
  /-- Numbers that the statement speaks of: worth trying as they are. -/
  literals : List Nat

/-- Values for the variables, with unknowns in them, and what has to come out true. -/
structure Node where
  size : Nat
  values : Array Expr
  test : Test

def isUnknown (id : FVarId) : Bool :=
  match id.name with
  | .num (.str .anonymous s) _ => s == "orch_unknown" || s == "orch_predecessor"
  | _ => false

def Narrowing.unknown (n : Narrowing) (kind : Name) (type : Expr) : MetaM Expr := do
  let i ← n.next.modifyGet fun i => (i, i + 1)
  let id : FVarId := ⟨.num kind i⟩
  n.lctx.modify fun l => l.mkLocalDecl id kind type .default
  pure (.fvar id)

/-- With all unknowns in the context. -/
def Narrowing.inside {α} (n : Narrowing) (act : MetaM α) : MetaM α := do
  let lctx ← n.lctx.get
  fun ctx st => act { ctx with lctx } st

/-- A term up to its head, as far as the kernel gets. -/
def Narrowing.head (n : Narrowing) (e : Expr) : MetaM (Option Expr) := do
  let env ← getEnv
  match e with
  | .lit _ => pure (some e)
  | .fvar _ => pure (some e)
  | _ => match constructorIn env e with
    | some _ => pure (some e)
    | none => match Kernel.whnf env (← n.lctx.get) e with
      | .ok e => pure (some e)
      | .error _ => pure none
where
  constructorIn (env : Environment) (e : Expr) : Option Name :=
    match e.getAppFn with
    | .const c _ => match env.find? c with
      | some (.ctorInfo _) => some c
      | _ => none
    | _ => none

/-- The term that evaluation waits with, and the unknown that it waits for. -/
structure Waiting where
  unknown : FVarId
  term : Expr

def appliedTo (f : Expr) : List Expr → Expr
  | [] => f
  | a :: as => appliedTo (.app f a) as

def setNth : List Expr → Nat → Expr → List Expr
  | [], _, _ => []
  | _ :: xs, 0, y => y :: xs
  | x :: xs, i+1, y => x :: setNth xs i y

mutual
/-- The unknown that the head of a term waits for; the kernel got no further with it. What was
computed on the way to it is put in its place, so that nobody computes it again. -/
partial def Narrowing.blocked (n : Narrowing) (e : Expr) : MetaM (Option Waiting) := do
  match e.getAppFn with
  | .fvar id => pure (if isUnknown id then some ⟨id, e⟩ else none)
  | .proj s i b => match ← n.blockedIn b with
    | some w => pure (some { w with term := appliedTo (.proj s i w.term) (argumentsOf e []) })
    | none => pure none
  | .const c us => match (← getEnv).find? c with
    | some (.recInfo v) =>
      atMajor (.const c us) (v.numParams + v.numMotives + v.numMinors + v.numIndices)
    | some (.quotInfo _) => atMajor (.const c us) 5
    | _ => pure none
  | _ => pure none
where
  atMajor (f : Expr) (i : Nat) : MetaM (Option Waiting) := do
    let arguments := argumentsOf e []
    match nth arguments i with
    | none => pure none
    | some major => match ← n.blockedIn major with
      | some w => pure (some { w with term := appliedTo f (setNth arguments i w.term) })
      | none => pure none

partial def Narrowing.blockedIn (n : Narrowing) (e : Expr) : MetaM (Option Waiting) := do
  match ← n.head e with
  | some e => n.blocked e
  | none => pure none
end

/-- Where no unknown is in the way of the head, any of them may be in the way inside. -/
def Narrowing.waiting (n : Narrowing) (e : Expr) (rest : Expr → Test) : MetaM Outcome := do
  match ← n.blocked e with
  | some w => pure (.stuck w.unknown (rest w.term))
  | none => match findFirst isUnknown (← fvarsOf e) with
    | some id => pure (.stuck id (rest e))
    | none => pure .unclear

/-- A term in whnf as a constructor with its arguments; numbers are taken apart. -/
def asConstructor (env : Environment) (e : Expr) : Option (Name × Nat × List Expr) :=
  match e with
  | .lit (.natVal 0) => some (``Nat.zero, 0, [])
  | .lit (.natVal (k+1)) => some (``Nat.succ, 0, [rawNat k])
  | _ => match e.getAppFn with
    | .const c _ => match env.find? c with
      | some (.ctorInfo v) => some (c, v.numParams, argumentsOf e [])
      | _ => none
    | _ => none

def both (s t : Test) : Test :=
  match s, t with
  | .truth true, t => t
  | s, .truth true => s
  | s, t => .and s t

mutual
/-- Whether two terms of data are equal, as far as that can be seen. -/
partial def Narrowing.same (n : Narrowing) (a b : Expr) : MetaM Outcome := do
  if sameTerm a b then pure (.truth true)
  else match ← n.head a, ← n.head b with
    | some x, some y =>
      if sameTerm x y then pure (.truth true)
      else match x, y with
      | .lit (.natVal i), .lit (.natVal j) => pure (.truth (i == j))
      | .lit (.strVal s), .lit (.strVal t) => pure (.truth (s == t))
      | _, _ =>
        let env ← getEnv
        match asConstructor env x, asConstructor env y with
        | some (c, params, xs), some (d, _, ys) =>
          if c == d then n.sameFields (dropFirst params xs) (dropFirst params ys) none
          else pure (.truth false)
        | some _, none => n.waiting y fun y => .same x y
        | none, some _ => n.waiting x fun x => .same x y
        | none, none => match ← n.blocked x with
          | some w => pure (.stuck w.unknown (.same w.term b))
          | none => n.waiting y fun y => .same a y
    | _, _ => pure .unclear
where
  dropFirst : Nat → List Expr → List Expr
    | 0, xs => xs
    | _+1, [] => []
    | k+1, _ :: xs => dropFirst k xs

/-- Fields from left to right: one that differs decides, whatever the others wait for. -/
partial def Narrowing.sameFields (n : Narrowing) (xs ys : List Expr)
    (waiting : Option (FVarId × Test)) : MetaM Outcome := do
  match xs, ys with
  | x :: xs, y :: ys => match ← n.same x y with
    | .truth false => pure (.truth false)
    | .truth true => n.sameFields xs ys waiting
    | .stuck id rest => n.sameFields xs ys (match waiting with
      | some (first, t) => some (first, both t rest)
      | none => some (id, rest))
    | .unclear =>
      -- Proofs are equal.
      if ← n.inside (try Meta.isProof x catch _ => pure false) then n.sameFields xs ys waiting
      else pure .unclear
  | _, _ => match waiting with
    | some (id, rest) => pure (.stuck id rest)
    | none => pure (.truth true)
end

/-- Evaluates a test as far as its unknowns allow. -/
partial def Narrowing.step (n : Narrowing) (t : Test) (fuel : Nat) : MetaM Outcome := do
  match t with
  | .truth b => pure (.truth b)
  | .unknown => pure .unclear
  | .same a b => n.same a b
  | .bool e => match ← n.head e with
    | some (.const ``Bool.true _) => pure (.truth true)
    | some (.const ``Bool.false _) => pure (.truth false)
    | some x => n.waiting x fun x => .bool x
    | none => pure .unclear
  | .unfold e => match ← n.head e with
    | none => pure .unclear
    | some x => match ← n.blocked x with
      | some w => pure (.stuck w.unknown (.unfold w.term))
      | none =>
        if fuel == 0 || sameTerm e x then pure .unclear
        else n.step (← n.inside (testOf #[] x)) (fuel - 1)
  | .not s => match ← n.step s fuel with
    | .truth b => pure (.truth (!b))
    | .stuck id rest => pure (.stuck id (.not rest))
    | .unclear => pure .unclear
  | .and s t => match ← n.step s fuel with
    | .truth false => pure (.truth false)
    | .truth true => n.step t fuel
    | .stuck id s => match ← n.step t fuel with
      | .truth false => pure (.truth false)
      | .truth true => pure (.stuck id s)
      | .stuck _ t => pure (.stuck id (.and s t))
      | .unclear => pure (.stuck id (.and s t))
    | .unclear => match ← n.step t fuel with
      | .truth false => pure (.truth false)
      | .stuck id t => pure (.stuck id (.and s t))
      | _ => pure .unclear
  | .or s t => n.step (.not (.and (.not s) (.not t))) fuel
  | .imp s t => n.step (.not (.and s (.not t))) fuel
  | .iff s t => match ← n.step s fuel, ← n.step t fuel with
    | .truth a, .truth b => pure (.truth (a == b))
    | .stuck id s, .truth b => pure (.stuck id (.iff s (.truth b)))
    | .stuck id s, .stuck _ t => pure (.stuck id (.iff s t))
    | .stuck id s, .unclear => pure (.stuck id (.iff s t))
    | .truth a, .stuck id t => pure (.stuck id (.iff (.truth a) t))
    | .unclear, .stuck id t => pure (.stuck id (.iff s t))
    | _, _ => pure .unclear

def Test.replace (t : Test) (f : Expr → Expr) : Test :=
  match t with
  | .same a b => .same (f a) (f b)
  | .bool e => .bool (f e)
  | .unfold e => .unfold (f e)
  | .truth b => .truth b
  | .not s => .not (s.replace f)
  | .and s t => .and (s.replace f) (t.replace f)
  | .or s t => .or (s.replace f) (t.replace f)
  | .imp s t => .imp (s.replace f) (t.replace f)
  | .iff s t => .iff (s.replace f) (t.replace f)
  | .unknown => .unknown

end Orch
