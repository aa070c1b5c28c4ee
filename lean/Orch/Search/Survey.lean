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

def insertAll : List Name → NameSet → NameSet
  | [], s => s
  | n :: ns, s => insertAll ns (s.insert n)

def namesOf : List String → List Name
  | [] => []
  | s :: ss => s.toName :: namesOf ss

/-- How many of the user's definitions a statement mentions that are among some, and that are
not. -/
def definitionsIn (env : Environment) (known : NameSet) : List Name → Nat × Nat → Nat × Nat
  | [], counts => counts
  | n :: ns, (inside, outside) =>
    if known.contains n then definitionsIn env known ns (inside + 1, outside)
    else match env.find? n with
      | some (.defnInfo _) =>
        definitionsIn env known ns
          (if isOwn env n then (inside, outside + 1) else (inside, outside))
      | _ => definitionsIn env known ns (inside, outside)

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
        match definitionsIn env known v.type.getUsedConstantsAsSet.toList (0, 0) with
        | (0, 0) => general.modify fun l => v.name :: l
        | (_, 0) => near.modify fun l => v.name :: l
        | (0, _) => pure ()
        | (_, 1) => far.modify fun l => v.name :: l
        | _ => pure ()
    | _ => pure ()) env.constants.map₂.root
  pure { names := concat (← near.get) (concat (← general.get) (← far.get)), broad := ← broad.get }

def constantsOfLocals : List LocalDecl → List Name
  | [] => []
  | d :: ds => concat d.type.getUsedConstantsAsSet.toList (constantsOfLocals ds)

def typesOfLocals : List LocalDecl → List Expr
  | [] => []
  | d :: ds => if d.isImplementationDetail then typesOfLocals ds else d.type :: typesOfLocals ds

def surveyGoal (g : MVarId) (given : NameSet) : MetaM Json := inGoal g do
  let env ← getEnv
  let decl ← g.getDecl
  let target ← instantiateMVars decl.type
  let locals ← localDecls decl.lctx
  let sc ← scopeOf locals
  let variables ← variablesJ sc (namesOfLocals locals) locals #[]
  let calls := callsInAll env (typesOfLocals locals) (callsIn env target [])
  let reached := behind env (concat target.getUsedConstantsAsSet.toList (constantsOfLocals locals))
    {} []
  let own ← ownTheorems env reached given
  pure (Json.mkObj [("variables", Json.arr variables), ("calls", Json.arr (← callsJ sc calls #[])),
    ("definitions", Json.arr (definitionsJ sc reached #[])),
    ("types", Json.arr (typesJ sc (heldByArguments env reached {}) reached #[])),
    ("theorems", namesJ sc own.names), ("broad", namesJ sc own.broad)])
where
  namesJ (sc : Scope) (names : List Name) : Json :=
    Json.arr (arrJ (fun n => Json.str (sc.name n)) names #[])

def survey (srv : Server) (j : Json) (core : Core.Context) : Handler Json := do
  let s ← getState srv (← nat j "state")
  match s.goals with
  | [] => fail "lean" "no goals"
  | g :: _ =>
    let (found, _) ← runTerm core "" s (surveyGoal g (insertAll (namesOf (strings j "given")) {}))
    pure found

end Orch
