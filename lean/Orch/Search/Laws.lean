import Orch.Search.Views
import Orch.Search.Evaluate
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

structure Law where
  statement : Expr
  /-- All variables in front, by their names, and those among them that an induction may be on. -/
  names : List Name
  data : List Name
  calls : List String
  isConditional : Bool
  /-- The law as an instance of its class, and the variables in front of that. -/
  instance? : Option (Expr × List Name)

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

/-- What a law concludes. -/
def conclusionOf : Expr → Expr
  | .forallE _ _ b _ => conclusionOf b
  | e => e

/-- Whether one step of computing makes both sides the same: no law is needed then. -/
def isObvious (conclusion : Expr) : MetaM Bool := do
  match conclusion.getAppFn, argumentsOf conclusion [] with
  | .const ``Eq _, [_, l, r] =>
    if sameTerm l r then pure true
    else (try do pure (sameTerm (← whnf l) (← whnf r)) catch _ => pure false)
  | _, _ => pure false

/-- How many of the arguments are variables of data. -/
def dataArguments (env : Environment) : List Expr → MetaM Nat
  | [] => pure 0
  | a :: as => do
    let n ← dataArguments env as
    if a.isFVar && (dataHead env (← inferType a)).isSome then pure (n + 1) else pure n

/-- Calls whose recursion an induction may follow: on variables, and on more than one, for the
others are inductions on that variable. What a condition says comes out as its function goes. -/
def callsToFollow (isConditional : Bool) : List Call → MetaM (List String)
  | [] => pure []
  | c :: cs => do
    let more ← callsToFollow isConditional cs
    let env ← getEnv
    let arguments := argumentsOf c.term []
    let recursive := match env.find? c.function with
      | some ci => isRecursiveDefinition ci
      | none => false
    if recursive && allVariables arguments
      && (isConditional || (← dataArguments env arguments) > 1) then
      pure (toString (← ppExpr c.term) :: more)
    else pure more

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

/-! #### All laws of some schemas, in order -/

/-- How far a law is from the goal: its functions that the goal does not call. -/
def distanceOf : List View → Nat
  | [] => 0
  | v :: vs => (if v.isCalled then 0 else 1) + distanceOf vs

def deepestOf : List View → Nat
  | [] => 0
  | v :: vs => let n := deepestOf vs; if v.depth > n then v.depth else n

structure Ranked where
  law : Law
  rank : Nat

def insertRanked (x : Ranked) : List Ranked → List Ranked
  | [] => [x]
  | y :: ys => if x.rank < y.rank then x :: y :: ys else y :: insertRanked x ys

def anyOwn : List View → Bool
  | [] => false
  | v :: vs => v.isOwn || anyOwn vs

def sharedVariables (fillings : List Filling) : MetaM Bool := do
  match fillings with
  | [] => pure false
  | f :: fs => do
    let here ← each f.fixed fs
    let there ← sharedVariables fs
    pure (here || there)
where
  each : List Binder → List Filling → MetaM Bool
    | [], _ => pure false
    | b :: bs, fs => do
      let one ← if b.info.isExplicit then inAll b fs else pure false
      let more ← each bs fs
      pure (one || more)
  inAll (b : Binder) : List Filling → MetaM Bool
    | [] => pure false
    | f :: fs => do
      let one ← among b f.fixed
      let more ← inAll b fs
      pure (one || more)
  among (b : Binder) : List Binder → MetaM Bool
    | [] => pure false
    | c :: cs => do
      if c.info.isExplicit && (← isDefEq (← inferType b.mvar) (← inferType c.mvar))
        && (← isDefEq b.mvar c.mvar) then pure true
      else among b cs

/-- How many laws of one schema are looked at. -/
def mostOfSchema : Nat := 96

