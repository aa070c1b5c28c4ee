import Orch.Search.Laws
open Lean Elab Meta

namespace Orch

/-! #### A variable that stands in several places

It may be there for different reasons: an induction on one of them needs the others free. What an
equation says with another variable in place of all but the first on each side may hold, too. -/

/-- Whether an explicit argument in a term binds a variable. -/
partial def bindsNothing (env : Environment) (e : Expr) : Bool :=
  match e with
  | .mdata _ e => bindsNothing env e
  | .lam .. => false
  | .forallE .. => false
  | .letE .. => false
  | .app .. => match e.getAppFn with
    | .const n _ => match env.find? n with
      | some ci => inArguments ci.type (argumentsOf e [])
      | none => allOf (bindsNothing env) (argumentsOf e [])
    | f => bindsNothing env f && allOf (bindsNothing env) (argumentsOf e [])
  | _ => true
where
  inArguments : Expr → List Expr → Bool
    | .forallE _ _ b info, a :: as =>
      (info.isInstImplicit || bindsNothing env a) && inArguments b as
    | _, as => allOf (bindsNothing env) as

/-- The term with another in place of all occurrences of a variable but the first, and how many
occurrences there are. -/
partial def replaceLater (x : FVarId) (other : Expr) (e : Expr) (met : Nat) : Expr × Nat :=
  match e with
  | .fvar y => if y == x then (if met == 0 then e else other, met + 1) else (e, met)
  | .app f a =>
    let (f, met) := replaceLater x other f met
    let (a, met) := replaceLater x other a met
    (.app f a, met)
  | .mdata _ e => replaceLater x other e met
  | .proj t i e =>
    let (e, met) := replaceLater x other e met
    (.proj t i e, met)
  | _ => (e, met)

/-- The variables of a goal that computing with a law needs: types, instances, and the data that it
mentions. What hypotheses say does not count. -/
def variablesFor (law : Expr) (locals : List LocalDecl) : MetaM (List LocalDecl) :=
  collectMeta (fun d => do
    if ← (try isProp d.type catch _ => pure false) then pure none
    else if d.type.isSort || (← (try isClass? d.type catch _ => pure none)).isSome
      || law.containsFVar d.fvarId then pure (some d)
    else pure none) locals

/-- What a goal says with another variable in place of the later occurrences of one of its own. -/
structure Apart where
  name : Name
  other : Name
  law : Expr

/-- The equation that a goal is, told apart in a variable; none where that stands once on each
side. -/
def apartIn (env : Environment) (locals : List LocalDecl) (target : Expr) (d : LocalDecl) :
    Option Apart :=
  match target with
  | .app (.app (.app eq type) left) right =>
    let id : FVarId := ⟨`orch_apart⟩
    let (left, onLeft) := replaceLater d.fvarId (.fvar id) left 0
    let (right, onRight) := replaceLater d.fvarId (.fvar id) right 0
    if onLeft < 2 && onRight < 2 then none
    else
      let taken := collect (fun d => some d.userName) locals
      let other := freshIn env taken (d.userName.toString ++ "'") 0
      let body := (mkApp3 eq type left right).abstract #[.fvar id]
      some { name := d.userName, other, law := .forallE other d.type body .default }
  | _ => none

/-- All that a goal says when a variable is told apart, of the first such variables. -/
def apartsOf (locals : List LocalDecl) (target : Expr) (most : Nat) : MetaM (List Apart) := do
  let env ← getEnv
  let isPlain := match target with
    | .app (.app (.app (.const n _) _) left) right =>
      n == ``Eq && bindsNothing env left && bindsNothing env right
    | _ => false
  if !isPlain then return []
  let found ← collectMeta (fun d => do
    if d.userName.hasMacroScopes || d.type.isSort then pure none
    else if ← (try isProp d.type catch _ => pure true) then pure none
    else if (← (try isClass? d.type catch _ => pure none)).isSome then pure none
    else pure (apartIn env locals target d)) locals
  pure (takeFirst most found)

/-- As data, with text that means the law in the goal; none where it fails for small values. -/
def Apart.row (a : Apart) (limit : Nat) (locals : List LocalDecl) (lctx : LocalContext) :
    TermElabM (Option Json) := do
  let test : MetaM (Option Bool) := do
    match ← trialOf (← variablesFor a.law locals) a.law lctx with
    | none => pure none
    | some t => t.verdict limit
  match ← (try test catch _ => pure none) with
  | some false => pure none
  | _ => match ← faithfulText a.law with
    | none => pure none
    | some text => pure (some (Json.mkObj [("law", Json.str (oneLine text)),
        ("variable", Json.str a.name.toString), ("other", Json.str a.other.toString)]))

def apartInGoal (g : MVarId) (limit most : Nat) : TermElabM (List Json) := do
  let decl ← g.getDecl
  let target ← instantiateMVars decl.type
  let locals := shownLocals (← localDecls decl.lctx)
  let rec rows : List Apart → TermElabM (List Json)
    | [] => pure []
    | a :: rest => do
      match ← a.row limit locals decl.lctx with
      | some j => pure (j :: (← rows rest))
      | none => rows rest
  rows (← apartsOf locals target.consumeMData most)

def occurrences (srv : Server) (j : Json) (core : Core.Context) : Handler Json := do
  let s ← getState srv (← nat j "state")
  match s.goals with
  | [] => fail "lean" "no goals"
  | g :: _ =>
    let work : TermElabM (List Json) := fun c r =>
      inGoal g (apartInGoal g ((nat? j "limit").getD 20) ((nat? j "most").getD 2) c r)
    let (found, _) ← runTerm core "" s work
    pure (Json.mkObj [("laws", Json.arr (arrayOf found))])

end Orch
