import Orch.Verdict.Terms
import Orch.Search.Values
open Lean Elab Meta

namespace Orch

/-! ### Equations between small terms

Which laws hold among the functions behind a goal is found out by computing: small terms are built
from those functions, and terms that come to the same values for a dozen choices of their variables
are probably equal. Whoever asks proves them, or does not use them. -/

/-- A term with holes for data: loose bound variables, the last hole first. -/
structure Operation where
  body : Expr
  holes : List Expr
  result : Expr
  isConstructor : Bool := false

/-- An operation with the closed form of its body for every choice of values. -/
structure ReadyOperation where
  operation : Operation
  closed : Array Expr

structure SmallTerm where
  term : Expr
  type : Expr
  size : Nat
  hash : UInt64
  /-- For the first choices; those of a variable are all there. -/
  values : Array Expr
  bodies : Array Expr
  arguments : List SmallTerm

structure Equation where
  left : Expr
  right : Expr

/-- The variables of a goal: what stands for types, instances and functions while terms are
computed. -/
structure Theory where
  fixed : Array Expr
  /-- One array of replacements per choice of values. -/
  replaced : Array (Array Expr)
  functions : List Expr
  data : List Expr

/-- Choices of values by which terms are told apart, and further ones that an equation must hold
for. -/
def choices : Nat := 4
def moreChoices : Nat := 10

/-- A number above this is no argument: functions of it may take for ever to compute. -/
def largest : Nat := 40

def isDataType (t : Expr) : MetaM Bool := do
  if ← (try isProp t catch _ => pure true) then pure false
  else if ← (try do pure (← isClass? t).isSome catch _ => pure true) then pure false
  else match ← (try whnf t catch _ => pure t) with
    | .forallE .. => pure false
    | .sort _ => pure false
    | _ => pure true

def memberOf (e : Expr) (es : List Expr) : Bool := anyOf (fun x => sameTerm x e) es

def addNew (e : Expr) (es : List Expr) : List Expr := if memberOf e es then es else concat es [e]

/-- The terms of a goal, arguments before the terms they are in. -/
partial def termsIn (e : Expr) (acc : List Expr) : List Expr :=
  match e with
  | .app _ _ =>
    let acc := foldList (fun acc a => termsIn a acc) acc (argumentsOf e [])
    if e.hasLooseBVars then acc else addNew e acc
  | .lam _ t b _ => termsIn b (termsIn t acc)
  | .forallE _ t b _ => termsIn b (termsIn t acc)
  | .letE _ t v b _ => termsIn b (termsIn v (termsIn t acc))
  | .mdata _ e => termsIn e acc
  | .proj _ _ e => termsIn e acc
  | _ => acc

def mentionsAny (e : Expr) (xs : List Expr) : Bool :=
  anyOf (fun x => match x with | .fvar id => e.containsFVar id | _ => false) xs

/-- Fills the holes of an application in; what is no data stays as it is. -/
def operationOf (th : Theory) (e : Expr) : MetaM (Option Operation) := do
  match e.getAppFn with
  | .const n _ =>
    if n == ``OfNat.ofNat || n == ``ite || n == ``dite || n == ``Decidable.decide then pure none
    else match (← getEnv).find? n with
      | some (.ctorInfo _) => pure none
      | _ =>
        let type ← instantiateMVars (← inferType e)
        if !(← isDataType type) then pure none
        else
          let arguments := argumentsOf e []
          let holes ← mapMeta (fun a => do
            let t ← instantiateMVars (← inferType a)
            pure (if ← isDataType t then some t else none)) arguments
          let types := collect (fun hole => hole) holes
          let body := fill e.getAppFn arguments holes (count types 0)
          if mentionsAny body th.data || count types 0 == 0 then pure none
          else pure (some { body, holes := types, result := type })
  | _ => pure none
where
  fill (f : Expr) : List Expr → List (Option Expr) → Nat → Expr
    | _ :: as, some _ :: hs, n => fill (.app f (.bvar (n - 1))) as hs (n - 1)
    | a :: as, none :: hs, n => fill (.app f a) as hs n
    | _, _, _ => f

def addOperation (o : Operation) (os : List Operation) : List Operation :=
  if anyOf (fun p => sameTerm p.body o.body) os then os else concat os [o]

