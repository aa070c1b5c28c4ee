/-
Declarations go through the kernel, one after the other, into a clean environment. Nothing is taken
over unchecked: what the statement stands on and what the proof stands on are treated alike. Two
things differ. Axioms come from the statement's side only and need to be allowed by whoever asks;
and what the proof declares under a name of the statement must be the same declaration.
-/
import Orch.Verdict.PlainTypes
open Lean

namespace Orch

/-- Why an answer is no: a stable word and a sentence. -/
structure Refusal where
  reason : String
  detail : String

/-- A replay in progress, and how many declarations the kernel has been given. -/
structure Replay where
  env : Environment
  checked : Nat := 0
  /-- Names declared by the proof itself: the theorem must be one of them. -/
  declared : NameSet := {}

inductive Step where
  | refused (r : Refusal)
  | continue (s : Replay)

def refuse (reason detail : String) : Handler Step := pure (.refused { reason, detail })

/-- Adds a declaration through the kernel with checking on; there are no options to switch it off. -/
def kernelAdd (env : Environment) (d : Declaration) (token : IO.CancelToken) : Except Kernel.Exception Environment :=
  env.addDeclCore 0 d (some token) (doCheck := true)

def add (s : Replay) (token : IO.CancelToken) (name : Name) (d : Declaration) : Handler Step := do
  match kernelAdd s.env d token with
  | .ok env => pure (.continue { s with env, checked := s.checked + 1 })
  | .error ex =>
    if ← token.isSet then fail "cancelled" "cancelled"
    else refuse "kernel" s!"the kernel refuses {showName name}: {← (ex.toMessageData {}).toString}"

/-! ### Inductive types -/

def readConstructors (r : Reader) : List Json → Handler (List Constructor)
  | [] => pure []
  | j :: js => do
    let name ← r.name (field j "name")
    let type ← r.expr (field j "type")
    pure ({ name, type } :: (← readConstructors r js))

def readInductives (r : Reader) : List Json → Handler (List InductiveType)
  | [] => pure []
  | j :: js => do
    let name ← r.name (field j "name")
    let type ← r.expr (field j "type")
    let ctors ← readConstructors r (← rowsOf j "constructors")
    pure ({ name, type, ctors } :: (← readInductives r js))

def sameConstructors (env : Environment) : List Name → List Constructor → Bool
  | [], [] => true
  | n :: ns, c :: cs => match env.find? n with
    | some (.ctorInfo v) => n == c.name && v.type == c.type && sameConstructors env ns cs
    | _ => false
  | _, _ => false

def sameInductives (env : Environment) (levels : List Name) (params : Nat) : List InductiveType → Bool
  | [] => true
  | t :: ts => match env.find? t.name with
    | some (.inductInfo v) =>
      (env.getModuleIdxFor? t.name).isNone && v.levelParams == levels && v.numParams == params && v.type == t.type
        && sameConstructors env v.ctors t.ctors && sameInductives env levels params ts
    | _ => false

def anyKnown (env : Environment) : List InductiveType → Bool
  | [] => false
  | t :: ts => (env.find? t.name).isSome || anyKnown env ts

/-- `type → True` with its proof: the kernel accepts it just if `type` is a well-formed type. -/
def wellFormed (levels : List Name) (type : Expr) : Declaration :=
  let name := .str .anonymous "_orch_well_formed"
  .thmDecl { name, levelParams := levels, type := .forallE `x type (.const ``True []) .default,
             value := .lam `x type (.const ``True.intro []) .default }

def areWellFormed (env : Environment) (token : IO.CancelToken) : List Name → Bool
  | [] => true
  | n :: ns => match env.find? n with
    | some ci => match kernelAdd env (wellFormed ci.levelParams ci.type) token with
      | .ok _ => areWellFormed env token ns
      | .error _ => false
    | none => areWellFormed env token ns

/-- What the kernel makes of a type: its constructors and its recursors, also those of nested occurrences. -/
def derivedNames (env : Environment) : List InductiveType → List Name
  | [] => []
  | t :: ts =>
    let rec nested : Nat → List Name
      | 0 => []
      | k+1 => Name.str t.name s!"rec_{k+1}" :: nested k
    match env.find? t.name with
    | some (.inductInfo v) =>
      concat v.ctors (Name.str t.name "rec" :: concat (nested v.numNested) (derivedNames env ts))
    | _ => derivedNames env ts

def declaredTypes (s : Replay) : List InductiveType → Replay
  | [] => s
  | t :: ts => declaredTypes { s with declared := s.declared.insert t.name } ts

