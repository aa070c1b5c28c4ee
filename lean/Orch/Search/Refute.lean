import Orch.Search.NarrowSearch
open Lean Elab Meta

namespace Orch

/-! ### Counterexamples to a goal -/

/-- What is to be true of a counterexample: the conditions, and not the conclusion. -/
def Trial.denied (t : Trial) : Test := go t.conditions
where
  go : List Test → Test
    | [] => .not t.conclusion
    | c :: cs => .and c (go cs)

def Test.terms : Test → List Expr → List Expr
  | .same a b, acc => a :: b :: acc
  | .bool e, acc => e :: acc
  | .unfold e, acc => e :: acc
  | .not s, acc => s.terms acc
  | .and s t, acc => t.terms (s.terms acc)
  | .or s t, acc => t.terms (s.terms acc)
  | .imp s t, acc => t.terms (s.terms acc)
  | .iff s t, acc => t.terms (s.terms acc)
  | _, acc => acc

partial def literalsIn (e : Expr) (acc : List Nat) : List Nat :=
  match e with
  | .lit (.natVal k) =>
    if k > 2 && k < 100000 && (findFirst (fun i => i == k) acc).isNone then k :: acc else acc
  | .app f a => literalsIn a (literalsIn f acc)
  | .lam _ _ b _ => literalsIn b acc
  | .mdata _ b => literalsIn b acc
  | _ => acc

/-- A number, the one before and the one after it. -/
def around : List Nat → List Nat
  | [] => []
  | k :: ks => (k - 1) :: k :: (k + 1) :: around ks

/-- A value as it is written: numbers as numbers. -/
partial def tidy (e : Expr) : Expr :=
  match e with
  | .app (.const ``Nat.succ _) x => match tidy x with
    | .lit (.natVal k) => rawNat (k + 1)
    | x => .app (.const ``Nat.succ []) x
  | .app f a => .app (tidy f) (tidy a)
  | _ => e

/-- What the two sides of a conclusion come to. -/
def Test.sides (t : Test) (values : Array Expr) : MetaM Json := do
  match t with
  | .same a b => shown a b
  | .not (.same a b) => shown a b
  | .bool e => match argumentsOf e [] with
    | [p, _] => match reverseOnto (argumentsOf p []) [] with
      | b :: a :: _ => shown a b
      | _ => pure .null
    | _ => pure .null
  | _ => pure .null
where
  shown (a b : Expr) : MetaM Json := do
    let env ← getEnv
    match normalForm env (a.instantiateRev values), normalForm env (b.instantiateRev values) with
    | some a, some b => do
      let a ← ppExpr a
      let b ← ppExpr b
      pure (Json.arr #[Json.str (toString a), Json.str (toString b)])
    | _, _ => pure .null

/-- Values as they are told, with what the two sides of the conclusion come to. -/
def Trial.told (t : Trial) (conclusion : Test) (values : Array Expr) : MetaM (Json × Json) := do
  let given ← givenJ (mapArray tidy values 0 #[]) t.given 0 #[]
  let sides ← (try conclusion.sides values catch _ => pure .null)
  pure (Json.arr given, sides)

/-- Looks for values for which a statement is false, by need. -/
partial def Trial.narrow (t : Trial) (limit heartbeats : Nat) (cpuUntil : Option Nat) :
    MetaM (Progress × Json × Json) := do
  let before ← getEnv
  let terms := t.denied.terms []
  let names ← unroll (constants terms)
  let inPlace := fun (test : Test) => match names with
    | [] => test
    | names => test.replace (renamed names)
  let n : Narrowing := { lctx := ← IO.mkRef (← getLCtx), next := ← IO.mkRef 0,
                         memo := ← IO.mkRef [], literals := around (numbers terms []) }
  let values ← unknowns n t.types 0 #[]
  let q : Queue := { nodes := ← IO.mkRef (Array.replicate largestNode []) }
  let test := (inPlace t.denied).replace fun e => e.instantiateRev values
  q.push { size := 0, values, test }
  let progress ← IO.mkRef ({} : Progress)
  let stopAt := (← IO.getNumHeartbeats) + heartbeats
  -- Out of heartbeats, what was found so far counts.
  try n.search q { steps := limit, stopAt, cpuUntil } progress catch _ => pure ()
  let now ← progress.get
  let (values, sides) ← match now.found with
    | none => pure (Json.null, Json.null)
    | some node => n.inside (t.told (inPlace t.conclusion) node.values)
  setEnv before
  pure (now, values, sides)
where
  constants : List Expr → List Name
    | [] => []
    | e :: es => concat e.getUsedConstantsAsSet.toList (constants es)
  numbers : List Expr → List Nat → List Nat
    | [], acc => acc
    | e :: es, acc => numbers es (literalsIn e acc)
  unknowns (n : Narrowing) (types : Array Expr) (i : Nat) (acc : Array Expr) :
      MetaM (Array Expr) := do
    match types[i]? with
    | none => pure acc
    | some t => unknowns n types (i + 1) (acc.push (← n.unknown `orch_unknown t))

/-- Choices of values that are listed before anything is narrowed. Closed terms compute fast, and
the simplest statements fail for the first of them. -/
def listedFirst : Nat := 100

def Trial.refute (t : Trial) (limit heartbeats : Nat) (cpuUntil : Option Nat) : MetaM Json := do
  let begun ← IO.getNumHeartbeats
  let cpu ← match cpuUntil, ← threadCpu with
    | some most, some now => pure (some ((most - now) / 3))
    | _, _ => pure none
  let tally ← t.search (if limit < listedFirst then limit else listedFirst) (some (heartbeats / 3))
    cpu
  match tally.found with
  | some values => do
    let (values, sides) ← t.told t.conclusion values
    pure (answer tally.tried tally.unknown values sides)
  | none => do
    let spent := (← IO.getNumHeartbeats) - begun
    let (p, values, sides) ← t.narrow limit (heartbeats / 10 * 9 - spent) cpuUntil
    pure (answer (tally.tried + p.tried) (tally.unknown + p.unknown) values sides)
where
  answer (tried unknown : Nat) (values sides : Json) : Json :=
    Json.mkObj [("tried", natJ tried), ("unknown", natJ unknown), ("counterexample", values),
                ("sides", sides)]

/-- Nothing to try, where a statement cannot be opened. -/
def nothingTried : Json :=
  Json.mkObj [("tried", natJ 0), ("unknown", natJ 0), ("counterexample", .null), ("sides", .null)]

/-- Looks for values for which the first goal of a state is false. -/
def tryGoal (g : MVarId) (limit heartbeats : Nat) (cpuUntil : Option Nat) :
    MetaM Json := inGoal g do
  let decl ← g.getDecl
  let target ← instantiateMVars decl.type
  match ← trialOf (← localDecls decl.lctx) target decl.lctx with
  | none => pure nothingTried
  | some t => t.refute limit heartbeats cpuUntil

def counterexample (srv : Server) (j : Json) (core : Core.Context) : Handler Json := do
  let s ← getState srv (← nat j "state")
  match s.goals with
  | [] => fail "lean" "no goals"
  | g :: _ =>
    let heartbeats := 1000 * (nat? j "heartbeats").getD 200000
    let cpuUntil ← match nat? j "cpuMillis", ← threadCpu with
      | some most, some now => pure (some (now + 1000 * most))
      | _, _ => pure none
    let limit := (nat? j "limit").getD 1000
    let (found, _) ← runTerm core "" s (tryGoal g limit heartbeats cpuUntil)
    pure found

end Orch
