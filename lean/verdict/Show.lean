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

def plainOptions : Options :=
  let o : Options := {}
  ((o.set `pp.funBinderTypes true).set `pp.fullNames true).set `pp.proofs true

def explicitOptions : Options :=
  let o : Options := {}
  ((o.set `pp.explicit true).set `pp.funBinderTypes true).set `pp.fullNames true

/-- `none` where a term is too large or too strange to be printed. -/
def print (env : Environment) (options : Options) (token : IO.CancelToken) (e : Expr) : BaseIO (Option String) := do
  let act : MetaM String := do pure ((← ppExpr e).pretty 100)
  let core ← printContext options token
  let run : EIO Exception ((String × Meta.State) × Core.State) := (act.run {} {}).run core { env }
  match ← run.toBaseIO with
  | .ok ((s, _), _) => pure (some s)
  | .error _ => pure none

/-! ### When plain text is enough -/

/-- The kinds of the first binders of a constant's type. -/
def binderKinds : Expr → List BinderInfo
  | .forallE _ _ b i => i :: binderKinds b
  | .mdata _ b => binderKinds b
  | _ => []

def headName : Expr → Option Name
  | .app f _ => headName f
  | .const n _ => some n
  | .mdata _ b => headName b
  | _ => none

mutual
/-- Whether every instance in a term is a variable or made from instances of the library. -/
partial def usualInstances (env : Environment) (e : Expr) : Bool :=
  match spine e [] with
  | (.const n _, args) =>
    let kinds := match env.find? n with
      | some ci => binderKinds ci.type
      | none => []
    usualArguments env kinds args
  | (.lam _ t b _, args) => usualInstances env t && usualInstances env b && usualArguments env [] args
  | (.forallE _ t b _, args) => usualInstances env t && usualInstances env b && usualArguments env [] args
  | (.letE _ t v b _, args) =>
    usualInstances env t && usualInstances env v && usualInstances env b && usualArguments env [] args
  | (.mdata _ b, args) => usualInstances env b && usualArguments env [] args
  | (.proj _ _ b, args) => usualInstances env b && usualArguments env [] args
  | (_, args) => usualArguments env [] args
partial def usualArguments (env : Environment) (kinds : List BinderInfo) (args : List Expr) : Bool :=
  match kinds, args with
  | _, [] => true
  | .instImplicit :: ks, a :: as => isUsualInstance env a && usualInstances env a && usualArguments env ks as
  | _ :: ks, a :: as => usualInstances env a && usualArguments env ks as
  | [], a :: as => usualInstances env a && usualArguments env [] as
partial def isUsualInstance (env : Environment) (e : Expr) : Bool :=
  match spine e [] with
  | (.bvar _, _) => true
  | (.const n _, _) => (env.getModuleIdxFor? n).isSome && isInstanceCore env n
  | (.forallE .., []) => true
  | (.lam _ _ b _, []) => isUsualInstance env b
  | _ => false
end

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
          let type := optJ Json.str (← print env plainOptions token ci.type)
          let value ← match valueOf ci with
            | some v => do pure (optJ Json.str (← print env plainOptions token v))
            | none => pure Json.null
          pure (concat base [("type", type), ("value", value)])
        else pure base
      ownJ env explain token ns (acc.push (Json.mkObj fields))

/-- The statement in words: `type` for people, `explicit` with every argument where asked for or needed,
and the declarations of its own that it speaks of. -/
def statementJ (env : Environment) (explain : Bool) (token : IO.CancelToken) (type : Expr) :
    BaseIO (List (String × Json)) := do
  let usual := usualInstances env type
  let plain ← if usual then print env plainOptions token type else pure none
  let explicit ← if explain || plain.isNone then print env explicitOptions token type else pure none
  let shown := match plain, explicit with
    | some s, _ => s
    | none, some s => s
    | none, none => "(too large to be printed)"
  let own := ownNames env type.getUsedConstantsAsSet.toList {} []
  pure [("type", Json.str shown), ("explicit", optJ Json.str explicit),
        ("own", Json.arr (← ownJ env explain token own #[]))]

end Orch