def operationsIn (th : Theory) (es : List Expr) : MetaM (List Operation) :=
  foldMeta (fun acc e => do
    match ← operationOf th e with
    | some o => pure (addOperation o acc)
    | none => pure acc) [] es

/-- A definition of the user's as an operation on values of a type: its first argument of data has
that type. -/
def operationOn (th : Theory) (n : Name) (type : Expr) : MetaM (Option Operation) := do
  let f ← mkConstWithFreshMVarLevels n
  let (arguments, _, result) ← forallMetaTelescope (← inferType f)
  if !(← fits (listOf arguments)) then pure none
  else
    match ← filled (listOf arguments) f [] with
    | none => pure none
    | some (made, holes) =>
      let made ← instantiateMVars made
      let result ← instantiateMVars result
      let holeTypes ← mapMeta (fun h => do instantiateMVars (← inferType h)) holes
      if !(← isDataType result) then pure none
      else
        let body := made.abstract (arrayOf (reverseOnto holes []))
        if body.hasMVar || !allOf (fun t => !t.hasMVar) holeTypes || result.hasMVar
          || count holes 0 == 0 then pure none
        else pure (some { body, holes := reverseOnto holeTypes [], result })
where
  /-- Gives the first argument of data the type that is asked for. -/
  fits : List Expr → MetaM Bool
    | [] => pure false
    | a :: as => do
      let t ← instantiateMVars (← inferType a)
      match t with
      | .sort _ => fits as
      | .forallE .. => fits as
      | .mvar _ => isDefEq t type
      | _ =>
        if ← (try do pure (← isClass? t).isSome catch _ => pure false) then fits as
        else isDefEq t type
  filled : List Expr → Expr → List Expr → MetaM (Option (Expr × List Expr))
    | [], f, holes => pure (some (f, holes))
    | a :: as, f, holes => do
      let t ← instantiateMVars (← inferType a)
      match t with
      | .sort _ => filled as (.app f a) holes
      | .forallE .. => match ← likeOf t th.functions with
        | some g => filled as (.app f g) holes
        | none => pure none
      | _ =>
        if ← (try do pure (← isClass? t).isSome catch _ => pure false) then
          match ← (try synthInstance? t catch _ => pure none) with
          | some i => filled as (.app f i) holes
          | none => pure none
        else if ← isDataType t then filled as (.app f a) (a :: holes)
        else pure none
  likeOf (t : Expr) : List Expr → MetaM (Option Expr)
    | [] => pure none
    | g :: gs => do
      if sameTerm (← instantiateMVars (← inferType g)) t then pure (some g) else likeOf t gs

/-- Constructors of a type; fields that are no data make none. -/
def constructorOperations (type : Expr) : MetaM (List Operation) := do
  let t ← whnf type
  match t.getAppFn with
  | .const n us =>
    if n == ``Nat then
      pure [{ body := rawNat 0, holes := [], result := natType },
            { body := .app (.const ``Nat.succ []) (.bvar 0), holes := [natType], result := natType,
              isConstructor := true }]
    else match (← getEnv).find? n with
      | some (.inductInfo v) =>
        if v.numIndices != 0 then pure [] else each us (argumentsOf t []) v.ctors []
      | _ => pure []
  | _ => pure []
where
  each (us : List Level) (params : List Expr) : List Name → List Operation → MetaM (List Operation)
    | [], acc => pure acc
    | c :: cs, acc => do
      match (← getEnv).find? c with
      | some (.ctorInfo v) =>
        let ctype := peel (v.type.instantiateLevelParams v.levelParams us) params v.numParams
        match ← fieldsOf ctype [] with
        | some holes =>
          let f := foldList (fun f a => .app f a) (.const c us) params
          each us params cs
            (concat acc
            [{ body := open_ f (count holes 0), holes, result := type, isConstructor := true }])
        | none => each us params cs acc
      | _ => each us params cs acc
  open_ (f : Expr) : Nat → Expr
    | 0 => f
    | n+1 => open_ (.app f (.bvar n)) n
  fieldsOf (e : Expr) (acc : List Expr) : MetaM (Option (List Expr)) :=
    match e with
    | .forallE _ t b _ => do
      if b.hasLooseBVars then pure none
      else if ← isDataType t then fieldsOf b (t :: acc)
      else pure none
    | _ => pure (some (reverseOnto acc []))

end Orch
