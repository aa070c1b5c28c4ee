import Orch.Search.Survey
open Lean Elab Meta

namespace Orch

/-! ### Small values, and what closed terms come to

Statements are tried out on values before anybody tries to prove them. The kernel computes: it needs
no compiled code and no instances. What it cannot take to a value is unknown, never false. -/

/-- How deep a value may be nested: beyond, it is too large to be worth anything. -/
def deepest : Nat := 200

/-- A closed term up to its head. What is a constructor already needs no kernel, whose every call
costs. -/
def headForm (env : Environment) (e : Expr) : Option Expr :=
  match e with
  | .lit _ => some e
  | _ => match e.getAppFn with
    | .const n _ => match env.find? n with
      | some (.ctorInfo _) => some e
      | _ => compute
    | _ => compute
where
  compute : Option Expr := match Kernel.whnf env {} e with
    | .ok e => some e
    | .error _ => none

mutual
/-- The normal form of a closed term of data: constructors and literals all the way down. -/
partial def normalAt (env : Environment) (depth : Nat) (e : Expr) : Option Expr :=
  if depth == 0 then none
  else match headForm env e with
  | none => none
  | some e => match e with
    | .lit _ => some e
    | _ => match e.getAppFn with
      | .const n us => match env.find? n with
        | some (.ctorInfo v) =>
          if n == ``Nat.zero then some (.lit (.natVal 0))
          else if n == ``Nat.succ then match argumentsOf e [] with
            | [x] => match normalAt env (depth - 1) x with
              | some (.lit (.natVal k)) => some (.lit (.natVal (k + 1)))
              | _ => none
            | _ => none
          else normalFields env (depth - 1) v.numParams (argumentsOf e []) (.const n us)
        | _ => none
      | _ => none
partial def normalFields (env : Environment) (depth params : Nat) (fields : List Expr)
    (made : Expr) : Option Expr :=
  match fields with
  | [] => some made
  | a :: as =>
    if params > 0 then normalFields env depth (params - 1) as (.app made a)
    else match normalAt env depth a with
      | some a => normalFields env depth 0 as (.app made a)
      | none => none
end

def normalForm (env : Environment) (e : Expr) : Option Expr := normalAt env deepest e

structure SizedType where
  type : Expr
  size : Nat

abbrev ValueMemo := IO.Ref (List (SizedType × List Expr))

def knownValues (type : Expr) (size : Nat) : List (SizedType × List Expr) → Option (List Expr)
  | [] => none
  | x :: xs =>
    if x.1.size == size && sameTerm x.1.type type then some x.2 else knownValues type size xs

def takeFirst {α} : Nat → List α → List α
  | 0, _ => []
  | _, [] => []
  | n+1, x :: xs => x :: takeFirst n xs

def natType : Expr := .const ``Nat []
def boolType : Expr := .const ``Bool []
def isNatType (e : Expr) : Bool := sameTerm e natType