def lawsOfSchema (views : List View) (default : Level) (known : IO.Ref (Table Expr))
    (schema : Schema) : MetaM (List Ranked) := do
  let found ← IO.mkRef ([] : List Ranked)
  let size ← IO.mkRef 0
  let add (made : Instance) : MetaM Unit := do
    Core.checkSystem "laws"
    if (← size.get) ≥ mostOfSchema || !anyOwn made.views then pure ()
    else match ← lawOf schema default made with
      | none => pure ()
      | some law =>
        let e := law.statement
        if ((← known.get).find? sameTerm e.hash e).isSome then pure ()
        else
          known.modify fun t => t.insert e.hash e 0
          size.modify (· + 1)
          let rank := if schema.byNearness then distanceOf made.views
            else 1000 - deepestOf made.views
          found.modify fun l => insertRanked { law, rank } l
  let emit (made : Instance) : MetaM Unit := do
    apart (add made)
    -- The same law with what two functions keep fixed being the same.
    apart do
      if ← sharedVariables made.fillings then add made
  apart (fillSchema schema views schema.term [] [] emit)
  found.get

/-- Some of each schema, then the next of each: none crowds another out. -/
partial def inTurn (families : List (Nat × List Ranked)) : List Law :=
  if isOver families then []
  else concat (firsts families) (inTurn (rests families))
where
  isOver : List (Nat × List Ranked) → Bool
    | [] => true
    | (_, []) :: fs => isOver fs
    | _ => false
  firsts : List (Nat × List Ranked) → List Law
    | [] => []
    | (n, laws) :: fs => concat (mapList (fun r => r.law) (takeFirst n laws)) (firsts fs)
  rests : List (Nat × List Ranked) → List (Nat × List Ranked)
    | [] => []
    | (n, laws) :: fs => (n, dropFirst n laws) :: rests fs
  dropFirst : Nat → List Ranked → List Ranked
    | 0, xs => xs
    | _, [] => []
    | n+1, _ :: xs => dropFirst n xs

def merge : List Ranked → List Ranked → List Ranked
  | [], acc => acc
  | x :: xs, acc => merge xs (insertRanked x acc)

def lawsOfAll (views : List View) (default : Level) (known : IO.Ref (Table Expr)) :
    List Schema → List Ranked → MetaM (List (Nat × List Ranked))
  | [], together => pure [(mostOfSchema, together)]
  | s :: ss, together => do
    let found ← lawsOfSchema views default known s
    if s.share == 0 then lawsOfAll views default known ss (merge found together)
    else pure ((s.share, found) :: (← lawsOfAll views default known ss together))

def schemaOf (j : Json) : TermElabM (Option Schema) := do
  match ← (try termOfText ((str? j "text").getD "") catch _ => pure none) with
  | none => pure none
  | some term =>
    pure (some { term, isLoose := flag j "loose", share := (nat? j "share").getD 0,
                 byNearness := flag j "nearest",
                 className := match str? j "class" with
                   | some c => some c.toName
                   | none => none })

def schemasOf : List Json → TermElabM (List Schema)
  | [] => pure []
  | j :: js => do
    match ← schemaOf j with
    | some s => pure (s :: (← schemasOf js))
    | none => schemasOf js

/-! #### Laws as text -/

