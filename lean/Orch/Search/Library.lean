import Orch.Search.Export
open Lean Elab Meta

namespace Orch

/-! ### The library as data, for the second kernel

Every constant of the environment, one line each, after lines for the names, levels and terms that
it is made of. Names and levels are numbered through the file, terms from 0 for each constant; equal
terms of one constant are written once. Theorems of a library without proofs come as what they are
here: statements, with the kind that they had. -/

structure LibraryWriter where
  file : IO.FS.Handle
  names : IO.Ref (Table Name)
  levels : IO.Ref (Table Level)
  exprs : IO.Ref (Table Expr)
  nameCount : IO.Ref Nat
  levelCount : IO.Ref Nat
  exprCount : IO.Ref Nat
  text : IO.Ref String

def LibraryWriter.put (w : LibraryWriter) (s : String) : BaseIO Unit :=
  w.text.modify fun t => t ++ s

def nextOf (r : IO.Ref Nat) : BaseIO Nat := r.modifyGet fun n => (n, n + 1)

partial def LibraryWriter.name (w : LibraryWriter) (n : Name) : BaseIO Nat := do
  match n with
  | .anonymous => pure 0
  | _ =>
    match (← w.names.get).find? sameName n.hash n with
    | some i => pure i
    | none =>
      match n with
      | .str p s => do
        let p ← w.name p
        w.put s!"n{p} {(Json.str s).compress}\n"
      | .num p k => do
        let p ← w.name p
        w.put s!"i{p} {k}\n"
      | .anonymous => pure ()
      let i ← nextOf w.nameCount
      w.names.modify fun t => t.insert n.hash n i
      pure i

partial def LibraryWriter.level (w : LibraryWriter) (u : Level) : BaseIO Nat := do
  match u with
  | .zero => pure 0
  | _ =>
    match (← w.levels.get).find? sameLevel u.hash u with
    | some i => pure i
    | none =>
      match u with
      | .succ a => do
        let a ← w.level a
        w.put s!"us{a}\n"
      | .max a b => do
        let a ← w.level a
        let b ← w.level b
        w.put s!"um{a} {b}\n"
      | .imax a b => do
        let a ← w.level a
        let b ← w.level b
        w.put s!"ux{a} {b}\n"
      | .param n => do
        let n ← w.name n
        w.put s!"up{n}\n"
      | _ => pure ()
      let i ← nextOf w.levelCount
      w.levels.modify fun t => t.insert u.hash u i
      pure i

partial def LibraryWriter.levelList (w : LibraryWriter) (us : List Level)
    (acc : String) : BaseIO String := do
  match us with
  | [] => pure acc
  | u :: us => do
    let u ← w.level u
    w.levelList us s!"{acc} {u}"

def binderCode : BinderInfo → Nat
  | .default => 0
  | .implicit => 1
  | .strictImplicit => 2
  | .instImplicit => 3

partial def LibraryWriter.expr (w : LibraryWriter) (e : Expr) : BaseIO Nat := do
  match e with
  | .mdata _ b => w.expr b
  | _ =>
    match (← w.exprs.get).find? sameTerm e.hash e with
    | some i => pure i
    | none =>
      match e with
      | .bvar k => w.put s!"b{k}\n"
      | .sort u => do
        let u ← w.level u
        w.put s!"s{u}\n"
      | .const n us => do
        let n ← w.name n
        let us ← w.levelList us ""
        w.put s!"c{n}{us}\n"
      | .app f a => do
        let f ← w.expr f
        let a ← w.expr a
        w.put s!"a{f} {a}\n"
      | .lam n t b i => do
        let n ← w.name n
        let t ← w.expr t
        let b ← w.expr b
        w.put s!"l{t} {b} {n} {binderCode i}\n"
      | .forallE n t b i => do
        let n ← w.name n
        let t ← w.expr t
        let b ← w.expr b
        w.put s!"p{t} {b} {n} {binderCode i}\n"
      | .letE n t v b _ => do
        let n ← w.name n
        let t ← w.expr t
        let v ← w.expr v
        let b ← w.expr b
        w.put s!"z{t} {v} {b} {n}\n"
      | .lit (.natVal k) => w.put s!"N{k}\n"
      | .lit (.strVal s) => w.put s!"T{(Json.str s).compress}\n"
      | .proj s k b => do
        let s ← w.name s
        let b ← w.expr b
        w.put s!"j{s} {k} {b}\n"
      | _ => pure ()
      let i ← nextOf w.exprCount
      w.exprs.modify fun t => t.insert e.hash e i
      pure i

partial def LibraryWriter.nameList (w : LibraryWriter) (ns : List Name)
    (acc : Array Json) : BaseIO Json := do
  match ns with
  | [] => pure (Json.arr acc)
  | n :: ns => do
    let n ← w.name n
    w.nameList ns (acc.push (natJ n))

