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
    else poolOf memo type (size + 1) (foldList (fun acc v => acc.push v) acc more)

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

def dataTypes (os : List Operation) (acc : List Expr) : List Expr :=
  foldList (fun acc o =>
    foldList (fun acc t => addNew t acc) (addNew o.result acc) o.holes) acc os

/-- The operations that something makes on values of each type, each once. -/
def onEachType (make : Expr → MetaM (Option Operation)) (types : List Expr)
    (acc : List Operation) : MetaM (List Operation) :=
  foldMeta (fun acc t => do
    match ← (try make t catch _ => pure none) with
    | some o => pure (addOperation o acc)
    | none => pure acc) acc types

def definedOperations (th : Theory) (types : List Expr) (ns : List Name) (acc : List Operation) :
    MetaM (List Operation) :=
  foldMeta (fun acc n => do
    match (← getEnv).find? n with
    | some (.defnInfo _) =>
      if n.isInternal || isPrivateName n then pure acc
      else onEachType (operationOn th n) types acc
    | _ => pure acc) acc ns

def allConstructors (types : List Expr) : MetaM (List Operation) :=
  foldMeta (fun acc t => do
    pure (concat acc (← (try constructorOperations t catch _ => pure [])))) [] types

/-- Library functions that definitions are often made of, with the number of their arguments. -/
def libraryFunctions : List (Name × Nat) :=
  [(``HAdd.hAdd, 2), (``HMul.hMul, 2), (``HAppend.hAppend, 2), (``List.reverse, 1),
   (``List.length, 1)]

def usedBy (env : Environment) (n : Name) (ds : List Name) : Bool :=
  anyOf (fun d => match env.find? d with
    | some (.defnInfo v) => v.value.getUsedConstantsAsSet.contains n
    | _ => false) ds

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
    (types : List Expr) (acc : List Operation) : MetaM (List Operation) :=
  foldMeta (fun acc (n, arity) => do
    if usedBy env n definitions then onEachType (libraryOperation n arity) types acc
    else pure acc) acc libraryFunctions

/-- Names for variables: three of each type. -/
def letters : List String := ["x", "y", "z"]

/-- The variables of an equation with their names and types, the last one first. -/
def variablesOf (e : Equation) (variables : List Expr) : MetaM (List (Expr × Name × Expr)) := do
  let used := keepIf (fun v => mentionsAny e.left [v] || mentionsAny e.right [v]) variables
  let named ← mapMeta (fun v => do
    pure (v, Name.mkSimple (← textOf v), ← instantiateMVars (← inferType v))) used
  pure (reverseOnto named [])

/-- An equation as a law; none about what only the library calls, which knows its own laws. -/
def equationRow (variables : List Expr) (e : Equation) : MetaM (Option Json) := do
  let env ← getEnv
  let calls := callsIn env e.right (callsIn env e.left [])
  if count calls 0 == 0 then pure none
  else
    let bound ← variablesOf e variables
    let statement := foldList (fun body (x, name, type) =>
      .forallE name type (body.abstract #[x]) .default) (← mkEq e.left e.right) bound
    let followed := keepIf
      (fun c => isRecursive env c.function && allVariables (argumentsOf c.term [])) calls
    let ordered := reverseOnto bound []
    let law : Law :=
      { statement, names := mapList (fun v => v.2.1) ordered,
        -- There is no induction on an element of a type variable.
        data := collect (fun v => if v.2.2.isFVar then none else some v.2.1) ordered,
        calls := ← mapMeta followedJ followed, isConditional := false, instance? := none }
    pure (some (law.row (← textOf statement) Json.null true))

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

def exploreGoal (g : MVarId) (mostSize mostTerms : Nat) : MetaM Json := inGoal g do
  let env ← getEnv
  let decl ← g.getDecl
  let target ← instantiateMVars decl.type
  let locals ← localDecls decl.lctx
  let memo : ValueMemo ← IO.mkRef []
  let none_ : Theory :=
    { fixed := #[], replaced := emptyRows (choices + moreChoices) #[], functions := [], data := [] }
  let th ← theoryOf memo locals none_ 1
  let stated := foldList (fun acc t => termsIn t acc) (termsIn target []) (typesOfLocals locals)
  let called ← operationsIn th stated
  let types ← typesOfData th.data (dataTypes called [])
  let reached := behind env (concat target.getUsedConstantsAsSet.toList (constantsOfLocals locals))
    {} []
  let types := dataTypes (← allConstructors types) types
  let defined ← definedOperations th types reached called
  let types := dataTypes defined types
  let defined ← libraryOperations env reached types defined
  let built ← allConstructors types
  let types := dataTypes built types
  withVariables memo th types 0 decl.lctx [] fun variables => do
    let sp : Space := { shelves := ← IO.mkRef #[], index := ← IO.mkRef (Table.empty 1024),
                        known := ← IO.mkRef (Table.empty 2048), results := ← IO.mkRef #[],
                        equations := ← IO.mkRef #[], made := ← IO.mkRef 0, theory := th,
                        variables := mapList (fun t => t.term) variables, mostTerms }
    foldMeta (fun _ t => keepTerm sp t) () variables
    (try do
      -- Constructors first: what a function comes to is then told in their terms.
      let ops := ready th (concat built defined)
      fillAll sp 1 ops
      grow sp ops 2 mostSize
    catch _ => pure ())
    let found := mostGeneral sp.variables (← sp.equations.get) 0 #[]
    let rows ← collectMeta (equationRow sp.variables) (listOf found)
    pure (Json.mkObj [("terms", natJ (← sp.made.get)), ("equations", Json.arr (arrayOf rows))])
where
  typesOfData (vs acc : List Expr) : MetaM (List Expr) :=
    foldMeta (fun acc v => do pure (addNew (← instantiateMVars (← inferType v)) acc)) acc vs

def explore (srv : Server) (j : Json) (core : Core.Context) : Handler Json := do
  let s ← getState srv (← nat j "state")
  match s.goals with
  | [] => fail "lean" "no goals"
  | g :: _ =>
    let (found, _) ← runTerm core "" s
      (exploreGoal g ((nat? j "size").getD 5) ((nat? j "terms").getD 800))
    pure found

end Orch
