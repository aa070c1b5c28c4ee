/-
What a statement says, in the library's own notation: this process never read anybody's notation,
abbreviations or options, and the declarations behind a statement are shown by their names.

Printing hides instances and implicit arguments. Where an instance is not the library's own, or is
built by hand on the spot, the plain text could mislead (`5` may be made to mean 6), so such a
statement is printed with every argument.
-/
import Orch.Verdict.Axioms
import Lean.PrettyPrinter
open Lean Meta

namespace Orch

def printHeartbeats : Nat := 20000

def printContext (options : Options) (token : IO.CancelToken) : BaseIO Core.Context := do
  -- The heartbeat counter belongs to the thread and is never reset.
  let initHeartbeats ← IO.getNumHeartbeats
  pure { fileName := "<orch>", fileMap := FileMap.ofString "", options, maxHeartbeats := printHeartbeats * 1000,
         initHeartbeats, cancelTk? := some token, maxRecDepth := 1000 }

/-- Nothing is left out: neither deep terms nor long ones (the heartbeats end those), nor the name of a constructor,
nor what tells a private name from the public one, which may be the library's. -/
def wholeOptions (universes : Bool) : Options :=
  let o : Options := {}
  let o := ((o.set `pp.funBinderTypes true).set `pp.letVarTypes true).set `pp.fullNames true
  let o := ((o.set `pp.proofs true).set `pp.privateNames true).set `pp.structureInstances false
  ((o.set `pp.deepTerms true).set `pp.maxSteps (1000000000 : Nat)).set `pp.universes universes

def plainOptions (universes typed : Bool) : Options :=
  ((wholeOptions universes).set `pp.numericTypes typed).set `pp.coercions.types typed

def explicitOptions (universes : Bool) : Options := (wholeOptions universes).set `pp.explicit true

/-- `none` where a term is too large or too strange to be printed. -/
def print (env : Environment) (options : Options) (token : IO.CancelToken) (e : Expr) : BaseIO (Option String) := do
  let act : MetaM String := do pure ((← ppExpr e).pretty 100)
  let core ← printContext options token
  let run : EIO Exception ((String × Meta.State) × Core.State) := (act.run {} {}).run core { env }
  match ← run.toBaseIO with
  | .ok ((s, _), _) => pure (some s)
  | .error _ => pure none

/-! ### When plain text is enough -/

/-! Printing leaves out what is implicit. Plain text is enough where the rest of it tells what was left out: an
implicit argument of a constant is told by the type of a written one (`x = y` says of which type), or by the place
where the constant stands (`[]` in `l ++ []`). `⊤ = ⊥` tells neither, and it is true of some types. An instance must be
the library's own, or a variable that is the only one of its kind. A function that is bound or written on the spot
must have no implicit arguments: nothing tells what they are. -/

def applied : Expr → List Expr → Expr
  | .lam _ _ b _, a :: as => applied (b.instantiate1 a) as
  | f, a :: as => applied (.app f a) as
  | f, [] => f

/-- A type with its first binder in the open, as far as unfolding definitions shows it. -/
def opened (env : Environment) : Nat → Expr → Expr
  | 0, t => t
  | fuel+1, t => match spine t [] with
    | (.const n _, args) => match env.find? n with
      | some (.defnInfo v) => opened env fuel (applied v.value args)
      | _ => t
    | (.lam x d b i, a :: args) => opened env fuel (applied (.lam x d b i) (a :: args))
    | (.letE _ _ v b _, []) => opened env fuel (b.instantiate1 v)
    | (.mdata _ b, []) => opened env fuel b
    | _ => t

/-- Of the type of a function that is written on the spot, only the binders. -/
def bindersOf : Expr → Expr
  | .lam x t b i => .forallE x t (bindersOf b) i
  | _ => .sort .zero

def nth? : List Expr → Nat → Option Expr
  | [], _ => none
  | t :: _, 0 => some t
  | _ :: ts, k+1 => nth? ts k

