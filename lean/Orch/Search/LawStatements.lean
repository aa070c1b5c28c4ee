import Orch.Search.Schemas
open Lean Elab Meta

namespace Orch

/-! #### What is left open becomes a variable -/

/-- Gives the universes that nothing determines the goal's own, or the lowest. -/
partial def settleLevels (default : Level) (e : Expr) : MetaM Unit := do
  match e with
  | .app f a => settleLevels default f; settleLevels default a
  | .lam _ t b _ => settleLevels default t; settleLevels default b
  | .forallE _ t b _ => settleLevels default t; settleLevels default b
  | .mdata _ e => settleLevels default e
  | .sort l => level (← instantiateLevelMVars l)
  | .const _ us => levels us
  | .mvar id => settleLevels default (← instantiateMVars (← id.getDecl).type)
  | _ => pure ()
where
  level : Level → MetaM Unit
    | .mvar id => do let _ ← isDefEq (.sort (.mvar id)) (.sort default)
    | .succ l => level l
    | .max a b => do level a; level b
    | .imax a b => do level a; level b
    | _ => pure ()
  levels : List Level → MetaM Unit
    | [] => pure ()
    | u :: us => do level (← instantiateLevelMVars u); levels us

@[noinline] def sameMVar (a b : MVarId) : Bool := if a.name == b.name then true else false

/-- Metavariables in a term, those in the type of one before it. -/
partial def openIn (e : Expr) (acc : List MVarId) : MetaM (List MVarId) := do
  match e with
  | .app f a => openIn a (← openIn f acc)
  | .lam _ t b _ => openIn b (← openIn t acc)
  | .forallE _ t b _ => openIn b (← openIn t acc)
  | .mdata _ e => openIn e acc
  | .mvar id =>
    if isMember sameMVar id acc then pure acc
    else
      let acc ← openIn (← instantiateMVars (← id.getDecl).type) acc
      pure (concat acc [id])
  | _ => pure acc

/-- Variables that are opened, the last one first. -/
structure Variables where
  lctx : LocalContext
  taken : List Name
  all : List (Expr × Name × Expr × BinderInfo)

def freshIn (env : Environment) (taken : List Name) (wish : String) (i : Nat) : Name :=
  let rec go : Nat → Nat → Name
    | 0, i => .mkSimple (wish ++ toString i)
    | fuel+1, i =>
      let name := Name.mkSimple (if i == 0 then wish else wish ++ toString i)
      if isMember sameName name taken || env.contains name then go fuel (i + 1) else name
  go 100 i

