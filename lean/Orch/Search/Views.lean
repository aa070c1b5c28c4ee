import Orch.Search.Operations
open Lean Elab Meta

namespace Orch

/-! ### Functions as operations of one, two or three arguments

A schema of a law has holes for functions: `g : A → B`, `f : A → A → A`. A function fits a hole with
some of its arguments open and the others fixed but arbitrary. Types, instances and fixed arguments
are metavariables: unification with the hole says what they are, and what it leaves open a law holds
for all of. -/

/-- Which arguments of a function are open. -/
structure View where
  function : Name
  /-- The function itself; a lambda for an operation of the library. -/
  term : Expr
  /-- Places of the open arguments among all arguments, in the order in which a hole gives them. -/
  places : List Nat
  /-- Heads of the types of the open arguments and of the result, where they are inductive types:
  most holes are refused by these alone. -/
  heads : List Name
  /-- Whether an argument that is written out is fixed. -/
  isPartial : Bool
  isFlipped : Bool := false
  isOwn : Bool
  /-- Whether the goal itself calls it. -/
  isCalled : Bool
  /-- Place in the order of definitions: those that others are made of come later. -/
  depth : Nat

def View.arity (v : View) : Nat := count v.places 0

def headName (e : Expr) : Name :=
  match e.getAppFn with
  | .const n _ => n
  | _ => .anonymous

structure Binder where
  name : Name
  type : Expr
  info : BinderInfo
  mvar : Expr

/-- A function applied to a metavariable for each of its arguments, and the type of that. -/
partial def applyFully (f type : Expr) (acc : List Binder) :
    MetaM (Expr × Expr × List Binder) := do
  match type with
  | .mdata _ e => applyFully f e acc
  | .forallE n t b info =>
    let m ← mkFreshExprMVar (some t)
    let next := match f with
      | .lam _ _ body _ => body.instantiate1 m
      | f => .app f m
    applyFully next (b.instantiate1 m) ({ name := n, type := t, info, mvar := m } :: acc)
  | _ => pure (f, type, reverseOnto acc [])

