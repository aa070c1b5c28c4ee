import Orch.Search.Names
open Lean Elab Meta

namespace Orch

/-! ### What a goal is about

A search needs to know what it can do induction on, which definitions to unfold and what the
user's types are made of. This asks Lean instead of guessing from printed text. -/

/-- Modules whose lemmas the standard tactics know already; everything else is the user's own. -/
def libraryRoots : List String :=
  ["Init", "Std", "Lean", "Lake", "Batteries", "Mathlib", "Aesop", "Qq", "ProofWidgets"]

def containsString (s : String) : List String → Bool
  | [] => false
  | x :: xs => x == s || containsString s xs

def isOwn (env : Environment) (n : Name) : Bool :=
  match env.getModuleIdxFor? n with
  | none => true
  | some i => match env.header.moduleNames[i.toNat]? with
    | some m => !containsString m.getRoot.toString libraryRoots
    | none => false

def argumentsOf : Expr → List Expr → List Expr
  | .app f a, acc => argumentsOf f (a :: acc)
  | .mdata _ e, acc => argumentsOf e acc
  | _, acc => acc

def lastPart : Name → String
  | .str _ s => s
  | _ => ""

def usesRecursion : List Name → Bool
  | [] => false
  | n :: ns =>
    let last := lastPart n
    last == "brecOn" || last.startsWith "brecOn_" || last == "rec" || last == "fix" || last ==
      "_unary" || last == "_mutual"
      || last == "partial_fixpoint" || usesRecursion ns

def isRecursiveDefinition (ci : ConstantInfo) : Bool :=
  match ci with
  | .defnInfo v => usesRecursion v.value.getUsedConstantsAsSet.toList
  | _ => false

def pairJ (key : String) (value : Json) : Json := Json.mkObj [(key, value)]

/-- The user's own names as the goal's tactics can write them; those of the library as they are. -/
def Scope.name (sc : Scope) (n : Name) : String :=
  if isOwn sc.env n then sc.spell n else n.toString

