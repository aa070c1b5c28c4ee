import Orch.Search.Survey
open Lean Elab Meta

namespace Orch

/-! ### Declarations as data

What a statement or a proof stands on leaves this process as plain tables, for the verdict program
to replay. Nothing written here is believed. -/

structure Exporter where
  env : Environment
  /-- Modules whose declarations travel although they were imported: the verdict does not import
  them. -/
  own : List Name
  writer : Writer
  seen : IO.Ref NameSet
  rows : IO.Ref (Array Json)

def newExporter (env : Environment) (j : Json) : BaseIO Exporter := do
  pure { env, own := namesOf (strings j "own"), writer := ← newWriter 8192 false,
         seen := ← IO.mkRef {}, rows := ← IO.mkRef #[] }

def Exporter.isLibrary (x : Exporter) (n : Name) : Bool :=
  match x.env.getModuleIdxFor? n with
  | none => false
  | some i => match x.own, x.env.header.moduleNames[i.toNat]? with
    | [], _ => true
    | own, some module => !isMember sameName module own
    | _, none => true

def Exporter.mark (x : Exporter) (ns : List Name) : BaseIO Unit :=
  x.seen.modify fun s => insertAll ns s

def Exporter.row (x : Exporter) (fields : List (String × Json)) : BaseIO Unit :=
  x.rows.modify fun a => a.push (Json.mkObj fields)

def Exporter.nameList (x : Exporter) : List Name → Array Json → BaseIO Json
  | [], acc => pure (Json.arr acc)
  | n :: ns, acc => do x.nameList ns (acc.push (natJ (← x.writer.name n)))

def Exporter.signature (x : Exporter) (kind : String)
    (v : ConstantVal) : BaseIO (List (String × Json)) := do
  pure [("kind", Json.str kind), ("name", natJ (← x.writer.name v.name)),
        ("levels", ← x.nameList v.levelParams #[]), ("type", natJ (← x.writer.expr v.type))]

def constructorRows (x : Exporter) : List Name → Array Json → BaseIO (Array Json)
  | [], acc => pure acc
  | n :: ns, acc => do
    match x.env.find? n with
    | some (.ctorInfo c) =>
      let name ← x.writer.name n
      constructorRows x ns
        (acc.push (Json.mkObj [("name", natJ name), ("type", natJ (← x.writer.expr c.type))]))
    | _ => constructorRows x ns acc

def inductiveRows (x : Exporter) : List Name → Array Json → BaseIO (Array Json)
  | [], acc => pure acc
  | n :: ns, acc => do
    match x.env.find? n with
    | some (.inductInfo v) =>
      let name ← x.writer.name n
      let type ← x.writer.expr v.type
      let ctors ← constructorRows x v.ctors #[]
      inductiveRows x ns
        (acc.push
        (Json.mkObj [("name", natJ name), ("type", natJ type), ("constructors", Json.arr ctors)]))
    | _ => inductiveRows x ns acc

def hintsJ : ReducibilityHints → Json
  | .opaque => Json.str "opaque"
  | .abbrev => Json.str "abbrev"
  | .regular h => natJ h.toNat

def safetyJ : DefinitionSafety → Json
  | .safe => Json.str "safe"
  | .unsafe => Json.str "unsafe"
  | .partial => Json.str "partial"

def constructorsOf (env : Environment) (ns : List Name) : List Name :=
  foldList (fun acc n => match env.find? n with
    | some (.inductInfo v) => concat acc v.ctors
    | _ => acc) [] ns

mutual
/-- Writes a declaration after everything it depends on. -/
partial def Exporter.declare (x : Exporter) (n : Name) : BaseIO Unit := do
  if (← x.seen.get).contains n || x.isLibrary n then pure ()
  else match x.env.find? n with
    | none => pure ()
    | some ci =>
      x.mark [n]
      match ci with
      | .inductInfo v =>
        x.mark v.all
        let ctors := constructorsOf x.env v.all
        x.mark ctors
        x.declareUsedBy v.all
        x.declareUsedBy ctors
        let types ← inductiveRows x v.all #[]
        x.row [("kind", Json.str "inductive"), ("levels", ← x.nameList v.levelParams #[]),
          ("params", natJ v.numParams), ("unsafe", Json.bool v.isUnsafe), ("types", Json.arr types)]
      | .ctorInfo v => x.declare v.induct
      | .recInfo v => x.declareAll v.all
      | .quotInfo _ => pure ()
      | .axiomInfo v =>
        x.declareUsedBy [n]
        x.row (← x.signature "axiom" v.toConstantVal)
      | .thmInfo v =>
        x.declareUsedBy [n]
        let s ← x.signature "theorem" v.toConstantVal
        x.row (("value", natJ (← x.writer.expr v.value)) :: s)
      | .opaqueInfo v =>
        x.declareUsedBy [n]
        let s ← x.signature "opaque" v.toConstantVal
        x.row (("value", natJ (← x.writer.expr v.value)) :: ("unsafe", Json.bool v.isUnsafe) :: s)
      | .defnInfo v =>
        x.declareUsedBy [n]
        let s ← x.signature "definition" v.toConstantVal
        x.row (("value", natJ (← x.writer.expr v.value)) :: ("hints", hintsJ v.hints) ::
          ("safety", safetyJ v.safety) :: s)
partial def Exporter.declareUsedBy (x : Exporter) (ns : List Name) : BaseIO Unit := do
  match ns with
  | [] => pure ()
  | n :: ns => do
    match x.env.find? n with
    | some ci => x.declareAll ci.getUsedConstantsAsSet.toList
    | none => pure ()
    x.declareUsedBy ns
partial def Exporter.declareAll (x : Exporter) (ns : List Name) : BaseIO Unit := do
  match ns with
  | [] => pure ()
  | n :: ns => do x.declare n; x.declareAll ns
end

def Exporter.proof (x : Exporter) (theoremName : Name) : BaseIO Json := do
  x.declare theoremName
  let root ← x.writer.name theoremName
  pure (Json.mkObj
    (("theorem", natJ root) :: ("declarations", Json.arr (← x.rows.get)) :: (← x.writer.tables)))

/-- Universe parameters have no names that matter. -/
def numberedLevels : List Name → Nat → List Name
  | [], _ => []
  | _ :: ns, i => Name.str .anonymous s!"u_{i}" :: numberedLevels ns (i+1)

def axiomsHere (env : Environment) : IO (List Name) := do
  let found ← IO.mkRef []
  eachConstant (fun ci => match ci with
    | .axiomInfo v => found.modify fun l => v.name :: l
    | _ => pure ()) env.constants.map₂.root
  found.get

/-- A statement with everything it stands on. The axioms of its context go along: a proof may use
those that whoever asks has allowed, and none of its own. -/
def Exporter.statement (x : Exporter) (levelParams : List Name) (type : Expr) : IO Json := do
  let levels := numberedLevels levelParams 1
  let type := type.instantiateLevelParams levelParams (mapList (fun n => .param n) levels)
  x.declareAll type.getUsedConstantsAsSet.toList
  x.declareAll (← axiomsHere x.env)
  let root ← x.writer.expr type
  let names ← x.nameList levels #[]
  pure (Json.mkObj
    (("type", natJ root) :: ("levelParams", names) :: ("declarations", Json.arr (← x.rows.get))
    :: (← x.writer.tables)))

end Orch
