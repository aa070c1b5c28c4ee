
/-! ### Inductive types in plain form

Known soundness defects of the kernel up to Lean 4.33 (lean4#14576, #14582, #14616, #14806,
#14807, #14613) all need an inductive type that no front end writes: a nested or disguised occurrence
of the type being declared, or a result sort that only reduction reveals. A proof that declares types
of its own must therefore declare them in the plain form below. Types of the preamble are not
concerned: there the judge's own front end stands in front of the kernel. -/

def closed (e : Expr) : Bool := !e.hasLooseBVars && !e.hasFVar && !e.hasExprMVar && !e.hasLevelMVar

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
  types : List Name
  levels : List Name
  params : Nat

def PlainForm.isOccurrence (p : PlainForm) (depth : Nat) (e : Expr) : Bool :=
  match spine e [] with
  | (.const n us, args) =>
    isMember sameName n p.types && sameLevels us p.levels && plainArguments p.types depth p.params args
  | _ => false

/-- `A → … → T params indices`, with `T` nowhere else. -/
def PlainForm.isPositive (p : PlainForm) (depth : Nat) : Expr → Bool
  | .forallE _ t b _ => !speaksOf p.types t && p.isPositive (depth+1) b
  | e => p.isOccurrence depth e

def PlainForm.isConstructor (p : PlainForm) (depth : Nat) : Expr → Bool
  | .forallE _ t b _ => (!speaksOf p.types t || p.isPositive depth t) && p.isConstructor (depth+1) b
  | e => p.isOccurrence depth e

def PlainForm.areConstructors (p : PlainForm) : List Constructor → Bool
  | [] => true
  | c :: cs => closed c.type && p.isConstructor 0 c.type && p.areConstructors cs

/-- `… → Prop`, or a sort that is no `Prop` whatever its universe parameters are. -/
def isPlainSort : Expr → Bool
  | .forallE _ _ b _ => isPlainSort b
  | .sort .zero => true
  | .sort u => u.isNeverZero
  | _ => false

def PlainForm.holds (p : PlainForm) : List InductiveType → Bool
  | [] => true
  | t :: ts => closed t.type && isPlainSort t.type && p.areConstructors t.ctors && p.holds ts

def typeNames : List InductiveType → List Name
  | [] => []
  | t :: ts => t.name :: typeNames ts
