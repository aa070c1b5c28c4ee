/-
Inductive types in plain form.

Known soundness defects of the kernel up to Lean 4.33 (lean4#14576, #14582, #14616, #14806, #14807,
#14613) all need an inductive type that no front end writes: a disguised or non-uniform occurrence
of the type being declared, ill-typed parameters of a nested occurrence, a name that the kernel
keeps for itself, or a result sort that only reduction reveals. Every type that is not the
library's must therefore be declared in the form below: the type occurs as `A → … → T params
indices`, or as a parameter of a known inductive type (`List T`, `Array (String × T)`), and nowhere
else. `Replay.lean` checks the parameters of nested occurrences afterwards.
-/
import Orch.Verdict.Terms
import Lean.Environment
open Lean

namespace Orch

/-- Whether a term speaks of one of the types, as a constant or as the structure of a projection. -/
partial def speaksOf (types : List Name) (e : Expr) : Bool :=
  match e with
  | .const n _ => isMember sameName n types
  | .app f a => speaksOf types f || speaksOf types a
  | .lam _ t b _ => speaksOf types t || speaksOf types b
  | .forallE _ t b _ => speaksOf types t || speaksOf types b
  | .letE _ t v b _ => speaksOf types t || speaksOf types v || speaksOf types b
  | .mdata _ b => speaksOf types b
  | .proj s _ b => isMember sameName s types || speaksOf types b
  | _ => false

def anySpeakOf (types : List Name) : List Expr → Bool
  | [] => false
  | e :: es => speaksOf types e || anySpeakOf types es

def spine (e : Expr) (args : List Expr) : Expr × List Expr :=
  match e with
  | .app f a => spine f (a :: args)
  | e => (e, args)

def sameLevels : List Level → List Name → Bool
  | [], [] => true
  | .param u :: us, n :: ns => u == n && sameLevels us ns
  | _, _ => false

/-- The first arguments, as many as `parameters`, are the parameters, which stand outermost among `depth` binders. -/
def plainArguments (types : List Name) (depth : Nat) : Nat → List Expr → Bool
  | 0, indices => !anySpeakOf types indices
  | parameters+1, .bvar i :: args => i + 1 == depth && plainArguments types (depth - 1) parameters args
  | _, _ => false

structure PlainForm where
  env : Environment
  types : List Name
  levels : List Name
  params : Nat

def PlainForm.isOccurrence (p : PlainForm) (depth : Nat) (e : Expr) : Bool :=
  match spine e [] with
  | (.const n us, args) =>
    isMember sameName n p.types && sameLevels us p.levels && plainArguments p.types depth p.params args
  | _ => false

mutual
/-- `A → … → X`, where `X` is an occurrence or nests one. -/
partial def PlainForm.isPositive (p : PlainForm) (depth : Nat) (e : Expr) : Bool :=
  match e with
  | .forallE _ t b _ => !speaksOf p.types t && p.isPositive (depth+1) b
  | e => !speaksOf p.types e || p.isOccurrence depth e || p.isNested depth e
/-- A known inductive type, fully applied, some of whose parameters are positive. -/
partial def PlainForm.isNested (p : PlainForm) (depth : Nat) (e : Expr) : Bool :=
  match spine e [] with
  | (.const n _, args) => !isMember sameName n p.types && match p.env.find? n with
    | some (.inductInfo v) => count args 0 == v.numParams + v.numIndices && p.areParameters depth v.numParams args
    | _ => false
  | _ => false
partial def PlainForm.areParameters (p : PlainForm) (depth : Nat) (parameters : Nat) (args : List Expr) : Bool :=
  match parameters, args with
  | 0, indices => !anySpeakOf p.types indices
  | k+1, a :: rest => p.isPositive depth a && p.areParameters depth k rest
  | _, [] => false
end

partial def PlainForm.isConstructor (p : PlainForm) (depth : Nat) (e : Expr) : Bool :=
  match e with
  | .forallE _ t b _ => p.isPositive depth t && p.isConstructor (depth+1) b
  | e => p.isOccurrence depth e

/-- The kernel makes names of this kind for the types behind nested occurrences. -/
def isReserved : Name → Bool
  | .str p s => s.startsWith "_nested" || isReserved p
  | .num p _ => isReserved p
  | .anonymous => false

def PlainForm.areConstructors (p : PlainForm) : List Constructor → Bool
  | [] => true
  | c :: cs => closed c.type && !isReserved c.name && p.isConstructor 0 c.type && p.areConstructors cs

/-- `… → Prop`, or a sort that is no `Prop` whatever its universe parameters are. -/
def isPlainSort : Expr → Bool
  | .forallE _ _ b _ => isPlainSort b
  | .sort .zero => true
  | .sort u => u.isNeverZero
  | _ => false

def PlainForm.holds (p : PlainForm) : List InductiveType → Bool
  | [] => true
  | t :: ts => closed t.type && !isReserved t.name && isPlainSort t.type && p.areConstructors t.ctors && p.holds ts

def typeNames : List InductiveType → List Name
  | [] => []
  | t :: ts => t.name :: typeNames ts

end Orch