def isShown : BinderInfo → Bool
  | .default => true
  | _ => false

/-- Whether the text of a term says all that it means, given the type that its place asks for; and whether that type
is needed, for the text alone does not tell it. -/
structure Told where
  ok : Bool
  needsType : Bool := false

instance : Inhabited Told := ⟨{ ok := false }⟩

/-- A written argument of a constant, or a hidden one. `domain` is its type among the binders before it. -/
structure Argument where
  info : BinderInfo
  domain : Expr
  value : Expr
  told : Told

def isOutParam : Expr → Bool
  | .app (.const n _) _ => n == ``outParam
  | _ => false

/-- Whether one of the arguments behind the binder tells its value. `here` counts the binders in between. -/
def isToldBy (here : Nat) : List (Argument × Bool) → Bool
  | [] => false
  | (a, known) :: rest => (known && !a.told.needsType && a.domain.hasLooseBVar here) || isToldBy (here+1) rest

def isKnownValue (e : Expr) : List (Argument × Bool) → Bool
  | [] => false
  | (a, known) :: rest => (known && a.value == e) || isKnownValue e rest

def isInstance : BinderInfo → Bool
  | .instImplicit => true
  | _ => false

/-- Of each argument whether the text tells it: it is written, or a later one tells it. -/
def knownArguments : List Argument → List (Argument × Bool)
  | [] => []
  | a :: as =>
    let later := knownArguments as
    (a, isShown a.info || isOutParam a.domain || isToldBy 0 later) :: later

/-- What is hidden must be known, equal to something known (as the types in `x + y` are), or told by the type of the
whole. `left` is how many arguments are left. -/
def summary (result : Expr) (all : List (Argument × Bool)) : Nat → List (Argument × Bool) → Told
  | left+1, (a, known) :: rest =>
    let others := summary result all left rest
    if !a.told.ok then { ok := false }
    else if known || isInstance a.info || isKnownValue a.value all then others
    else if result.hasLooseBVar left then { others with needsType := true }
    else { ok := false }
  | _, _ => { ok := true }

def argumentValues : List Argument → Array Expr → Array Expr
  | [], acc => acc
  | a :: as, acc => argumentValues as (acc.push a.value)

def sameTypes (scope : List Expr) (type : Expr) (place : Nat) : Nat → Nat
  | 0 => 0
  | fuel+1 => match nth? scope place with
    | none => 0
    | some t => (if t.liftLooseBVars 0 (place+1) == type then 1 else 0) + sameTypes scope type (place+1) fuel

/-- An instance that is a variable must belong to a variable type, and be the only one. -/
def isUsualVariable (scope : List Expr) (i : Nat) : Bool :=
  match nth? scope i with
  | none => false
  | some t => t.hasLooseBVars && sameTypes scope (t.liftLooseBVars 0 (i+1)) 0 (count scope 0) == 1

def isUsualInstance (env : Environment) (scope : List Expr) (e : Expr) : Bool :=
  match spine e [] with
  | (.bvar i, _) => isUsualVariable scope i
  | (.const n _, _) => (env.getModuleIdxFor? n).isSome && isInstanceCore env n
  | _ => false

def isCast (n : Name) : Bool := n == ``Nat.cast || n == ``Int.cast

/-- Printed with its type, where that is not `Nat`: the first argument. -/
def numeralType? (n : Name) (args : List Expr) : Option Expr :=
  match args with
  | [type, _, _] => if n == ``OfNat.ofNat || isCast n then some type else none
  | _ => none

/-- Which proof it is does not matter. -/
def isTheorem (env : Environment) (n : Name) : ConstantInfo → Bool
  | .thmInfo _ => true
  | .axiomInfo _ => match getOriginalConstKind? env n with
    | some .thm => true
    | _ => false
  | _ => false

