import Orch.Search.Names
open Lean Elab Meta

namespace Orch

/-! ### What a goal is about

A search needs to know what it can do induction on, which definitions to unfold and what the
user's types are made of. This asks Lean instead of guessing from printed text. -/

/-- Modules whose lemmas the standard tactics know already; everything else is the user's own. -/
def libraryRoots : List String :=
  ["Init", "Std", "Lean", "Lake", "Batteries", "Mathlib", "Aesop", "Qq", "ProofWidgets"]

def isOwn (env : Environment) (n : Name) : Bool :=
  match env.getModuleIdxFor? n with
  | none => true
  | some i => match env.header.moduleNames[i.toNat]? with
    | some m => !isMember sameString m.getRoot.toString libraryRoots
    | none => false

def argumentsOf : Expr → List Expr → List Expr
  | .app f a, acc => argumentsOf f (a :: acc)
  | .mdata _ e, acc => argumentsOf e acc
  | _, acc => acc

def lastPart : Name → String
  | .str _ s => s
  | _ => ""

/-- How the definitions end that Lean makes recursion of. -/
def recursors : List String := ["brecOn", "rec", "fix", "_unary", "_mutual", "partial_fixpoint"]

def isRecursor (n : Name) : Bool :=
  let last := lastPart n
  last.startsWith "brecOn_" || isMember sameString last recursors

def isRecursiveDefinition (ci : ConstantInfo) : Bool :=
  match ci with
  | .defnInfo v => anyOf isRecursor v.value.getUsedConstantsAsSet.toList
  | _ => false

def isRecursive (env : Environment) (f : Name) : Bool :=
  match env.find? f with
  | some ci => isRecursiveDefinition ci
  | none => false

/-- Printed terms may take several lines; whoever puts them into a tactic wants one. -/
def oneLine (s : String) : String :=
  " ".intercalate (mapList (fun l => l.trimAscii.toString) (s.splitOn "\n"))

def pairJ (key : String) (value : Json) : Json := Json.mkObj [(key, value)]

/-- The user's own names as the goal's tactics can write them; those of the library as they are. -/
def Scope.name (sc : Scope) (n : Name) : String :=
  if isOwn sc.env n then sc.spell n else n.toString

@[noinline] def sameVariable (a b : FVarId) : Bool := if a == b then true else false

/-- The outline of a type: enough to write down small inhabitants of it. -/
partial def shapeJ (sc : Scope) (names : List (FVarId × String)) (e : Expr) : Json :=
  match e with
  | .mdata _ e => shapeJ sc names e
  | .sort _ => pairJ "sort" (Json.bool true)
  | .bvar i => pairJ "bound" (natJ i)
  | .fvar f => pairJ "local" (Json.str (nameOf f))
  | .forallE _ t b _ => pairJ "arrow" (Json.arr #[shapeJ sc names t, shapeJ sc names b])
  | _ => match e.getAppFn with
    | .const n _ =>
      Json.mkObj [("const", Json.str (sc.name n)),
                  ("arguments", listJ (shapeJ sc names) (argumentsOf e []))]
    | .fvar f => pairJ "local" (Json.str (nameOf f))
    | _ => pairJ "other" (Json.bool true)
where
  nameOf (f : FVarId) : String := (valueAt? sameVariable f names).getD ""

def variableJ (sc : Scope) (names : List (FVarId × String)) (d : LocalDecl) : MetaM Json := do
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
  pure (Json.mkObj
    (("name", Json.str (displayName d.userName)) :: ("isProof", Json.bool isProof)
    :: ("isInstance", Json.bool isInstance)
    :: ("isAccessible", Json.bool (!d.userName.hasMacroScopes))
    :: ("shape", shapeJ sc names (if isProof then .const `True [] else type)) :: kind))

def namesOfLocals (ds : List LocalDecl) : List (FVarId × String) :=
  mapList (fun d => (d.fvarId, displayName d.userName)) ds

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
  foldList (fun acc e => callsIn env e acc) acc es
end

def allVariables (es : List Expr) : Bool := allOf (fun e => e.isFVar || e.isSort || e.isConst) es

/-- The arguments that are written out: the name of each that is a variable, nothing for others. -/
def explicitJ (names : List (FVarId × String)) : Expr → List Expr → Array Json → Array Json
  | .forallE _ _ b info, a :: as, acc =>
    if info.isExplicit then
      explicitJ names b as (acc.push (optJ (fun n => Json.str n) (variable? a)))
    else explicitJ names b as acc
  | .mdata _ e, as, acc => explicitJ names e as acc
  | _, _, acc => acc
where
  variable? : Expr → Option String
    | .mdata _ e => variable? e
    | .fvar f => valueAt? sameVariable f names
    | _ => none

def callJ (sc : Scope) (names : List (FVarId × String)) (inTarget : List Call) (c : Call) :
    MetaM Json := do
  let plainType ← inferType c.term
  let type ← (try whnf plainType catch _ => pure plainType)
  let signature := match sc.env.find? c.function with
    | some ci => ci.type
    | none => .sort .zero
  let arguments := explicitJ names signature (argumentsOf c.term []) #[]
  let result := match type.getAppFn with
    | .const n _ => Json.str (sc.name n)
    | .sort .zero => Json.str "Prop"
    | _ => Json.null
  pure (Json.mkObj [("text", Json.str (← textOf c.term)),
    ("function", Json.str (sc.name c.function)), ("count", natJ c.count),
    ("inTarget", Json.bool (anyOf (fun t => sameTerm t.term c.term) inTarget)),
    ("recursive", Json.bool (isRecursive sc.env c.function)), ("result", result),
    ("arguments", Json.arr arguments),
    ("onVariables", Json.bool (allVariables (argumentsOf c.term [])))])

/-- A call whose recursion an induction may follow, with the variables that it is on. -/
def followedJ (c : Call) : MetaM Json := do
  let on := collect (fun e => match e with | .fvar _ => some e | _ => none)
    (argumentsOf c.term [])
  let names ← mapMeta textOf on
  pure (Json.mkObj [("text", Json.str (oneLine (← textOf c.term))),
    ("on", listJ (fun n => Json.str n) names)])

def plainNamesJ (names : List Name) : Json := listJ (fun n => Json.str n.toString) names

/-- A law as data, with the text that means it. -/
def Law.row (law : Law) (text : String) (asInstance : Json) (isTested : Bool) : Json :=
  Json.mkObj [("statement", Json.str (oneLine text)), ("names", plainNamesJ law.names),
    ("data", plainNamesJ law.data), ("calls", listJ (fun j => j) law.calls),
    ("conditional", Json.bool law.isConditional), ("instance", asInstance),
    ("tested", Json.bool isTested)]

end Orch
