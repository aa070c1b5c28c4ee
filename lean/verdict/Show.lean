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

/-- Nothing is left out: neither deep terms nor long ones (the heartbeats end those), nor what tells a private name
from the public one, which may be the library's. -/
def wholeOptions : Options :=
  let o : Options := {}
  (((((o.set `pp.funBinderTypes true).set `pp.fullNames true).set `pp.proofs true).set `pp.privateNames true).set
    `pp.deepTerms true).set `pp.maxSteps (1000000000 : Nat)

def plainOptions (typedNumerals : Bool) : Options := wholeOptions.set `pp.numericTypes typedNumerals

def explicitOptions : Options := wholeOptions.set `pp.explicit true

/-- `none` where a term is too large or too strange to be printed. -/
def print (env : Environment) (options : Options) (token : IO.CancelToken) (e : Expr) : BaseIO (Option String) := do
  let act : MetaM String := do pure ((← ppExpr e).pretty 100)
  let core ← printContext options token
  let run : EIO Exception ((String × Meta.State) × Core.State) := (act.run {} {}).run core { env }
  match ← run.toBaseIO with
  | .ok ((s, _), _) => pure (some s)
  | .error _ => pure none

/-! ### When plain text is enough -/

/-! Printing leaves out what is implicit. An instance must then be a variable or the library's own, and a function
that is bound or written on the spot must have no implicit arguments: there, nothing else tells what they are. -/

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

mutual
/-- Whether the plain form of a term says what it means. `scope` has the types of the bound variables. -/
partial def isUsual (env : Environment) (scope : List Expr) (e : Expr) : Bool :=
  match spine e [] with
  | (.const n _, args) => match env.find? n with
    | some ci => areUsual env scope true ci.type args
    | none => false
  | (.bvar i, args) => areUsual env scope false ((nth? scope i).getD (.sort .zero)) args
  | (.lam x t b i, args) =>
    isUsual env scope t && isUsual env (t :: scope) b && areUsual env scope false (bindersOf (.lam x t b i)) args
  | (.forallE _ t b _, []) => isUsual env scope t && isUsual env (t :: scope) b
  | (.letE _ t v b _, []) => isUsual env scope t && isUsual env scope v && isUsual env (t :: scope) b
  | (.mdata _ b, []) => isUsual env scope b
  | (.proj _ _ b, []) => isUsual env scope b
  | (_, args) => count args 0 == 0
/-- Whether a function of this type is usual with its arguments; those of a constant may be implicit. -/
partial def areUsual (env : Environment) (scope : List Expr) (isConstant : Bool) (type : Expr) (args : List Expr) : Bool :=
  match args with
  | [] => true
  | a :: as => match opened env 100 type with
    | .forallE _ _ b i =>
      (match i with
        | .instImplicit => isConstant && isUsualInstance env a
        | i => isConstant || isShown i)
        && isUsual env scope a && areUsual env scope isConstant (b.instantiate1 a) as
    | _ => false
partial def isUsualInstance (env : Environment) (e : Expr) : Bool :=
  match spine e [] with
  | (.bvar _, _) => true
  | (.const n _, _) => (env.getModuleIdxFor? n).isSome && isInstanceCore env n
  | (.forallE .., []) => true
  | (.lam _ _ b _, []) => isUsualInstance env b
  | _ => false
end

/-- Whether a term has a numeral that is no natural number: `2 = 0` is true of some types, so these are shown. -/
partial def otherNumerals (e : Expr) : Bool :=
  match e with
  | .app (.app (.app (.const ``OfNat.ofNat _) (.const ``Nat _)) _) _ => false
  | .const n _ => n == ``OfNat.ofNat
  | .app f a => otherNumerals f || otherNumerals a
  | .lam _ t b _ => otherNumerals t || otherNumerals b
  | .forallE _ t b _ => otherNumerals t || otherNumerals b
  | .letE _ t v b _ => otherNumerals t || otherNumerals v || otherNumerals b
  | .mdata _ b => otherNumerals b
  | .proj _ _ b => otherNumerals b
  | _ => false

def printPlain (env : Environment) (token : IO.CancelToken) (e : Expr) : BaseIO (Option String) :=
  print env (plainOptions (otherNumerals e)) token e

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
          let type := optJ Json.str (← printPlain env token ci.type)
          let value ← match valueOf ci with
            | some v => do pure (optJ Json.str (← printPlain env token v))
            | none => pure Json.null
          pure (concat base [("type", type), ("value", value)])
        else pure base
      ownJ env explain token ns (acc.push (Json.mkObj fields))

/-- The statement in words: `type` for people, `explicit` with every argument where asked for or needed,
and the declarations of its own that it speaks of. -/
def statementJ (env : Environment) (explain : Bool) (token : IO.CancelToken) (type : Expr) :
    BaseIO (List (String × Json)) := do
  let usual := isUsual env [] type
  let plain ← if usual then printPlain env token type else pure none
  let explicit ← if explain || plain.isNone then print env explicitOptions token type else pure none
  let shown := match plain, explicit with
    | some s, _ => s
    | none, some s => s
    | none, none => "(too large to be printed)"
  let own := ownNames env type.getUsedConstantsAsSet.toList {} []
  pure [("type", Json.str shown), ("explicit", optJ Json.str explicit),
        ("own", Json.arr (← ownJ env explain token own #[]))]

end Orch