def addInductive (s : Replay) (token : IO.CancelToken) (r : Reader) (row : Json) : Handler Step := do
  let types ← readInductives r (← rowsOf row "types")
  let levels ← r.namesOf (← rowsOf row "levels")
  match types, nat? row "params" with
  | t :: _, some params =>
    if flag row "unsafe" then refuse "unsafe" s!"{showName t.name} is unsafe"
    else if anyKnown s.env types then
      if sameInductives s.env levels params types then pure (.continue (declaredTypes s types))
      else refuse "redefines" s!"{showName t.name} is declared differently from the {showName t.name} of the statement"
    else if !PlainForm.holds { env := s.env, types := typeNames types, levels, params } types then
      refuse "inductive" s!"{showName t.name} is not in the plain form of inductive types that this kernel checks completely"
    else match ← add s token t.name (.inductDecl levels params types false) with
      | .continue s =>
        if areWellFormed s.env token (derivedNames s.env types) then pure (.continue (declaredTypes s types))
        else if ← token.isSet then fail "cancelled" "cancelled"
        else refuse "inductive" s!"{showName t.name} has an ill-formed constructor or recursor"
      | step => pure step
  | _, _ => malformed "inductive type"

/-! ### Everything else -/

def readHints (j : Json) : Handler ReducibilityHints :=
  match j with
  | .str "opaque" => pure .opaque
  | .str "abbrev" => pure .abbrev
  | j => match natOf j with
    | some h => if h < 4294967296 then pure (.regular (UInt32.ofNat h)) else malformed "hint"
    | none => malformed "hint"

/-- A name that the statement's side has declared must be declared exactly so. Library names never
travel: whoever declares one means something else by it. -/
def sameConstant (env : Environment) (kind : String) (name : Name) (levels : List Name) (type : Expr) (value : Option Expr)
    (ci : ConstantInfo) : Bool :=
  if (env.getModuleIdxFor? name).isSome || levels != ci.levelParams || !(type == ci.type) then false
  else match ci, value with
    | .thmInfo v, some e => kind == "theorem" && v.value == e
    | .defnInfo v, some e => kind == "definition" && v.value == e
    | .opaqueInfo v, some e => kind == "opaque" && v.value == e
    | .axiomInfo _, none => kind == "axiom"
    | _, _ => false

structure Side where
  /-- Axioms that this side may declare. -/
  axioms : List Name

def addConstant (side : Side) (s : Replay) (token : IO.CancelToken) (r : Reader) (row : Json) : Handler Step := do
  let name ← r.name (field row "name")
  let kind := (str? row "kind").getD ""
  let levelParams ← r.namesOf (← rowsOf row "levels")
  let type ← r.expr (field row "type")
  let value ← if kind == "axiom" then pure none else do pure (some (← r.expr (field row "value")))
  match s.env.find? name with
  | some ci =>
    if sameConstant s.env kind name levelParams type value ci then
      pure (.continue { s with declared := s.declared.insert name })
    else refuse "redefines" s!"{showName name} is declared differently from the {showName name} of the statement"
  | none =>
    let s := { s with declared := s.declared.insert name }
    if !closed type then refuse "malformed" s!"{showName name} is not a closed term"
    else match kind, value with
      | "axiom", none =>
        if isMember sameName name side.axioms then
          add s token name (.axiomDecl { name, levelParams, type, isUnsafe := false })
        else refuse "axiom" s!"the axiom {showName name} is not allowed"
      | _, none => malformed "declaration"
      | kind, some value =>
        if !closed value then refuse "malformed" s!"{showName name} is not a closed term"
        else match kind with
          | "theorem" => add s token name (.thmDecl { name, levelParams, type, value })
          | "definition" =>
            if str? row "safety" == some "safe" then do
              let hints ← readHints (field row "hints")
              add s token name (.defnDecl { name, levelParams, type, value, hints, safety := .safe })
            else refuse "unsafe" s!"{showName name} is unsafe or partial"
          | "opaque" =>
            if flag row "unsafe" then refuse "unsafe" s!"{showName name} is unsafe"
            else add s token name (.opaqueDecl { name, levelParams, type, value, isUnsafe := false, all := [name] })
          | _ => malformed "declaration"

def addAll (side : Side) (token : IO.CancelToken) (r : Reader) : List Json → Replay → Handler Step
  | [], s => pure (.continue s)
  | row :: rows, s => do
    let step ← if str? row "kind" == some "inductive" then addInductive s token r row else addConstant side s token r row
    match step with
    | .continue s => addAll side token r rows s
    | step => pure step

end Orch