def rawNat (n : Nat) : Expr := .lit (.natVal n)
def function (domain body : Expr) : Expr := .lam `x domain body .default

/-- Instantiates the first binders of a type. -/
def peel : Expr → List Expr → Nat → Expr
  | .forallE _ _ b _, a :: as, n+1 => peel (b.instantiate1 a) as n
  | .mdata _ e, as, n => peel e as n
  | e, _, _ => e

/-- How many values of one size and type are worth having. -/
def mostOfSize : Nat := 48

/-- Functions on numbers, for the functions that a statement is about: the more different, the
better. -/
def numberFunctions (size : Nat) : List Expr :=
  let x := Expr.bvar 0
  let twice := mkApp2 (.const ``Nat.add []) x x
  match size with
  | 1 => [function natType (.app (.const ``Nat.succ []) x), function natType x]
  | 2 => [function natType twice, function natType (rawNat 0)]
  | 3 => [function natType (mkApp2 (.const ``Nat.sub []) x (rawNat 1))]
  | _ => []

def numberTests (size : Nat) : List Expr :=
  let x := Expr.bvar 0
  let isZero := mkApp2 (.const ``Nat.beq []) x (rawNat 0)
  let isMore := mkApp2 (.const ``Nat.ble []) (rawNat 1) x
  let isOne := mkApp2 (.const ``Nat.beq []) x (rawNat 1)
  match size with
  | 1 => [function natType isZero, function natType isMore]
  | 2 => [function natType isOne, function natType (.const ``Bool.true []), function natType
          (.const ``Bool.false [])]
  | _ => []

def numberOperations (size : Nat) : List Expr :=
  let x := Expr.bvar 1
  let y := Expr.bvar 0
  let two (body : Expr) := function natType (function natType body)
  let plus (a b : Expr) := mkApp2 (.const ``Nat.add []) a b
  match size with
  | 1 => [two (plus x y), two (plus x (plus y y))]
  | 2 => [two x, two y, two (plus (plus x x) (.app (.const ``Nat.succ []) y))]
  | _ => []

def numberProperties (size : Nat) : List Expr :=
  let x := Expr.bvar 0
  let equals (n : Nat) := mkApp3 (.const ``Eq [.succ .zero]) natType x (rawNat n)
  match size with
  | 1 => [function natType (equals 0), function natType (mkApp (.const ``Not []) (equals 0))]
  | 2 => [function natType (.const ``True []), function natType (.const ``False [])]
  | _ => []

mutual
/-- Values of a closed type whose size is exactly the given one. -/
partial def valuesOf (memo : ValueMemo) (type : Expr) (size : Nat) : MetaM (List Expr) := do
  if size == 0 then pure []
  else match knownValues type size (← memo.get) with
    | some vs => pure vs
    | none =>
      let all ← makeValues memo type size
      let vs := takeFirst mostOfSize all
      memo.modify fun l => (⟨type, size⟩, vs) :: l
      pure vs

partial def makeValues (memo : ValueMemo) (type : Expr) (size : Nat) : MetaM (List Expr) := do
  let t ← whnf type
  match t with
  | .forallE _ d b _ => if b.hasLooseBVars then pure [] else do
      let d ← whnf d
      let b ← whnf b
      functionValues memo d b size
  | .sort .zero => pure (if size == 1 then [.const ``True [], .const ``False []] else [])
  | _ => match t.getAppFn with
    | .const n us =>
      if n == ``Nat then pure [rawNat (2 * size - 2), rawNat (2 * size - 1)]
      else if n == ``String then pure (if size == 1 then [.lit (.strVal ""), .lit (.strVal "a")]
      else if size == 2 then [.lit (.strVal "b")] else [])
      else if n == ``Char then pure (if size == 1 then
        [.app (.const ``Char.ofNat []) (rawNat 97), .app (.const ``Char.ofNat []) (rawNat 98)]
        else [])
      else match (← getEnv).find? n with
        | some (.inductInfo v) =>
          if v.numIndices == 0 then built memo us (argumentsOf t []) v.ctors size [] else pure []
        | _ => pure []
    | _ => pure []

partial def functionValues (memo : ValueMemo) (d b : Expr) (size : Nat) : MetaM (List Expr) := do
  if size > 4 then pure []
  else
    let constants ← valuesOf memo b (if size > 1 then size - 1 else size)
    let constants := lifted d (takeFirst 3 constants)
    if isNatType d then match b with
      | .forallE _ d' b' _ =>
        if isNatType d' && isNatType b' then pure (numberOperations size) else pure constants
      | .sort .zero => pure (numberProperties size)
      | b =>
        if isNatType b then pure (numberFunctions size)
        else if sameTerm b boolType then pure (numberTests size)
        else pure constants
    else if sameTerm d b && size == 1 then pure (function d (.bvar 0) :: constants)
    else pure constants
where
  lifted (d : Expr) : List Expr → List Expr
    | [] => []
    | v :: vs => function d v :: lifted d vs

partial def built (memo : ValueMemo) (us : List Level) (params : List Expr) (ctors : List Name)
    (size : Nat)
    (acc : List Expr) : MetaM (List Expr) := do
  match ctors with
  | [] => pure acc
  | c :: cs =>
    match (← getEnv).find? c with
    | some (.ctorInfo v) =>
      let type := v.type.instantiateLevelParams v.levelParams us
      let made ← filled memo (peel type params v.numParams) (applied (.const c us) params)
        (size - 1)
      built memo us params cs size (concat acc made)
    | _ => built memo us params cs size acc
where
  applied (f : Expr) : List Expr → Expr
    | [] => f
    | a :: as => applied (.app f a) as

/-- A constructor with its fields filled by values whose sizes add up to the given one. -/
partial def filled (memo : ValueMemo) (type made : Expr) (size : Nat) : MetaM (List Expr) := do
  match type with
  | .mdata _ e => filled memo e made size
  | .forallE _ t b _ =>
    -- A proof cannot be made up.
    if ← (try isProp t catch _ => pure true) then pure []
    else shares memo t b made size (if b.isForall then 1 else size) []
  | _ => pure (if size == 0 then [made] else [])

partial def shares (memo : ValueMemo) (t b made : Expr) (size share : Nat)
    (acc : List Expr) : MetaM (List Expr) := do
  if share > size || share == 0 then pure acc
  else
    let found ← each (← valuesOf memo t share) []
    shares memo t b made size (share + 1) (concat acc found)
where
  each : List Expr → List Expr → MetaM (List Expr)
    | [], acc => pure acc
    | v :: vs, acc => do
      let more ← filled memo (b.instantiate1 v) (.app made v) (size - share)
      each vs (concat acc more)
end

/-- All values up to a size, smaller ones first, as long as there are not too many. -/
partial def valuesUpTo (memo : ValueMemo) (type : Expr) (most size : Nat) : MetaM (Array Expr) :=
  go 1 #[]
where
  go (at_ : Nat) (acc : Array Expr) : MetaM (Array Expr) := do
    if at_ > size || acc.size ≥ most then pure acc
    else go (at_ + 1) (pushAll (← valuesOf memo type at_) acc)
  pushAll : List Expr → Array Expr → Array Expr
    | [], acc => acc
    | v :: vs, acc => pushAll vs (acc.push v)

end Orch
