import Orch.Search.Evaluate
open Lean Elab Meta

namespace Orch

/-! ### Functions by well-founded recursion, unrolled

The kernel does not get through a function by well-founded recursion: its proof of termination
would have to be computed. The function's own equation says what it does, so it is unrolled:
`f.1` is its body with `f` inside, `f.2` the body with `f.1` inside, and so on. What uses such a
function is declared again with the last of them. Only for trying values out; nothing here is
believed. -/

/-- How deep a recursion is followed. -/
def unrollings : Nat := 24

def copyName (f : Name) (i : Nat) : Name := .num (.str f "orch_unrolled") i

def isWellFounded (v : DefinitionVal) : Bool :=
  let used := v.value.getUsedConstantsAsSet
  used.contains ``WellFounded.fix || used.contains ``WellFounded.Nat.fix
    || used.contains (.str v.name "_unary") || used.contains (.str v.name "_mutual")

/-- The equation of a function as a function: `fun x y => body`. -/
partial def bodyOf (type : Expr) : Option Expr :=
  match type with
  | .forallE n t b i => match bodyOf b with
    | some body => some (.lam n t body i)
    | none => none
  | .mdata _ e => bodyOf e
  | _ => match argumentsOf type [] with
    | [_, _, right] => some right
    | _ => none

/-- What each constant is replaced by. -/
abbrev Renaming := List (Name × Name)

def renamed (names : Renaming) (e : Expr) : Expr :=
  e.replace fun
    | .const c us => match findFirst (fun p => p.1 == c) names with
      | some p => some (.const p.2 us)
      | none => none
    | _ => none

def declared (env : Environment) (v : ConstantVal) (name : Name) (value : Expr) :
    Option Environment :=
  let d := Declaration.defnDecl { name, levelParams := v.levelParams, type := v.type, value,
                                  hints := .abbrev, safety := .safe }
  match env.addDeclCore 0 d none (doCheck := false) with
  | .ok env => some env
  | .error _ => none

structure Recursive where
  info : DefinitionVal
  body : Expr

partial def unrollAll (fs : List Recursive) (i : Nat) (env : Environment) : Environment :=
  if i > unrollings then env
  else
    let names := mapList (fun (f : Recursive) => (f.info.name, inner f.info.name)) fs
    unrollAll fs (i + 1) (each names fs env)
where
  inner (f : Name) : Name := if i ≤ 1 then f else copyName f (i - 1)
  each (names : Renaming) : List Recursive → Environment → Environment
    | [], env => env
    | f :: fs, env =>
      match declared env f.info.toConstantVal (copyName f.info.name i) (renamed names f.body) with
      | some env => each names fs env
      | none => each names fs env

/-- Definitions that use one of the renamed, in an order in which they build on each other, are
declared again. -/
partial def copyUsers (env : Environment) (names : Renaming) (pending : List DefinitionVal)
    (copied : Environment) : Environment × Renaming :=
  match findFirst (fun (v : DefinitionVal) => isReady v) pending with
  | none => (copied, names)
  | some v =>
    let rest := without v.name pending
    match declared copied v.toConstantVal (copyName v.name 0) (renamed names v.value) with
    | some copied => copyUsers env ((v.name, copyName v.name 0) :: names) rest copied
    | none => copyUsers env names rest copied
where
  isReady (v : DefinitionVal) : Bool :=
    let used := v.value.getUsedConstantsAsSet
    (findFirst (fun p => used.contains p.1) names).isSome
      && (findFirst (fun (w : DefinitionVal) => !(w.name == v.name) && used.contains w.name
           && usesRenamed w) pending).isNone
  usesRenamed (w : DefinitionVal) : Bool :=
    let used := w.value.getUsedConstantsAsSet
    (findFirst (fun p => used.contains p.1) names).isSome
  without (n : Name) : List DefinitionVal → List DefinitionVal
    | [] => []
    | v :: vs => if v.name == n then vs else v :: without n vs

/-- The environment with such functions unrolled, and what they are called in it. -/
def unroll (constants : List Name) : MetaM Renaming := do
  let env ← getEnv
  let own := definitions env (behind env constants {} [])
  let recursive ← equations (wellFounded own)
  match recursive with
  | [] => pure []
  | fs =>
    let env ← getEnv
    let names := mapList (fun (f : Recursive) =>
      (f.info.name, copyName f.info.name unrollings)) fs
    let others := plain names own
    let (env, names) := copyUsers env names others (unrollAll fs 1 env)
    setEnv env
    pure names
where
  definitions (env : Environment) : List Name → List DefinitionVal
    | [] => []
    | n :: ns => match env.find? n with
      | some (.defnInfo v) => v :: definitions env ns
      | _ => definitions env ns
  wellFounded : List DefinitionVal → List DefinitionVal
    | [] => []
    | v :: vs => if isWellFounded v then v :: wellFounded vs else wellFounded vs
  plain (names : Renaming) : List DefinitionVal → List DefinitionVal
    | [] => []
    | v :: vs =>
      if (findFirst (fun p => p.1 == v.name) names).isSome then plain names vs
      else v :: plain names vs
  equations : List DefinitionVal → MetaM (List Recursive)
    | [] => pure []
    | v :: vs => do
      let more ← equations vs
      match ← (try getUnfoldEqnFor? v.name catch _ => pure none) with
      | none => pure more
      | some eq => match (← getEnv).find? eq with
        | none => pure more
        | some ci => match bodyOf ci.type with
          | some body =>
            let levels := mapList (fun n => Level.param n) v.levelParams
            pure ({ info := v, body := body.instantiateLevelParams ci.levelParams levels } :: more)
          | none => pure more

end Orch