def mentionsMVar (e m : Expr) : Bool := (e.abstract #[m]).hasLooseBVars

/-- Data is what one can do induction or case distinction on; functions, proofs and types are
not. -/
def dataHead (env : Environment) (t : Expr) : Option Name :=
  match t.getAppFn with
  | .const n _ => match env.find? n with
    | some (.inductInfo v) => if isPredicate v.type || isClass env n then none else some n
    | _ => none
  | _ => none

/-- The places of data among the arguments that are written out. None if another argument is a
proof or if what comes later depends on it. -/
def dataPlaces (env : Environment) : List Binder → Nat → List (Nat × Name)
  | [], _ => []
  | b :: bs, i =>
    let rest := dataPlaces env bs (i + 1)
    if b.info.isExplicit && !dependsOn b.mvar bs then match dataHead env b.type with
      | some n => (i, n) :: rest
      | none => rest
    else rest
where
  dependsOn (m : Expr) : List Binder → Bool
    | [] => false
    | b :: bs => mentionsMVar b.type m || dependsOn m bs

def explicitCount : List Binder → Nat
  | [] => 0
  | b :: bs => (if b.info.isExplicit then 1 else 0) + explicitCount bs

def takesProof : List Binder → MetaM Bool
  | [] => pure false
  | b :: bs => do
    if ← (try isProp b.type catch _ => pure true) then pure true else takesProof bs

/-- Ways to leave one or two arguments of data open, two also in the other order. -/
def viewsOf (made : View) (f type : Expr) : MetaM (List View) := do
  let env ← getEnv
  let (_, result, binders) ← applyFully f type []
  let output := match result with
    | .sort .zero => some `Prop
    | result => dataHead env result
  match output with
  | none => pure []
  | some output =>
    if ← takesProof binders then pure []
    else
      let places := dataPlaces env binders 0
      let all := explicitCount binders
      pure (concat (ones output all places places) (twos output all places))
where
  /-- An operation on two values of a type is no function of one of them: schemas for operations
  of two arguments say the same. -/
  ones (output : Name) (all : Nat) (every : List (Nat × Name)) : List (Nat × Name) → List View
    | [] => []
    | (i, n) :: rest =>
      let more := ones output all every rest
      if hasOther i n every then more
      else { made with places := [i], heads := [n, output], isPartial := all > 1 } :: more
  hasOther (i : Nat) (n : Name) : List (Nat × Name) → Bool
    | [] => false
    | (j, m) :: rest => (i != j && n == m) || hasOther i n rest
  twos (output : Name) (all : Nat) : List (Nat × Name) → List View
    | [] => []
    | (i, n) :: rest => concat (pairs output all i n rest) (twos output all rest)
  pairs (output : Name) (all i : Nat) (n : Name) : List (Nat × Name) → List View
    | [] => []
    | (j, m) :: rest =>
      { made with places := [i, j], heads := [n, m, output], isPartial := all > 2 } ::
      { made with places := [j, i], heads := [m, n, output], isPartial := all > 2,
                  isFlipped := true } :: pairs output all i n rest

@[noinline] def sameNumber (a b : Nat) : Bool := if a == b then true else false

/-- What stands in a hole: a function of its open arguments, its type, and what it keeps fixed. -/
structure Filling where
  term : Expr
  type : Expr
  fixed : List Binder

/-- A view as a function of its open arguments alone, everything else new metavariables. -/
def View.instantiate (v : View) : MetaM (Option Filling) := do
  let f ← match v.term with
    | .const n _ => mkConstWithFreshMVarLevels n
    | e => pure e
  let (body, result, binders) ← applyFully f (← inferType f) []
  let opened := chosen binders v.places
  if mentions result opened then pure none
  else
    let (term, type) := close body result (reverseOnto opened [])
    pure (some { term, type, fixed := others binders v.places 0 })
where
  chosen (binders : List Binder) : List Nat → List Binder
    | [] => []
    | i :: is => match nth binders i with
      | some b => b :: chosen binders is
      | none => chosen binders is
  others : List Binder → List Nat → Nat → List Binder
    | [], _, _ => []
    | b :: bs, places, i =>
      if isMember sameNumber i places then others bs places (i + 1)
      else b :: others bs places (i + 1)
  mentions (e : Expr) : List Binder → Bool
    | [] => false
    | b :: bs => mentionsMVar e b.mvar || mentions e bs
  /-- The last open argument first: it is bound innermost. -/
  close (body result : Expr) : List Binder → Expr × Expr
    | [] => (body, result)
    | b :: bs =>
      close (.lam b.name b.type (body.abstract #[b.mvar]) .default)
        (.forallE b.name b.type result .default) bs

/-! #### The functions behind a goal -/

/-- Operations of the library that definitions are made of, by the type that they are on. The
length and the reverse of a list count only where somebody uses them. -/
def libraryTexts : List (Name × Name × String) :=
  [(``List, ``HAppend.hAppend, "fun {a : Type _} (x y : List a) => x ++ y"),
   (``Nat, ``HAdd.hAdd, "fun (x y : Nat) => x + y"),
   (``Nat, ``HMul.hMul, "fun (x y : Nat) => x * y"),
   (``Bool, ``and, "fun (x y : Bool) => x && y"),
   (``Bool, ``or, "fun (x y : Bool) => x || y")]

def libraryFunctionsUsed : List Name := [``List.length, ``List.reverse, ``List.map, ``List.filter]

def termOfText (text : String) : TermElabM (Option Expr) := do
  match Parser.runParserCategory (← getEnv) `term text "<schema>" with
  | .error _ => pure none
  | .ok stx =>
    let e ← Term.elabTerm stx none
    Term.synthesizeSyntheticMVarsNoPostponing
    pure (some (← instantiateMVars e))

def headsOf : List View → NameSet → NameSet
  | [], acc => acc
  | v :: vs, acc => headsOf vs (insertAll v.heads acc)

def libraryViews (heads : NameSet) : List (Name × Name × String) → TermElabM (List View)
  | [] => pure []
  | (type, name, text) :: rest => do
    let more ← libraryViews heads rest
    if !heads.contains type then pure more
    else match ← termOfText text with
      | none => pure more
      | some term => pure ({ function := name, term, places := placesIn term 0, isPartial := false,
                             heads := [type, type, type], isOwn := false, isCalled := true,
                             depth := 0 } :: more)
where
  /-- The last two binders are the arguments. -/
  placesIn : Expr → Nat → List Nat
    | .lam _ _ b info, i =>
      if info.isExplicit then i :: placesIn b (i + 1) else placesIn b (i + 1)
    | _, _ => []

/-- The user's functions first, in the order in which a goal reaches them. -/
def ownViews (called : NameSet) : List Name → Nat → MetaM (List View)
  | [], _ => pure []
  | n :: ns, depth => do
    let more ← ownViews called ns (depth + 1)
    match (← getEnv).find? n with
    | some (.inductInfo _) => pure more
    | some ci =>
      if isDerived (← getEnv) n || isInstanceCore (← getEnv) n then pure more
      else
        let made : View :=
          { function := n, term := .const n [], places := [], heads := [], isPartial := false,
            isOwn := isOwn (← getEnv) n, isCalled := called.contains n, depth }
        let views ← (try viewsOf made (.const n []) ci.type catch _ => pure [])
        pure (concat views more)
    | none => pure more

def namesOfCalls : List Call → NameSet → NameSet
  | [], acc => acc
  | c :: cs, acc => namesOfCalls cs (acc.insert c.function)

def viewsBehind (g : MVarId) : TermElabM (List View) := do
  let env ← getEnv
  let decl ← g.getDecl
  let target ← instantiateMVars decl.type
  let locals ← localDecls decl.lctx
  let stated := concat target.getUsedConstantsAsSet.toList (constantsOfLocals locals)
  let reached := behind env stated {} []
  let calls := callsInAll env (typesOfLocals locals) (callsIn env target [])
  let used := usedLibrary env (insertAll stated {}) reached libraryFunctionsUsed
  let own ← (ownViews (insertAll used (namesOfCalls calls {})) (concat reached used) 0 :
    MetaM (List View))
  pure (concat own (← libraryViews (headsOf own {}) libraryTexts))
where
  usedLibrary (env : Environment) (stated : NameSet) (reached : List Name) :
    List Name → List Name
    | [] => []
    | n :: ns =>
      let more := usedLibrary env stated reached ns
      if stated.contains n || isUsed env n reached then n :: more else more
  isUsed (env : Environment) (n : Name) : List Name → Bool
    | [] => false
    | d :: ds => (match env.find? d with
      | some (.defnInfo v) => v.value.getUsedConstantsAsSet.contains n
      | _ => false) || isUsed env n ds

end Orch
