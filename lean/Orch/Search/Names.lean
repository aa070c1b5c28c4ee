import Orch.Search.Goals
open Lean Elab Meta

namespace Orch

/-! ### Names as a tactic can write them

A user's `max` in the root namespace stands beside the library's exported `Max.max`: `simp [max]`
is ambiguous then. What a survey names is spelled so that it means that constant and nothing else,
where the goal stands: with its namespaces open and its hypotheses in sight. -/

/-- A hypothesis named `x` takes `x`, and `x.f` too. -/
partial def isShadowed (locals : List LocalDecl) (n : Name) : Bool :=
  match n with
  | .anonymous => false
  | .str p _ => anyOf (fun d => d.userName == n) locals || isShadowed locals p
  | .num p _ => anyOf (fun d => d.userName == n) locals || isShadowed locals p

/-- The name of a constant in the text that declares it. -/
@[noinline] def userName (n : Name) : Name :=
  match privateToUserName? n with
  | some m => m
  | none => n

/-- Where names are to be understood. -/
structure Scope where
  env : Environment
  options : Options
  currNamespace : Name
  openDecls : List OpenDecl
  locals : List LocalDecl

def scopeOf (locals : List LocalDecl) : MetaM Scope := do
  pure { env := ← getEnv, options := ← getOptions, currNamespace := ← getCurrNamespace,
         openDecls := ← getOpenDecls, locals }

def Scope.means (s : Scope) (written n : Name) : Bool :=
  match ResolveName.resolveGlobalName s.env s.options s.currNamespace s.openDecls written with
  | [(m, [])] => m == n
  | _ => false

/-- The name of a constant as it stands if that means the constant, with `_root_` if not. There is
none for what is private to another module. -/
def Scope.spell? (s : Scope) (n : Name) : Option String :=
  let written := userName n
  if s.means written n && !isShadowed s.locals written then some written.toString
  else
    let rooted := `_root_ ++ written
    if s.means rooted n then some rooted.toString else none

def Scope.spell (s : Scope) (n : Name) : String := (s.spell? n).getD n.toString

/-- Names that Lean gives to what it makes for a type. -/
def derivedForType : List String :=
  ["below", "brecOn", "casesOn", "recOn", "rec", "noConfusion", "noConfusionType", "ctorIdx",
   "toCtorIdx", "ctorElim", "ctorElimType"]

/-- Whether Lean made a constant for another one (`N.brecOn`, `f.eq_1`). A function that somebody
calls `N.elim` is none, although Lean makes an `elim` for every constructor. -/
partial def isDerived (env : Environment) (n : Name) : Bool :=
  if (userName n).isInternal || isReservedName env n || isAuxRecursor env n then true
  else if isNoConfusion env n || isMatcherCore env n then true
  else match n with
    | .str p s => if p.isAnonymous then false else isDerived env p || isMadeFor p s
    | _ => false
where
  isMadeFor (p : Name) (s : String) : Bool := match env.find? p with
    | some (.ctorInfo _) => true
    | some (.inductInfo v) =>
      isMember sameString s derivedForType || (s == "ofNat" && isEnumeration v)
    | _ => false
  isEnumeration (v : InductiveVal) : Bool := !v.isRec && allOf noFields v.ctors
  noFields (c : Name) : Bool := match env.find? c with
    | some (.ctorInfo v) => v.numFields == 0
    | _ => false

end Orch
