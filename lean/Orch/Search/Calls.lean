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

end Orch
