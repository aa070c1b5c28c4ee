import Orch.Search.Behind
open Lean Elab Meta

namespace Orch

/-! #### Theorems that the preamble proves -/

mutual
partial def eachEntry (f : ConstantInfo → IO Unit)
    (es : Array
    (PersistentHashMap.Entry Name ConstantInfo (PersistentHashMap.Node Name ConstantInfo)))
    (i : Nat) : IO Unit := do
  match es[i]? with
  | none => pure ()
  | some (.entry _ v) => f v; eachEntry f es (i+1)
  | some (.ref n) => eachConstant f n; eachEntry f es (i+1)
  | some .null => eachEntry f es (i+1)
partial def eachConstant (f : ConstantInfo → IO Unit)
    (n : PersistentHashMap.Node Name ConstantInfo) : IO Unit := do
  match n with
  | .entries es => eachEntry f es 0
  | .collision _ vs _ => eachValue f vs 0
partial def eachValue (f : ConstantInfo → IO Unit) (vs : Array ConstantInfo)
    (i : Nat) : IO Unit := do
  match vs[i]? with
  | none => pure ()
  | some v => f v; eachValue f vs (i+1)
end

def insertAll (ns : List Name) (s : NameSet) : NameSet := foldList (fun s n => s.insert n) s ns

def namesOf (texts : List String) : List Name := mapList (fun s => s.toName) texts

/-- How many of the user's definitions a statement mentions that are among some, and that are
not. -/
def definitionsIn (env : Environment) (known : NameSet) (ns : List Name) : Nat × Nat :=
  foldList (fun (inside, outside) n =>
    if known.contains n then (inside + 1, outside)
    else match env.find? n with
      | some (.defnInfo _) => if isOwn env n then (inside, outside + 1) else (inside, outside)
      | _ => (inside, outside)) (0, 0) ns

/-- Whether a theorem says what any value equals (`… → a = b`), or any proposition (`… → p`). A
simplifier would try it on every term there is. -/
partial def rewritesAnything : Expr → Bool
  | .forallE _ _ b _ => rewritesAnything b
  | .mdata _ e => rewritesAnything e
  | e => match e.getAppFn, argumentsOf e [] with
    | .bvar _, _ => true
    | .const ``Eq _, [_, left, _] => left.getAppFn.isBVar
    | .const ``Iff _, [left, _] => left.getAppFn.isBVar
    | _, _ => false

structure OwnTheorems where
  names : List Name
  /-- Those among them that would rewrite anything. -/
  broad : List Name

/-- The user's theorems that speak of what a goal is about, and of at most one thing besides: those
that speak of nothing else first, then those that speak of nothing of the user's. A theorem without
a proof is none, unless the caller knows of one. -/
def ownTheorems (env : Environment) (reached : List Name) (given : NameSet) : IO OwnTheorems := do
  let near ← IO.mkRef []
  let general ← IO.mkRef []
  let far ← IO.mkRef []
  let broad ← IO.mkRef []
  let known := insertAll reached {}
  eachConstant (fun ci => match ci with
    | .thmInfo v =>
      if isPrivateName v.name || isDerived env v.name
        || (v.value.hasSorry && !given.contains v.name) then pure ()
      else do
        if rewritesAnything v.type then broad.modify fun l => v.name :: l
        match definitionsIn env known v.type.getUsedConstantsAsSet.toList with
        | (0, 0) => general.modify fun l => v.name :: l
        | (_, 0) => near.modify fun l => v.name :: l
        | (0, _) => pure ()
        | (_, 1) => far.modify fun l => v.name :: l
        | _ => pure ()
    | _ => pure ()) env.constants.map₂.root
  pure { names := concat (← near.get) (concat (← general.get) (← far.get)), broad := ← broad.get }

def constantsOfLocals (ds : List LocalDecl) : List Name :=
  foldList (fun acc d => concat acc d.type.getUsedConstantsAsSet.toList) [] ds

def typesOfLocals (ds : List LocalDecl) : List Expr :=
  collect (fun d => if d.isImplementationDetail then none else some d.type) ds

/-- Whether a proposition says what a Boolean test comes to. -/
partial def isAboutTest (e : Expr) : Bool :=
  match conclusionOf e with
  | .app (.app (.app (.const ``Eq _) (.const ``Bool _)) _) (.const b _) =>
    b == ``Bool.true || b == ``Bool.false
  | .app (.const ``Not _) p => isAboutTest p
  | .app (.app (.const n _) p) q =>
    (n == ``And || n == ``Or || n == ``Iff) && (isAboutTest p || isAboutTest q)
  | _ => false

def surveyGoal (g : MVarId) (given : NameSet) : MetaM Json := inGoal g do
  let env ← getEnv
  let decl ← g.getDecl
  let target ← instantiateMVars decl.type
  let locals ← localDecls decl.lctx
  let sc ← scopeOf locals
  let names := namesOfLocals locals
  let variables ← mapMeta (variableJ sc names) (shownLocals locals)
  let inTarget := callsIn env target []
  let calls := callsInAll env (typesOfLocals locals) inTarget
  let reached := behind env (concat target.getUsedConstantsAsSet.toList (constantsOfLocals locals))
    {} []
  let own ← ownTheorems env reached given
  let calls ← mapMeta (callJ sc names inTarget) calls
  let types := collect (typeJ? sc (heldByArguments env reached)) reached
  let aboutTests ← foldMeta (fun found type => do
    pure (found || isAboutTest (← instantiateMVars type))) false (target :: typesOfLocals locals)
  pure (Json.mkObj [("variables", Json.arr (arrayOf variables)),
    ("calls", Json.arr (arrayOf calls)),
    ("definitions", Json.arr (arrayOf (collect (definitionJ? sc) reached))),
    ("types", Json.arr (arrayOf types)), ("theorems", namesJ sc own.names),
    ("broad", namesJ sc own.broad), ("aboutTests", Json.bool aboutTests)])
where
  namesJ (sc : Scope) (names : List Name) : Json := listJ (fun n => Json.str (sc.name n)) names

def survey (srv : Server) (j : Json) (core : Core.Context) : Handler Json := do
  let s ← getState srv (← nat j "state")
  match s.goals with
  | [] => fail "lean" "no goals"
  | g :: _ =>
    let (found, _) ← runTerm core "" s (surveyGoal g (insertAll (namesOf (strings j "given")) {}))
    pure found

end Orch