mutual
/-- `scope` has the types of the bound variables. -/
partial def told (env : Environment) (scope : List Expr) (e : Expr) : Told :=
  match spine e [] with
  | (.const n _, args) => match env.find? n with
    | some ci => if isTheorem env n ci then { ok := true } else toldConstant env scope n ci args
    | none => { ok := false }
  | (.bvar i, args) => { ok := areWritten env scope ((nth? scope i).getD (.sort .zero)) args }
  | (.lam x d b i, args) =>
    let inner := told env (d :: scope) b
    { inner with ok := inner.ok && isTold env scope d && areWritten env scope (bindersOf (.lam x d b i)) args }
  | (.forallE _ d b _, []) => { ok := isTold env scope d && isTold env (d :: scope) b }
  | (.letE _ d v b _, []) =>
    let inner := told env (d :: scope) b
    { inner with ok := inner.ok && isTold env scope d && (told env scope v).ok }
  | (.mdata _ b, []) => told env scope b
  | (.proj _ _ b, []) => { ok := isTold env scope b }
  | (_, args) => { ok := count args 0 == 0 }
/-- The same where nothing asks for a type. -/
partial def isTold (env : Environment) (scope : List Expr) (e : Expr) : Bool :=
  let t := told env scope e
  t.ok && !t.needsType
