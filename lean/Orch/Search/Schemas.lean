import Orch.Search.Views
open Lean Elab Meta

namespace Orch

/-! ### Laws as schemas

A schema is a term such as
`fun {A : Type _} (f : A → A → A) ⦃e : A⦄ => ∀ x, f x e = x`.
Types in `{}` are found by unification, functions in `()` are those behind the goal, what stands in
`⦃⦄` is a constructor of its type. What is left open when all holes are filled, the law holds for
all of. -/

structure Schema where
  term : Expr
  /-- The function in the first hole also with its arguments in the other order, and with some of
  them fixed. -/
  isLoose : Bool
  /-- Of the laws of all schemas, this many of this one come in each turn; schemas without a share
  take no turns, their laws come by rank alone. -/
  share : Nat
  /-- Order by how near the functions are to the goal, or those first that others are made of. -/
  byNearness : Bool
  /-- The class by which Lean's solvers know such a law. -/
  className : Option Name

/-- A schema whose holes are filled; each view with the name of its hole. -/
structure Instance where
  body : Expr
  views : List View
  fillings : List Filling

/-! #### Filling holes -/

def arityOf : Expr → Nat
  | .forallE _ _ b _ => arityOf b + 1
  | _ => 0

/-- Whether the types of a hole may be those of a view, by their heads. -/
def mayFit : Expr → List Name → Bool
  | .forallE _ t b _, n :: ns => matches' (headName t) n && mayFit b ns
  | .sort .zero, [n] => n == `Prop || n == ``Bool
  | e, [n] => matches' (headName e) n
  | _, _ => false
where
  matches' (hole view : Name) : Bool := hole.isAnonymous || hole == view

/-- A test with values in `Bool` where a hole wants a proposition: that it is true. -/
def asProposition : Expr → Expr
  | .lam n t b info => .lam n t (asProposition b) info
  | e => mkApp3 (.const ``Eq [.succ .zero]) boolType e (.const ``Bool.true [])

def wantsProposition : Expr → Bool
  | .forallE _ _ b _ => wantsProposition b
  | .sort .zero => true
  | _ => false

def propositional : Expr → Expr
  | .forallE n t b info => .forallE n t (propositional b) info
  | _ => .sort .zero

def endsInBool : List Name → Bool
  | [] => false
  | [n] => n == ``Bool
  | _ :: ns => endsInBool ns

/-- Constructors of the type of a hole, applied to what they are of by that type. Numbers have zero,
one and the successor. -/
def constructorsFor (type : Expr) : MetaM (List Expr) := do
  let result := resultOf type
  match result.getAppFn with
  | .const n us =>
    if n == ``Nat then pure (if arityOf type == 0 then [natLit 0, natLit 1]
      else if arityOf type == 1 then [function natType (natAdd (.bvar 0) (natLit 1))] else [])
    else match (← getEnv).find? n with
      | some (.inductInfo v) => pure (applied us (argumentsOf result []) v.numParams v.ctors)
      | _ => pure []
  | _ => pure []
where
  resultOf : Expr → Expr
    | .forallE _ _ b _ => resultOf b
    | e => e
  natLit (n : Nat) : Expr :=
    mkApp3 (.const ``OfNat.ofNat [.zero]) natType (rawNat n)
      (.app (.const ``instOfNatNat []) (rawNat n))
  natAdd (a b : Expr) : Expr :=
    mkApp6 (.const ``HAdd.hAdd [.zero, .zero, .zero]) natType natType natType
      (mkApp2 (.const ``instHAdd [.zero]) natType (.const ``instAddNat [])) a b
  applied (us : List Level) (params : List Expr) (numParams : Nat) : List Name → List Expr
    | [] => []
    | c :: cs =>
      withArguments (.const c us) (takeFirst numParams params) ::
        applied us params numParams cs
  withArguments (f : Expr) : List Expr → Expr
    | [] => f
    | a :: as => withArguments (.app f a) as

/-- Everything that is found is handed on: metavariables are as they were afterwards. -/
def apart (x : MetaM Unit) : MetaM Unit := do
  let before ← getMCtx
  (try x catch _ => pure ())
  setMCtx before

def isChosen (n : Name) : List (String × View) → Bool
  | [] => false
  | (_, v) :: vs => v.function == n || isChosen n vs

/-- The hole whose function stands in another hole too: `f'` and `f''` are `f` at other types. -/
def holeOf (n : Name) : String := (n.toString.splitOn "'").headD ""

def inHole (hole : String) : List (String × View) → Option View
  | [] => none
  | (h, v) :: rest => if h == hole then some v else inHole hole rest

partial def fillSchema (schema : Schema) (all : List View) (term : Expr)
    (views : List (String × View)) (fillings : List Filling) (emit : Instance → MetaM Unit) :
    MetaM Unit := do
  match term with
  | .mdata _ e => fillSchema schema all e views fillings emit
  | .lam _ t b .implicit =>
    let m ← mkFreshExprMVar (some t)
    fillSchema schema all (b.instantiate1 m) views fillings emit
  | .lam _ t b .strictImplicit =>
    let type ← instantiateMVars t
    eachConstructor type b (← constructorsFor type)
  | .lam n t b _ =>
    let type ← instantiateMVars t
    let hole := holeOf n.eraseMacroScopes
    match inHole hole views with
    | some v => tryView hole type b v
    | none => eachView hole type (arityOf t) b all
  | body => emit { body, views := mapList (fun x => x.2) views, fillings }
where
  eachConstructor (type b : Expr) : List Expr → MetaM Unit
    | [] => pure ()
    | c :: cs => do
      apart do
        if ← isDefEq (← inferType c) type then
          fillSchema schema all (b.instantiate1 c) views fillings emit
      eachConstructor type b cs
  fits (v : View) (arity : Nat) : Bool :=
    v.arity == arity && (arity == 1 || (!v.isFlipped && !v.isPartial)
      || (schema.isLoose && isEmpty views)) && !isChosen v.function views
  isEmpty : List (String × View) → Bool
    | [] => true
    | _ => false
  tryView (hole : String) (type b : Expr) (v : View) : MetaM Unit := do
    if mayFit type v.heads then
      apart do
        match ← v.instantiate with
        | none => pure ()
        | some filling =>
          let filling := if wantsProposition type && endsInBool v.heads then
            { filling with term := asProposition filling.term,
                           type := propositional filling.type } else filling
          if ← isDefEq filling.type type then
            fillSchema schema all (b.instantiate1 filling.term) ((hole, v) :: views)
              (filling :: fillings) emit
  eachView (hole : String) (type : Expr) (arity : Nat) (b : Expr) : List View → MetaM Unit
    | [] => pure ()
    | v :: vs => do
      if fits v arity then tryView hole type b v
      eachView hole type arity b vs

end Orch