partial def LibraryWriter.rules (w : LibraryWriter) (rs : List RecursorRule)
    (acc : Array Json) : BaseIO Json := do
  match rs with
  | [] => pure (Json.arr acc)
  | r :: rs => do
    let c ← w.name r.ctor
    let rhs ← w.expr r.rhs
    w.rules rs (acc.push (Json.arr #[natJ c, natJ r.nfields, natJ rhs]))

def quotientWord : QuotKind → String
  | .type => "type"
  | .ctor => "ctor"
  | .lift => "lift"
  | .ind => "ind"

/-- What a constant says beside its name, universe parameters and type. -/
def LibraryWriter.details (w : LibraryWriter) (env : Environment) (ci : ConstantInfo) :
    BaseIO (List (String × Json)) := do
  match ci with
  | .axiomInfo v => pure [("kind", Json.str "axiom"), ("unsafe", Json.bool v.isUnsafe),
      ("original", Json.str (originalKind env v.name))]
  | .defnInfo v => do
    let value ← w.expr v.value
    pure [("kind", Json.str "definition"), ("value", natJ value), ("hints", hintsJ v.hints),
          ("safety", safetyJ v.safety)]
  | .thmInfo v => do
    let value ← w.expr v.value
    pure [("kind", Json.str "theorem"), ("value", natJ value)]
  | .opaqueInfo v => do
    let value ← w.expr v.value
    pure [("kind", Json.str "opaque"), ("value", natJ value), ("unsafe", Json.bool v.isUnsafe)]
  | .quotInfo v =>
    pure [("kind", Json.str "quotient"), ("quotient", Json.str (quotientWord v.kind))]
  | .inductInfo v => do
    let all ← w.nameList v.all #[]
    let ctors ← w.nameList v.ctors #[]
    pure [("kind", Json.str "inductive"), ("numParams", natJ v.numParams),
          ("numIndices", natJ v.numIndices),
      ("all", all), ("ctors", ctors), ("numNested", natJ v.numNested), ("isRec", Json.bool v.isRec),
      ("unsafe", Json.bool v.isUnsafe), ("isReflexive", Json.bool v.isReflexive)]
  | .ctorInfo v => do
    let induct ← w.name v.induct
    pure [("kind", Json.str "constructor"), ("induct", natJ induct), ("index", natJ v.cidx),
      ("numParams", natJ v.numParams), ("numFields", natJ v.numFields)]
  | .recInfo v => do
    let all ← w.nameList v.all #[]
    let rules ← w.rules v.rules #[]
    pure [("kind", Json.str "recursor"), ("all", all), ("numParams", natJ v.numParams),
      ("numIndices", natJ v.numIndices), ("numMotives", natJ v.numMotives),
      ("numMinors", natJ v.numMinors),
      ("rules", rules), ("k", Json.bool v.k)]

def LibraryWriter.constant (w : LibraryWriter) (env : Environment)
    (ci : ConstantInfo) : IO Unit := do
  w.exprs.set (Table.empty 512)
  w.exprCount.set 0
  w.text.set ""
  let name ← w.name ci.name
  let levels ← w.nameList ci.levelParams #[]
  let type ← w.expr ci.type
  let details ← w.details env ci
  let row := Json.mkObj
    (("name", natJ name) :: ("levels", levels) :: ("type", natJ type) :: details)
  w.put (row.compress ++ "\n")
  w.file.putStr (← w.text.get)

partial def libraryConstants (w : LibraryWriter) (env : Environment) (data : ModuleData) (i : Nat)
    (written : IO.Ref Nat) :
    IO Unit := do
  match data.constants[i]? with
  | none => pure ()
  | some ci =>
    w.constant env ci
    written.modify (· + 1)
    libraryConstants w env data (i+1) written

partial def libraryModules (w : LibraryWriter) (env : Environment) (token : IO.CancelToken)
    (i : Nat) (written : IO.Ref Nat) :
    IO Unit := do
  match env.header.moduleData[i]? with
  | some data =>
    if ← token.isSet then pure ()
    else
      libraryConstants w env data 0 written
      libraryModules w env token (i+1) written
  | none => pure ()

/-- Writes every imported constant of an environment to a file. -/
def dumpLibrary (srv : Server) (j : Json) (token : IO.CancelToken) : Handler Json := do
  let c ← getContext srv ((nat? j "env").getD 0)
  let file ← ofIO (openForWriting (← str j "file"))
  let w : LibraryWriter :=
    { file, names := ← IO.mkRef (Table.empty 131072), levels := ← IO.mkRef (Table.empty 1024),
      exprs := ← IO.mkRef (Table.empty 512), nameCount := ← IO.mkRef 1,
      levelCount := ← IO.mkRef 1, exprCount := ← IO.mkRef 0, text := ← IO.mkRef "" }
  let written ← IO.mkRef 0
  ofIO (libraryModules w c.env token 0 written)
  ofIO (finish file)
  if ← token.isSet then fail "cancelled" "cancelled"
  else pure (Json.mkObj [("constants", natJ (← written.get))])

end Orch