partial def toldConstant (env : Environment) (scope : List Expr) (n : Name) (ci : ConstantInfo) (args : List Expr) : Told :=
  let (as, result, rest) := argumentsOf env scope ci.type args
  let known := knownArguments as
  let t := summary result known (count as 0) known
  match numeralType? n args with
  | some type => { ok := t.ok && isTold env scope type }
  | none => { t with ok := t.ok && areWritten env scope (result.instantiateRev (argumentValues as #[])) rest }
/-- The arguments that the type of a constant names, the type behind them, and further arguments. -/
partial def argumentsOf (env : Environment) (scope : List Expr) (type : Expr) (args : List Expr) : List Argument × Expr × List Expr :=
  match type, args with
  | .forallE _ domain b info, value :: rest =>
    let t := match info with
      | .instImplicit => { ok := isUsualInstance env scope value && (told env scope value).ok }
      | info => if isShown info then told env scope value else { ok := true }
    let (as, result, rest) := argumentsOf env scope b rest
    ({ info, domain, value, told := t } :: as, result, rest)
  | type, args => ([], type, args)
/-- Whether a function of this type has written arguments only. -/
partial def areWritten (env : Environment) (scope : List Expr) (type : Expr) (args : List Expr) : Bool :=
  match args with
  | [] => true
  | a :: as => match opened env 100 type with
    | .forallE _ _ b i => isShown i && (told env scope a).ok && areWritten env scope (b.instantiate1 a) as
    | _ => false
end

/-! Universes are told by the types of arguments; where one is not, all are printed: a definition may be true in one
universe and false in another. -/

def occursIn (level : Name) : Nat → Expr → Bool
  | k+1, .forallE _ d b _ => !(d.instantiateLevelParams [level] [.zero] == d) || occursIn level k b
  | _, _ => false

def areLevelsTold (type : Expr) (arguments : Nat) : List Name → Bool
  | [] => true
  | u :: us => occursIn u arguments type && areLevelsTold type arguments us

mutual
partial def universesTold (env : Environment) (e : Expr) : Bool :=
  match spine e [] with
  | (.const n _, args) => (match env.find? n with
    | some ci => areLevelsTold ci.type (count args 0) ci.levelParams
    | none => true) && allUniversesTold env args
  | (.lam _ d b _, args) => universesTold env d && universesTold env b && allUniversesTold env args
  | (.forallE _ d b _, _) => universesTold env d && universesTold env b
  | (.letE _ d v b _, args) => universesTold env d && universesTold env v && universesTold env b && allUniversesTold env args
  | (.mdata _ b, args) => universesTold env b && allUniversesTold env args
  | (.proj _ _ b, args) => universesTold env b && allUniversesTold env args
  | (_, args) => allUniversesTold env args
partial def allUniversesTold (env : Environment) : List Expr → Bool
  | [] => true
  | e :: es => universesTold env e && allUniversesTold env es
end

/-- Whether a term has a numeral or a cast that is no natural number: `2 = 0` is true of some types, so these are shown. -/
partial def otherNumerals (e : Expr) : Bool :=
  match e with
  | .app (.app (.app (.const ``OfNat.ofNat _) (.const ``Nat _)) _) _ => false
  | .const n _ => n == ``OfNat.ofNat || isCast n
  | .app f a => otherNumerals f || otherNumerals a
  | .lam _ t b _ => otherNumerals t || otherNumerals b
  | .forallE _ t b _ => otherNumerals t || otherNumerals b
  | .letE _ t v b _ => otherNumerals t || otherNumerals v || otherNumerals b
  | .mdata _ b => otherNumerals b
  | .proj _ _ b => otherNumerals b
  | _ => false

def printExplicit (env : Environment) (token : IO.CancelToken) (e : Expr) : BaseIO (Option String) :=
  print env (explicitOptions (!universesTold env e)) token e

/-- In the library's notation, or with every argument where that would not say enough. -/
def printTold (env : Environment) (token : IO.CancelToken) (e : Expr) : BaseIO (Option String) := do
  if isTold env [] e then
    match ← print env (plainOptions (!universesTold env e) (otherNumerals e)) token e with
    | some s => pure (some s)
    | none => printExplicit env token e
  else printExplicit env token e

/-! ### Statements -/

/-- The declarations behind a statement that are not the library's, in order. -/
def ownNames (env : Environment) (pending : List Name) (seen : NameSet) (acc : List Name) : List Name :=
  let rec go (fuel : Nat) (pending : List Name) (seen : NameSet) (acc : List Name) : List Name :=
    match fuel, pending with
    | _, [] => acc
    | 0, _ => acc
    | k+1, n :: rest =>
      if seen.contains n || (env.getModuleIdxFor? n).isSome then go k rest seen acc
      else match env.find? n with
        | none => go k rest seen acc
        | some ci => go k (concat ci.getUsedConstantsAsSet.toList rest) (seen.insert n) (n :: acc)
  go 1000000 pending seen acc

def kindOf : ConstantInfo → String
  | .axiomInfo _ => "axiom"
  | .defnInfo _ => "definition"
  | .thmInfo _ => "theorem"
  | .opaqueInfo _ => "opaque"
  | .quotInfo _ => "quotient"
  | .inductInfo _ => "inductive"
  | .ctorInfo _ => "constructor"
  | .recInfo _ => "recursor"

def valueOf : ConstantInfo → Option Expr
  | .defnInfo v => some v.value
  | .opaqueInfo v => some v.value
  | _ => none

def ownJ (env : Environment) (explain : Bool) (token : IO.CancelToken) : List Name → Array Json → BaseIO (Array Json)
  | [], acc => pure acc
  | n :: ns, acc => do
    match env.find? n with
    | none => ownJ env explain token ns acc
    | some ci =>
      let base := [("name", Json.str (showName n)), ("kind", Json.str (kindOf ci))]
      let fields ← if explain then do
          let type := optJ Json.str (← printTold env token ci.type)
          let value ← match valueOf ci with
            | some v => do pure (optJ Json.str (← printTold env token v))
            | none => pure Json.null
          pure (concat base [("type", type), ("value", value)])
        else pure base
      ownJ env explain token ns (acc.push (Json.mkObj fields))

/-- The statement in words: `type` for people, `explicit` with every argument where asked for or needed,
and the declarations of its own that it speaks of. -/
def statementJ (env : Environment) (explain : Bool) (token : IO.CancelToken) (type : Expr) :
    BaseIO (List (String × Json)) := do
  let shown ← printTold env token type
  let explicit ← if explain || !isTold env [] type then printExplicit env token type else pure none
  let own := ownNames env type.getUsedConstantsAsSet.toList {} []
  pure [("type", Json.str (shown.getD "(too large to be printed)")), ("explicit", optJ Json.str explicit),
        ("own", Json.arr (← ownJ env explain token own #[]))]

end Orch