/-- A term with every argument written out. -/
def explicitText (e : Expr) : MetaM String := do
  let opts := ((← getOptions).set `pp.explicit true).set `pp.funBinderTypes true
  let text : MetaM Format := fun m s c r => ppExpr e m s { c with options := opts } r
  pure (toString (← text))

/-- The statement as text that means the same when it is read again. -/
def faithfulText (e : Expr) : TermElabM (Option String) := do
  let plain := toString (← ppExpr e)
  if ← means plain then pure (some plain)
  else
    let explicit ← (explicitText e : MetaM String)
    if ← means explicit then pure (some explicit) else pure none
where
  means (text : String) : TermElabM Bool := do
    (try
      match Parser.runParserCategory (← getEnv) `term text "<law>" with
      | .error _ => pure false
      | .ok stx => do
        let again ← Term.elabTerm stx (some (.sort .zero))
        Term.synthesizeSyntheticMVarsNoPostponing
        let again ← instantiateMVars again
        if again.hasMVar then pure false
        else if sameTerm again e then pure true else isDefEq again e
    catch _ => pure false)

def oneLine (s : String) : String :=
  " ".intercalate (trimAll (s.splitOn "\n"))
where
  trimAll : List String → List String
    | [] => []
    | l :: ls => l.trimAscii.toString :: trimAll ls

/-- Whether a law holds for small values, if that can be computed. -/
def verdictOn (limit : Nat) (e : Expr) : MetaM (Option Bool) := do
  if limit == 0 then return none
  match ← trialOf [] e {} with
  | none => pure none
  | some t =>
    let tally ← t.search limit (some heartbeatsPerText)
    if tally.found.isSome then pure (some false)
    else if tally.unknown == tally.tried then pure none
    else pure (some true)

def lawJ (limit : Nat) (law : Law) : TermElabM (Option Json) := do
  let verdict ← (try (verdictOn limit law.statement : MetaM (Option Bool)) catch _ => pure none)
  match verdict with
  | some false => pure none
  | verdict => match ← faithfulText law.statement with
    | none => pure none
    | some text =>
      let class_ ← match law.instance? with
        | none => pure Json.null
        | some (type, names) => match ← faithfulText type with
          | none => pure Json.null
          | some text => pure (Json.mkObj
              [("type", Json.str (oneLine text)), ("parameters", namesJ names)])
      pure (some (Json.mkObj [("statement", Json.str (oneLine text)), ("names", namesJ law.names),
        ("data", namesJ law.data), ("calls", listJ (fun s => Json.str (oneLine s)) law.calls),
        ("conditional", Json.bool law.isConditional), ("instance", class_),
        ("tested", Json.bool verdict.isSome)]))
where
  namesJ (names : List Name) : Json := listJ (fun n => Json.str n.toString) names

/-- Laws as data, as long as there are heartbeats for them: with how many were looked at. -/
def lawsJ (limit stopAt : Nat) : List Law → Nat → Array Json → TermElabM (Nat × Array Json)
  | [], seen, acc => pure (seen, acc)
  | l :: ls, seen, acc => do
    if seen > 0 && Nat.ble stopAt (← IO.getNumHeartbeats) then pure (seen, acc)
    else match ← lawJ limit l with
      | some j => lawsJ limit stopAt ls (seen + 1) (acc.push j)
      | none => lawsJ limit stopAt ls (seen + 1) acc

def goalLevel (e : Expr) : Level :=
  match (collectLevelParams {} e).params[0]? with
  | some u => .param u
  | none => .zero

def dropLaws : Nat → List Law → List Law
  | 0, xs => xs
  | _, [] => []
  | n+1, _ :: xs => dropLaws n xs

def laws (srv : Server) (j : Json) (core : Core.Context) : Handler Json := do
  let s ← getState srv (← nat j "state")
  match s.goals with
  | [] => fail "lean" "no goals"
  | g :: _ =>
    let work : TermElabM Json := do
      let target ← instantiateMVars (← g.getDecl).type
      let schemas ← schemasOf ((arr? j "schemas").getD [])
      let views ← viewsBehind g
      let known ← IO.mkRef (Table.empty 512)
      let found ← (lawsOfAll views (goalLevel target) known schemas [] : MetaM _)
      let all := takeFirst ((nat? j "most").getD 96) (inTurn found)
      let some_ := takeFirst ((nat? j "count").getD 24) (dropLaws ((nat? j "from").getD 0) all)
      let stopAt := (← IO.getNumHeartbeats) + core.maxHeartbeats / 2
      let (seen, rows) ← lawsJ ((nat? j "limit").getD 20) stopAt some_ 0 #[]
      pure (Json.mkObj
        [("total", natJ (count all 0)), ("seen", natJ seen), ("laws", Json.arr rows)])
    let (found, _) ← runTerm core "" s work
    pure found

end Orch