def Variables.add (v : Variables) (env : Environment) (wish : String) (from_ : Nat) (type : Expr)
    (info : BinderInfo) : Expr × Variables :=
  let name := freshIn env v.taken wish from_
  let id : FVarId := ⟨.num `orch_law (count v.all 0)⟩
  (.fvar id, { lctx := v.lctx.mkLocalDecl id name type info, taken := name :: v.taken,
               all := (.fvar id, name, type, info) :: v.all })

def bindAll (e : Expr) : List (Expr × Name × Expr × BinderInfo) → Expr
  | [] => e
  | (x, name, type, info) :: rest =>
    bindAll (.forallE name type (e.abstract #[x]) (if info.isInstImplicit then info else .default))
      rest

/-- Metavariables and what stands for each of them. -/
structure Replacement where
  mvars : Array Expr := #[]
  by_ : Array Expr := #[]

def Replacement.add (r : Replacement) (id : MVarId) (e : Expr) : Replacement :=
  { mvars := r.mvars.push (.mvar id), by_ := r.by_.push e }

def Replacement.apply (r : Replacement) (e : Expr) : Expr :=
  (e.abstract r.mvars).instantiateRev r.by_

/-- A variable for each metavariable: types, instances, and what functions keep fixed. An instance
that Lean finds by itself is none, and one of a kind is enough. -/
def generalize (v : Variables) (r : Replacement) : List MVarId → MetaM (Variables × Replacement)
  | [] => pure (v, r)
  | id :: ids => do
    let type := r.apply (← instantiateMVars (← id.getDecl).type)
    let env ← getEnv
    if isClass env (headName type) then
      let found : MetaM (Option Expr) := do
        (try synthInstance? type catch _ => pure none)
      match ← (fun ctx st => found { ctx with lctx := v.lctx } st : MetaM (Option Expr)) with
      | some found => generalize v (r.add id found) ids
      | none => match sameType type v.all with
        | some x => generalize v (r.add id x) ids
        | none =>
          let (x, v) := v.add env "inst" 0 type .instImplicit
          generalize v (r.add id x) ids
    else
      let (x, v) := if type.isSort then v.add env "a" 0 type .default
        else v.add env "p" 1 type .default
      generalize v (r.add id x) ids
where
  sameType (type : Expr) : List (Expr × Name × Expr × BinderInfo) → Option Expr
    | [] => none
    | (x, _, t, info) :: rest =>
      if info.isInstImplicit && sameTerm t type then some x else sameType type rest

/-- The variables of the schema itself. -/
partial def openForalls (v : Variables) (e : Expr) : MetaM (Expr × Variables) := do
  match e with
  | .mdata _ e => openForalls v e
  | .forallE n t b info =>
    if b.hasLooseBVars then
      let (x, v) := v.add (← getEnv) n.eraseMacroScopes.toString 0 t info
      openForalls v (b.instantiate1 x)
    else pure (e, v)
  | _ => pure (e, v)

/-- Whether one step of computing makes both sides the same: no law is needed then. -/
def isObvious (conclusion : Expr) : MetaM Bool := do
  match conclusion.getAppFn, argumentsOf conclusion [] with
  | .const ``Eq _, [_, l, r] =>
    if sameTerm l r then pure true
    else (try do pure (sameTerm (← whnf l) (← whnf r)) catch _ => pure false)
  | _, _ => pure false

/-- How many of the arguments are variables of data. -/
def dataArguments (env : Environment) (es : List Expr) : MetaM Nat :=
  foldMeta (fun n a => do
    if a.isFVar && (dataHead env (← inferType a)).isSome then pure (n + 1) else pure n) 0 es

/-- Calls whose recursion an induction may follow: on variables, and on more than one, for the
others are inductions on that variable. What a condition says comes out as its function goes. -/
def callsToFollow (isConditional : Bool) (cs : List Call) : MetaM (List Json) :=
  collectMeta (fun c => do
    let env ← getEnv
    let arguments := argumentsOf c.term []
    if isRecursive env c.function && allVariables arguments
      && (isConditional || (← dataArguments env arguments) > 1) then
      pure (some (← followedJ c))
    else pure none) cs

/-- A filled schema as a closed statement; none where Lean computes that it holds. -/
def lawOf (schema : Schema) (default : Level) (made : Instance) : MetaM (Option Law) := do
  let body ← instantiateMVars made.body.headBeta
  settleLevels default body
  let body ← Core.betaReduce (← instantiateMVars body)
  let env ← getEnv
  let none_ : Variables := { lctx := {}, taken := [], all := [] }
  let (v, r) ← generalize none_ {} (← openIn body [])
  let fixed := v.all
  let body := r.apply body
  let inside : MetaM (Option Law) := do
    let (rest, v) ← openForalls v body
    let own := takeFirst (count v.all 0 - count fixed 0) v.all
    let go : MetaM (Option Law) := do
      if ← isObvious (conclusionOf rest) then pure none
      else
        let isConditional := rest.isForall
        let calls ← callsToFollow isConditional (callsIn env rest [])
        let statement := bindAll rest v.all
        let names := reverseOnto (namesIn v.all) []
        let data := reverseOnto (dataIn env own) []
        pure (some { statement, names, data, calls, isConditional,
                     instance? := ← (try asInstance r fixed catch _ => pure none) })
    fun ctx st => go { ctx with lctx := v.lctx } st
  fun ctx st => inside { ctx with lctx := v.lctx } st
where
  namesIn : List (Expr × Name × Expr × BinderInfo) → List Name
    | [] => []
    | (_, n, _) :: rest => n :: namesIn rest
  dataIn (env : Environment) : List (Expr × Name × Expr × BinderInfo) → List Name
    | [] => []
    | (_, n, t, _) :: rest =>
      if (dataHead env t).isSome then n :: dataIn env rest else dataIn env rest
  onlyTypes : List (Expr × Name × Expr × BinderInfo) → Bool
    | [] => true
    | (_, _, t, _) :: rest => t.isSort && onlyTypes rest
  asInstance (r : Replacement) (fixed : List (Expr × Name × Expr × BinderInfo)) :
      MetaM (Option (Expr × List Name)) := do
    match schema.className, made.fillings with
    | some c, [filling] =>
      if !onlyTypes fixed then pure none
      else
        let f := r.apply (← instantiateMVars filling.term)
        let stated ← mkAppM c #[f.eta]
        pure (some (bindAll stated fixed, reverseOnto (namesIn fixed) []))
    | _, _ => pure none

end Orch