/-- The outline of a type: enough to write down small inhabitants of it. -/
partial def shapeJ (sc : Scope) (names : List (FVarId × String)) (e : Expr) : Json :=
  match e with
  | .mdata _ e => shapeJ sc names e
  | .sort _ => pairJ "sort" (Json.bool true)
  | .bvar i => pairJ "bound" (natJ i)
  | .fvar f => pairJ "local" (Json.str (find f names))
  | .forallE _ t b _ => pairJ "arrow" (Json.arr #[shapeJ sc names t, shapeJ sc names b])
  | _ => match e.getAppFn with
    | .const n _ =>
      Json.mkObj [("const", Json.str (sc.name n)),
                  ("arguments", listJ (shapeJ sc names) (argumentsOf e []))]
    | .fvar f => pairJ "local" (Json.str (find f names))
    | _ => pairJ "other" (Json.bool true)
where
  find (f : FVarId) : List (FVarId × String) → String
    | [] => ""
    | x :: xs => if x.1 == f then x.2 else find f xs

def variablesJ (sc : Scope) (names : List (FVarId × String)) :
    List LocalDecl → Array Json → MetaM (Array Json)
  | [], acc => pure acc
  | d :: ds, acc => do
    if d.isImplementationDetail then variablesJ sc names ds acc
    else
      let type ← instantiateMVars d.type
      let isProof ← (try isProp type catch _ => pure false)
      let isInstance ← (try do pure (← isClass? type).isSome catch _ => pure false)
      let head ← (try whnf type catch _ => pure type)
      let kind := match head.getAppFn with
        | .const n _ => match sc.env.find? n with
          | some (.inductInfo v) =>
            [("inductive", Json.str (sc.name n)), ("recursive", Json.bool v.isRec)]
          | _ => [("inductive", Json.null), ("recursive", Json.bool false)]
        | _ => [("inductive", Json.null), ("recursive", Json.bool false)]
      let j := Json.mkObj
        (("name", Json.str (displayName d.userName)) :: ("isProof", Json.bool isProof)
        :: ("isInstance", Json.bool isInstance) ::
          ("isAccessible", Json.bool (!d.userName.hasMacroScopes))
        :: ("shape", shapeJ sc names (if isProof then .const `True [] else type)) :: kind)
      variablesJ sc names ds (acc.push j)

def namesOfLocals : List LocalDecl → List (FVarId × String)
  | [] => []
  | d :: ds => (d.fvarId, displayName d.userName) :: namesOfLocals ds

/-! #### Terms of a goal that stand for a call of a user's function -/

structure Call where
  term : Expr
  function : Name
  count : Nat

def countCall (e : Expr) (f : Name) : List Call → List Call
  | [] => [{ term := e, function := f, count := 1 }]
  | c :: cs =>
    if sameTerm c.term e then { c with count := c.count + 1 } :: cs else c :: countCall e f cs

mutual
partial def callsIn (env : Environment) (e : Expr) (acc : List Call) : List Call :=
  match e with
  | .app _ _ =>
    let acc := callsInAll env (argumentsOf e []) acc
    match e.getAppFn with
    | .const n _ => match env.find? n with
      | some (.defnInfo _) =>
        if isOwn env n && !n.isInternal && !e.hasLooseBVars then countCall e n acc else acc
      | _ => acc
    | f => callsIn env f acc
  | .lam _ t b _ => callsIn env b (callsIn env t acc)
  | .forallE _ t b _ => callsIn env b (callsIn env t acc)
  | .letE _ t v b _ => callsIn env b (callsIn env v (callsIn env t acc))
  | .mdata _ e => callsIn env e acc
  | .proj _ _ e => callsIn env e acc
  | _ => acc
partial def callsInAll (env : Environment) (es : List Expr) (acc : List Call) : List Call :=
  match es with
  | [] => acc
  | e :: es => callsInAll env es (callsIn env e acc)
end

def allVariables : List Expr → Bool
  | [] => true
  | e :: es => (e.isFVar || e.isSort || e.isConst) && allVariables es

/-- The arguments that are written out, each as text with its type. -/
def explicitJ : Expr → List Expr → Array Json → MetaM (Array Json)
  | .forallE _ _ b info, a :: as, acc => do
    if info.isExplicit then
      let type := toString (← ppExpr (← inferType a))
      explicitJ b as
        (acc.push
        (Json.mkObj [("text", Json.str (toString (← ppExpr a))), ("type", Json.str type)]))
    else explicitJ b as acc
  | .mdata _ e, as, acc => explicitJ e as acc
  | _, _, acc => pure acc

def callsJ (sc : Scope) : List Call → Array Json → MetaM (Array Json)
  | [], acc => pure acc
  | c :: cs, acc => do
    let text := toString (← ppExpr c.term)
    let plainType ← inferType c.term
    let type ← (try whnf plainType catch _ => pure plainType)
    let signature := match sc.env.find? c.function with
      | some ci => ci.type
      | none => .sort .zero
    let arguments ← explicitJ signature (argumentsOf c.term []) #[]
    let recursive := match sc.env.find? c.function with
      | some ci => isRecursiveDefinition ci
      | none => false
    let result := match type.getAppFn with
      | .const n _ => Json.str (sc.name n)
      | .sort .zero => Json.str "Prop"
      | _ => Json.null
    callsJ sc cs
      (acc.push (Json.mkObj [("text", Json.str text), ("function", Json.str (sc.name c.function)),
      ("count", natJ c.count), ("recursive", Json.bool recursive), ("result", result),
      ("type", Json.str (toString (← ppExpr plainType))), ("arguments", Json.arr arguments),
      ("onVariables", Json.bool (allVariables (argumentsOf c.term [])))]))

/-! #### Definitions and types behind a goal -/

/-- The user's own definitions and all inductive types that some constants stand on. -/
partial def behind (env : Environment) (pending : List Name) (seen : NameSet)
    (acc : List Name) : List Name :=
  match pending with
  | [] => reverseOnto acc []
  | n :: rest =>
    if seen.contains n then behind env rest seen acc
    else
      let seen := seen.insert n
      match env.find? n with
      | some (.defnInfo v) =>
        if isOwn env n then
          let used := concat v.type.getUsedConstantsAsSet.toList
            v.value.getUsedConstantsAsSet.toList
          behind env (concat rest used) seen (n :: acc)
        else behind env rest seen acc
      | some (.inductInfo v) =>
        behind env (if isOwn env n then concat rest (constructorTypes v.ctors) else rest) seen
          (n :: acc)
      | some (.ctorInfo v) => behind env (v.induct :: rest) seen acc
      | _ => behind env rest seen acc
where
  constructorTypes : List Name → List Name
    | [] => []
    | c :: cs => match env.find? c with
      | some ci => concat ci.type.getUsedConstantsAsSet.toList (constructorTypes cs)
      | none => constructorTypes cs

/-- Fields of a constructor as shapes. A bound variable of a field counts binders outwards: the
reader works out from `params` and the field's place which parameter it is. -/
partial def fieldsJ (sc : Scope) (e : Expr) (acc : Array Json) : Array Json :=
  match e with
  | .forallE _ t b info =>
    fieldsJ sc b
      (acc.push (Json.mkObj [("shape", shapeJ sc [] t), ("explicit", Json.bool info.isExplicit)]))
  | .mdata _ e => fieldsJ sc e acc
  | _ => acc

def constructorsJ (sc : Scope) : List Name → Array Json → Array Json
  | [], acc => acc
  | c :: cs, acc => match sc.env.find? c with
    | some ci => constructorsJ sc cs (acc.push (Json.mkObj
        [("name", Json.str (sc.name c)), ("fields", Json.arr (fieldsJ sc ci.type #[]))]))
    | none => constructorsJ sc cs acc

/-- The definitions that somebody has written and that can be named. -/
def definitionsJ (sc : Scope) : List Name → Array Json → Array Json
  | [], acc => acc
  | n :: ns, acc => match sc.env.find? n, sc.spell? n with
    | some (.defnInfo v), some name =>
      if isDerived sc.env n then definitionsJ sc ns acc
      else definitionsJ sc ns (acc.push (Json.mkObj [("name", Json.str name),
        ("recursive", Json.bool (isRecursiveDefinition (.defnInfo v)))]))
    | _, _ => definitionsJ sc ns acc

/-- Own recursive types that stand inside another own recursive type where a definition takes an
argument: the elements of what functions are about. -/
partial def heldTypes (env : Environment) (e : Expr) (acc : NameSet) : NameSet :=
  match e with
  | .mdata _ e => heldTypes env e acc
  | .forallE _ t b _ => heldTypes env b (match t.getAppFn with
    | .const holder _ =>
      if isOwnData holder then within holder (argumentsOf t []) acc else acc
    | _ => acc)
  | _ => acc
where
  isOwnData (n : Name) : Bool := isOwn env n && match env.find? n with
    | some (.inductInfo v) => v.isRec
    | _ => false
  within (holder : Name) : List Expr → NameSet → NameSet
    | [], acc => acc
    | a :: as, acc => within holder as (insertOther holder a.getUsedConstantsAsSet.toList acc)
  insertOther (holder : Name) : List Name → NameSet → NameSet
    | [], acc => acc
    | n :: ns, acc => insertOther holder ns (if n != holder then acc.insert n else acc)

def heldByArguments (env : Environment) : List Name → NameSet → NameSet
  | [], acc => acc
  | n :: ns, acc => heldByArguments env ns (match env.find? n with
    | some (.defnInfo v) => if isDerived env n then acc else heldTypes env v.type acc
    | _ => acc)

partial def isPredicate : Expr → Bool
  | .forallE _ _ b _ => isPredicate b
  | .mdata _ e => isPredicate e
  | .sort .zero => true
  | _ => false

def typesJ (sc : Scope) (held : NameSet) : List Name → Array Json → Array Json
  | [], acc => acc
  | n :: ns, acc => match sc.env.find? n with
    | some (.inductInfo v) =>
      typesJ sc held ns
        (acc.push (Json.mkObj [("name", Json.str (sc.name n)), ("params", natJ v.numParams),
        ("recursive", Json.bool v.isRec), ("own", Json.bool (isOwn sc.env n)),
        ("predicate", Json.bool (isPredicate v.type)), ("held", Json.bool (held.contains n)),
        ("constructors", Json.arr (constructorsJ sc v.ctors #[]))]))
    | _ => typesJ sc held ns acc

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
