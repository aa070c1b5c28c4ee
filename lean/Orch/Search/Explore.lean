import Orch.Search.Equations
open Lean Elab Meta

namespace Orch

/-! #### The theory of a goal -/

/-- Values to choose from: enough to be different, none of them large. Where there is one of each
size, as there is of numbers in unary notation, functions of them grow too fast for more than a
few. -/
partial def poolOf (memo : ValueMemo) (type : Expr) (size : Nat)
    (acc : Array Expr) : MetaM (Array Expr) := do
  if acc.size ≥ 24 || size > 10 || (size > 2 && isNatType type) then pure acc
  else
    let more ← valuesOf memo type size
    if size > 5 && count more 0 ≤ 1 then pure acc
    else poolOf memo type (size + 1) (push more acc)
where
  push : List Expr → Array Expr → Array Expr
    | [], acc => acc
    | v :: vs, acc => push vs (acc.push v)

/-- A value of a type for each choice, the same for the same seed. -/
partial def sampled (memo : ValueMemo) (type : Expr)
    (seed : Nat) : MetaM (Option (Array Expr)) := do
  let pool ← poolOf memo type 1 #[]
  if pool.size == 0 then pure none
  else pure (go pool (choices + moreChoices) (seed * 7919 + 104729) #[])
where
  go (pool : Array Expr) (n seed : Nat) (acc : Array Expr) : Option (Array Expr) :=
    match n with
    | 0 => some acc
    | n+1 =>
      let seed := (seed * 6364136223846793005 + 1442695040888963407) % 18446744073709551616
      match pool[(seed / 8589934592) % pool.size]? with
      | some v => go pool n seed (acc.push v)
      | none => none

partial def extendRows (rows : Array (Array Expr)) (values : Array Expr) (k : Nat)
    (acc : Array (Array Expr)) : Array (Array Expr) :=
  match rows[k]?, values[k]? with
  | some row, some v => extendRows rows values (k + 1) (acc.push (row.push v))
  | _, _ => acc

partial def theoryOf (memo : ValueMemo) (locals : List LocalDecl) (th : Theory)
    (seed : Nat) : MetaM Theory := do
  match locals with
  | [] => pure th
  | d :: ds =>
    if d.isImplementationDetail then theoryOf memo ds th seed
    else
      let x : Expr := .fvar d.fvarId
      let type ← instantiateMVars d.type
      let closed := match th.replaced[0]? with
        | some values => (type.abstract th.fixed).instantiateRev values
        | none => type
      match type with
      | .sort (.succ _) =>
        theoryOf memo ds (fixedTo th x (constant natType (choices + moreChoices) #[])) seed
      | .forallE .. =>
        if ← (try isProp type catch _ => pure true) then theoryOf memo ds th seed
        else match ← sampled memo closed seed with
          | some values =>
            theoryOf memo ds { fixedTo th x values with functions := concat th.functions [x] }
              (seed + 1)
          | none => theoryOf memo ds th seed
      | _ =>
        if ← (try isProp type catch _ => pure true) then theoryOf memo ds th seed
        else if ← (try do pure (← isClass? type).isSome catch _ => pure false) then
          match ← (try synthInstance? closed catch _ => pure none) with
          | some v => theoryOf memo ds (fixedTo th x (constant v (choices + moreChoices) #[])) seed
          | none => theoryOf memo ds th seed
        else theoryOf memo ds { th with data := x :: th.data } seed
where
  constant (v : Expr) : Nat → Array Expr → Array Expr
    | 0, acc => acc
    | n+1, acc => constant v n (acc.push v)
  fixedTo (th : Theory) (x : Expr) (values : Array Expr) : Theory :=
    { th with fixed := th.fixed.push x, replaced := extendRows th.replaced values 0 #[] }

def emptyRows : Nat → Array (Array Expr) → Array (Array Expr)
  | 0, acc => acc
  | n+1, acc => emptyRows n (acc.push #[])

def dataTypes (th : Theory) : List Operation → List Expr → List Expr
  | [], acc => acc
  | o :: os, acc => dataTypes th os (all o.holes (addNew o.result acc))
where
  all : List Expr → List Expr → List Expr
    | [], acc => acc
    | t :: ts, acc => all ts (addNew t acc)

def definedOperations (th : Theory) (types : List Expr) : List Name → List Operation →
    MetaM (List Operation)
  | [], acc => pure acc
  | n :: ns, acc => do
    match (← getEnv).find? n with
    | some (.defnInfo _) =>
      if n.isInternal || isPrivateName n then definedOperations th types ns acc
      else definedOperations th types ns (← onEach n types acc)
    | _ => definedOperations th types ns acc
where
  onEach (n : Name) : List Expr → List Operation → MetaM (List Operation)
    | [], acc => pure acc
    | t :: ts, acc => do
      match ← (try operationOn th n t catch _ => pure none) with
      | some o => onEach n ts (if knownOperation o acc then acc else concat acc [o])
      | none => onEach n ts acc

def allConstructors : List Expr → List Operation → MetaM (List Operation)
  | [], acc => pure acc
  | t :: ts, acc => do
    allConstructors ts (concat acc (← (try constructorOperations t catch _ => pure [])))

/-- Library functions that definitions are often made of, with the number of their arguments. -/
def libraryFunctions : List (Name × Nat) :=
  [(``HAdd.hAdd, 2), (``HMul.hMul, 2), (``HAppend.hAppend, 2), (``List.reverse, 1),
   (``List.length, 1)]

def usedBy (env : Environment) (n : Name) : List Name → Bool
  | [] => false
  | d :: ds => (match env.find? d with
    | some (.defnInfo v) => v.value.getUsedConstantsAsSet.contains n
    | _ => false) || usedBy env n ds

/-- A library function as an operation on values of one type, if it takes them. -/
def libraryOperation (n : Name) (arity : Nat) (type : Expr) : MetaM (Option Operation) := do
  let a ← mkFreshExprMVar (some type)
  let b ← mkFreshExprMVar (some type)
  let holes := if arity == 1 then #[a] else #[a, b]
  let made ← instantiateMVars (← mkAppM n holes)
  let result ← instantiateMVars (← inferType made)
  let body := made.abstract holes
  if body.hasMVar || result.hasMVar || !(← isDataType result) then pure none
  else pure (some { body, holes := if arity == 1 then [type] else [type, type], result })

def libraryOperations (env : Environment) (definitions : List Name)
    (types : List Expr) : List (Name × Nat) → List Operation → MetaM (List Operation)
  | [], acc => pure acc
  | (n, arity) :: rest, acc => do
    if usedBy env n definitions then
      libraryOperations env definitions types rest (← onEach n arity types acc)
    else libraryOperations env definitions types rest acc
where
  onEach (n : Name) (arity : Nat) : List Expr → List Operation → MetaM (List Operation)
    | [], acc => pure acc
    | t :: ts, acc => do
      match ← (try libraryOperation n arity t catch _ => pure none) with
      | some o => onEach n arity ts (if knownOperation o acc then acc else concat acc [o])
      | none => onEach n arity ts acc

/-- Names for variables: three of each type. -/
def letters : List String := ["x", "y", "z"]

def usedIn (e : Equation) : List Expr → List Expr
  | [] => []
  | v :: vs => match v with
    | .fvar id =>
      if e.left.containsFVar id || e.right.containsFVar id then v :: usedIn e vs else usedIn e vs
    | _ => usedIn e vs

def textOf (e : Expr) : MetaM String := do pure (toString (← ppExpr e))

def variableRows : List Expr → Array Json → MetaM (Array Json)
  | [], acc => pure acc
  | v :: vs, acc => do
    let name ← textOf v
    let type ← textOf (← inferType v)
    variableRows vs (acc.push (Json.mkObj [("name", Json.str name), ("type", Json.str type)]))

def callRows (env : Environment) : List Call → Array Json → MetaM (Array Json)
  | [], acc => pure acc
  | c :: cs, acc => do
    let recursive := match env.find? c.function with
      | some ci => isRecursiveDefinition ci
      | none => false
    if recursive && allVariables (argumentsOf c.term []) then
      callRows env cs (acc.push (Json.str (← textOf c.term)))
    else callRows env cs acc

partial def equationRows (variables : List Expr) (es : Array Equation) (i : Nat)
    (acc : Array Json) : MetaM (Array Json) := do
  match es[i]? with
  | none => pure acc
  | some e =>
    let env ← getEnv
    let calls := callsIn env e.right (callsIn env e.left [])
    -- The library knows its own laws.
    if count calls 0 == 0 then equationRows variables es (i + 1) acc
    else
    let row := Json.mkObj [("variables", Json.arr (← variableRows (usedIn e variables) #[])),
      ("left", Json.str (← textOf e.left)), ("right", Json.str (← textOf e.right)),
      ("calls", Json.arr (← callRows env calls #[]))]
    equationRows variables es (i + 1) (acc.push row)

partial def withVariables (memo : ValueMemo) (th : Theory) (types : List Expr) (i : Nat)
    (lctx : LocalContext)
    (variables : List SmallTerm) (k : List SmallTerm → MetaM Json) : MetaM Json := do
  match types with
  | [] => fun ctx st => k (reverseOnto variables []) { ctx with lctx } st
  | t :: ts =>
    let closed := match th.replaced[0]? with
      | some values => (t.abstract th.fixed).instantiateRev values
      | none => t
    letter closed t ts letters lctx variables
where
  letter (closed t : Expr) (ts : List Expr) : List String → LocalContext → List SmallTerm →
    MetaM Json
    | [], lctx, variables => withVariables memo th ts (i + 1) lctx variables k
    | l :: ls, lctx, variables => do
      match ← sampled memo closed (100 + 10 * i + count ls 0) with
      | none => withVariables memo th ts (i + 1) lctx variables k
      | some values =>
        let name := Name.mkSimple (l ++ toString (i + 1))
        let id : FVarId := ⟨.num (.str `orch_explore l) i⟩
        letter closed t ts ls (lctx.mkLocalDecl id name t .default)
          ({ term := .fvar id, type := t, size := 1, hash := hashValues values 0 7, values,
             bodies := #[], arguments := [] } :: variables)

def termList : List SmallTerm → List Expr
  | [] => []
  | t :: ts => t.term :: termList ts

def addVariables (sp : Space) : List SmallTerm → MetaM Unit
  | [] => pure ()
  | t :: ts => do keepTerm sp t; addVariables sp ts

def exploreGoal (g : MVarId) (mostSize mostTerms : Nat) : MetaM Json := inGoal g do
  let env ← getEnv
  let decl ← g.getDecl
  let target ← instantiateMVars decl.type
  let locals ← localDecls decl.lctx
  let memo : ValueMemo ← IO.mkRef []
  let none_ : Theory :=
    { fixed := #[], replaced := emptyRows (choices + moreChoices) #[], functions := [], data := [] }
  let th ← theoryOf memo locals none_ 1
  let stated := inTypes (typesOfLocals locals) (termsIn target [])
  let called ← operationsIn th stated []
  let types ← typesOfData th.data (dataTypes th called [])
  let reached := behind env (concat target.getUsedConstantsAsSet.toList (constantsOfLocals locals))
    {} []
  let types := dataTypes th (← allConstructors types []) types
  let defined ← definedOperations th types reached called
  let types := dataTypes th defined types
  let defined ← libraryOperations env reached types libraryFunctions defined
  let built ← allConstructors types []
  let types := dataTypes th built types
  withVariables memo th types 0 decl.lctx [] fun variables => do
    let sp : Space := { shelves := ← IO.mkRef #[], index := ← IO.mkRef (Table.empty 1024),
                        known := ← IO.mkRef (Table.empty 2048), results := ← IO.mkRef #[],
                        equations := ← IO.mkRef #[], made := ← IO.mkRef 0, theory := th,
                        variables := termList variables, mostTerms }
    addVariables sp variables
    (try do
      -- Constructors first: what a function comes to is then told in their terms.
      let ops := ready th (concat built defined)
      fillAll sp 1 ops
      grow sp ops 2 mostSize
    catch _ => pure ())
    let rows ← equationRows sp.variables (mostGeneral sp.variables (← sp.equations.get) 0 #[]) 0 #[]
    pure (Json.mkObj [("terms", natJ (← sp.made.get)), ("equations", Json.arr rows)])
where
  inTypes : List Expr → List Expr → List Expr
    | [], acc => acc
    | t :: ts, acc => inTypes ts (termsIn t acc)
  typesOfData : List Expr → List Expr → MetaM (List Expr)
    | [], acc => pure acc
    | v :: vs, acc => do typesOfData vs (addNew (← instantiateMVars (← inferType v)) acc)

def explore (srv : Server) (j : Json) (core : Core.Context) : Handler Json := do
  let s ← getState srv (← nat j "state")
  match s.goals with
  | [] => fail "lean" "no goals"
  | g :: _ =>
    let (found, _) ← runTerm core "" s
      (exploreGoal g ((nat? j "size").getD 5) ((nat? j "terms").getD 800))
    pure found

end Orch
