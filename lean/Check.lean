
/-! ### The final check

Two processes take part. One elaborates the candidate's text, which may do anything, and exports
the declarations that the theorem stands on as plain data. The other, which never reads candidate
text, elaborates the statement itself, adds the exported declarations through its own kernel, and
asks its kernel whether the candidate proves the statement. Only the second one is trusted. -/

structure Exporter where
  base : Environment
  env : Environment
  writer : Writer
  seen : IO.Ref NameSet
  rows : IO.Ref (Array Json)

def Exporter.isKnown (x : Exporter) (n : Name) : Bool := (x.base.find? n).isSome

def Exporter.mark (x : Exporter) : List Name → BaseIO Unit
  | [] => pure ()
  | n :: ns => do
    x.seen.modify fun s => s.insert n
    x.mark ns

def Exporter.row (x : Exporter) (fields : List (String × Json)) : BaseIO Unit :=
  x.rows.modify fun a => a.push (Json.mkObj fields)

def Exporter.nameList (x : Exporter) : List Name → Array Json → BaseIO Json
  | [], acc => pure (Json.arr acc)
  | n :: ns, acc => do x.nameList ns (acc.push (natJ (← x.writer.name n)))

def Exporter.signature (x : Exporter) (kind : String) (v : ConstantVal) : BaseIO (List (String × Json)) := do
  pure [("kind", Json.str kind), ("name", natJ (← x.writer.name v.name)),
        ("levels", ← x.nameList v.levelParams #[]), ("type", natJ (← x.writer.expr v.type))]

def constructorRows (x : Exporter) : List Name → Array Json → BaseIO (Array Json)
  | [], acc => pure acc
  | n :: ns, acc => do
    match x.env.find? n with
    | some (.ctorInfo c) =>
      let name ← x.writer.name n
      constructorRows x ns (acc.push (Json.mkObj [("name", natJ name), ("type", natJ (← x.writer.expr c.type))]))
    | _ => constructorRows x ns acc

def inductiveRows (x : Exporter) : List Name → Array Json → BaseIO (Array Json)
  | [], acc => pure acc
  | n :: ns, acc => do
    match x.env.find? n with
    | some (.inductInfo v) =>
      let name ← x.writer.name n
      let type ← x.writer.expr v.type
      let ctors ← constructorRows x v.ctors #[]
      inductiveRows x ns (acc.push (Json.mkObj [("name", natJ name), ("type", natJ type), ("constructors", Json.arr ctors)]))
    | _ => inductiveRows x ns acc

def hintsJ : ReducibilityHints → Json
  | .opaque => Json.str "opaque"
  | .abbrev => Json.str "abbrev"
  | .regular h => natJ h.toNat

def safetyJ : DefinitionSafety → Json
  | .safe => Json.str "safe"
  | .unsafe => Json.str "unsafe"
  | .partial => Json.str "partial"

def constructorsOf (env : Environment) : List Name → List Name
  | [] => []
  | n :: ns => match env.find? n with
    | some (.inductInfo v) => concat v.ctors (constructorsOf env ns)
    | _ => constructorsOf env ns

mutual
/-- Writes a declaration after everything it depends on. -/
partial def Exporter.declare (x : Exporter) (n : Name) : BaseIO Unit := do
  if (← x.seen.get).contains n || x.isKnown n then pure ()
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
        x.row (("value", natJ (← x.writer.expr v.value)) :: ("hints", hintsJ v.hints) :: ("safety", safetyJ v.safety) :: s)
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

/-- Elaborates a candidate and exports what its theorem stands on. Nothing here is trusted. -/
def exportProof (srv : Server) (j : Json) (token : IO.CancelToken) (core : Core.Context) : Handler Json := do
  let e ← newElaboration (← str j "text") token core false
  let (c, ps) ← contextFor srv j e
  let st ← if ← e.hasError.get then pure (commandState c) else e.commands ps (commandState c)
  let messages := Json.arr (← e.messages.get)
  let name := (← str j "theorem").toName
  if ← e.hasError.get then pure (Json.mkObj [("messages", messages), ("proof", Json.null)])
  else match st.env.find? name with
    | none => pure (Json.mkObj [("messages", messages), ("proof", Json.null)])
    | some _ =>
      let x : Exporter := { base := c.env, env := st.env, writer := ← newWriter 8192 false,
                            seen := ← IO.mkRef {}, rows := ← IO.mkRef #[] }
      x.declare name
      let root ← x.writer.name name
      let fields := ("theorem", natJ root) :: ("declarations", Json.arr (← x.rows.get)) :: (← x.writer.tables)
      pure (Json.mkObj [("messages", messages), ("proof", Json.mkObj fields)])

/-! #### The judge's half -/

inductive Verdict where
  | refused (reason detail : String)
  | continue (env : Environment)

def exprText (e : Expr) : BaseIO String := do
  let w ← newWriter 1024 false
  let memo : Stripper := { memo := ← IO.mkRef (Table.empty 1024), out := ← IO.mkRef #[] }
  let _ ← w.expr (← memo.expr e)
  w.text

def sameExpr (a b : Expr) : BaseIO Bool := do
  pure ((← exprText a) == (← exprText b))

def sameConstructors (env : Environment) (r : Reader) : List Name → List Json → Handler Bool
  | [], [] => pure true
  | n :: ns, j :: js => do
    let name ← r.name ((j.getObjVal? "name").toOption.getD .null)
    let type ← r.expr ((j.getObjVal? "type").toOption.getD .null)
    match env.find? n with
    | some (.ctorInfo c) =>
      if name == n && (← sameExpr c.type type) then sameConstructors env r ns js else pure false
    | _ => pure false
  | _, _ => pure false

def field (j : Json) (key : String) : Json :=
  match j.getObjVal? key with
  | .ok v => v
  | _ => .null

/-- A name that the judge knows already must be declared exactly as the judge knows it. -/
def sameAsKnown (env : Environment) (r : Reader) (row : Json) (name : Name) (ci : ConstantInfo) : Handler Bool := do
  -- Imported names never travel: whoever declares one means something else by it.
  if (env.getModuleIdxFor? name).isSome then pure false
  else
    let kind := (str? row "kind").getD ""
    let type ← r.expr (field row "type")
    let levels ← r.namesOf (cells (field row "levels"))
    if levels != ci.levelParams || !(← sameExpr ci.type type) then pure false
    else
      let value? := match ci with
        | .thmInfo v => if kind == "theorem" then some v.value else none
        | .defnInfo v => if kind == "definition" then some v.value else none
        | .opaqueInfo v => if kind == "opaque" then some v.value else none
        | _ => none
      match value? with
      | some v => do sameExpr v (← r.expr (field row "value"))
      | none => pure (match ci with | .axiomInfo _ => kind == "axiom" | _ => false)

def add (env : Environment) (token : IO.CancelToken) (name : Name) (d : Declaration) : Handler Verdict := do
  match kernelAdd env d token with
  | .ok env => pure (.continue env)
  | .error ex =>
    if ← token.isSet then fail "cancelled" "cancelled"
    else pure (.refused "kernel" s!"the kernel refuses {showName name}: {← (ex.toMessageData {}).toString}")

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
    let ctors ← readConstructors r (cells (field j "constructors"))
    pure ({ name, type, ctors } :: (← readInductives r js))

def knownInductives (env : Environment) (r : Reader) : List Json → Handler Bool
  | [] => pure true
  | j :: js => do
    let name ← r.name (field j "name")
    let type ← r.expr (field j "type")
    match env.find? name with
    | some (.inductInfo v) =>
      if (env.getModuleIdxFor? name).isSome then pure false
      else if !(← sameExpr v.type type) then pure false
      else if !(← sameConstructors env r v.ctors (cells (field j "constructors"))) then pure false
      else knownInductives env r js
    | _ => pure false

def anyKnown (env : Environment) : List InductiveType → Bool
  | [] => false
  | t :: ts => (env.find? t.name).isSome || anyKnown env ts

def addInductive (env : Environment) (token : IO.CancelToken) (r : Reader) (row : Json) : Handler Verdict := do
  let rows := cells (field row "types")
  let types ← readInductives r rows
  let levels ← r.namesOf (cells (field row "levels"))
  match types, nat? row "params" with
  | t :: _, some params =>
    if flag row "unsafe" then pure (.refused "unsafe" s!"{showName t.name} is unsafe")
    else if anyKnown env types then
      if ← knownInductives env r rows then pure (.continue env)
      else pure (.refused "redefines" s!"{showName t.name} is declared differently from the {showName t.name} of the statement")
    else if !PlainForm.holds { types := typeNames types, levels, params } types then
      pure (.refused "inductive" s!"{showName t.name} is nested, or not in the plain form that this kernel checks completely; a proof may use such a type only if the preamble declares it")
    else add env token t.name (.inductDecl levels params types false)
  | _, _ => malformed "inductive type"

def readHints (j : Json) : Handler ReducibilityHints :=
  match j with
  | .str "opaque" => pure .opaque
  | .str "abbrev" => pure .abbrev
  | j => match natOf j with
    | some h => if h < 4294967296 then pure (.regular (UInt32.ofNat h)) else malformed "hint"
    | none => malformed "hint"

def addConstant (env : Environment) (token : IO.CancelToken) (r : Reader) (row : Json) : Handler Verdict := do
  let name ← r.name (field row "name")
  match env.find? name with
  | some ci =>
    if ← sameAsKnown env r row name ci then pure (.continue env)
    else pure (.refused "redefines" s!"{showName name} is declared differently from the {showName name} of the statement")
  | none =>
    let kind := (str? row "kind").getD ""
    let levelParams ← r.namesOf (cells (field row "levels"))
    let type ← r.expr (field row "type")
    if kind == "axiom" then pure (.refused "axiom" s!"the proof declares the axiom {showName name}")
    else
      let value ← r.expr (field row "value")
      if !(closed type && closed value) then pure (.refused "malformed" s!"{showName name} is not a closed term")
      else if kind == "theorem" then add env token name (.thmDecl { name, levelParams, type, value })
      else if kind == "definition" then
        if str? row "safety" == some "safe" then do
          let hints ← readHints (field row "hints")
          add env token name (.defnDecl { name, levelParams, type, value, hints, safety := .safe })
        else pure (.refused "unsafe" s!"{showName name} is unsafe or partial")
      else if kind == "opaque" then
        if flag row "unsafe" then pure (.refused "unsafe" s!"{showName name} is unsafe")
        else add env token name (.opaqueDecl { name, levelParams, type, value, isUnsafe := false, all := [name] })
      else malformed "declaration"

def addAll (token : IO.CancelToken) (r : Reader) : List Json → Environment → Handler Verdict
  | [], env => pure (.continue env)
  | row :: rows, env => do
    let v ← if str? row "kind" == some "inductive" then addInductive env token r row else addConstant env token r row
    match v with
    | .continue env => addAll token r rows env
    | v => pure v

/-- Where one of the first two is applied to a constant, the kernel runs its compiled code; the types of
the other two speak of them. That is trusted by the axiom `Lean.trustCompiler`, which stands in bodies
that a library without bodies does not show. -/
def compiledEvaluation : List Name :=
  [``Lean.reduceBool, ``Lean.reduceNat, ``Lean.ofReduceBool, ``Lean.ofReduceNat]

partial def firstCompiled (names : Array Name) (i : Nat) : Option Name :=
  match names[i]? with
  | none => none
  | some n => if isMember sameName n compiledEvaluation then some n else firstCompiled names (i+1)

/-- Axioms that `pending` stands on, through every body that the environment has. -/
partial def axiomsOf (env : Environment) (pending : List Name) (seen : NameSet) (acc : List Name) : List Name :=
  match pending with
  | [] => acc
  | n :: rest =>
    if seen.contains n then axiomsOf env rest seen acc
    else
      let seen := seen.insert n
      match env.find? n with
      | none => axiomsOf env rest seen acc
      | some ci =>
        let acc := match ci with
          | .axiomInfo _ => if isTrueAxiom env n then n :: acc else acc
          | _ => acc
        let acc := if isMember sameName n compiledEvaluation then ``Lean.trustCompiler :: acc else acc
        axiomsOf env (concat ci.getUsedConstantsAsSet.toList rest) seen acc

def allowedAxioms : List Name := [``propext, ``Classical.choice, ``Quot.sound]

def isAllowed (n : Name) : List Name → Bool
  | [] => false
  | a :: as => a == n || isAllowed n as

def firstForbidden (allowed : List Name) : List Name → Option Name
  | [] => none
  | n :: ns => if isAllowed n allowed then firstForbidden allowed ns else some n

def toNames : List String → List Name
  | [] => []
  | s :: ss => s.toName :: toNames ss

def refusedJ (s : Statement) (reason detail : String) : Json :=
  Json.mkObj [("accepted", Json.bool false), ("reason", Json.str reason), ("detail", Json.str detail),
              ("plain", Json.bool s.plain)]

def sameLength : List Name → List Name → Bool
  | [], [] => true
  | _ :: xs, _ :: ys => sameLength xs ys
  | _, _ => false

def paramLevels : List Name → List Level
  | [] => []
  | n :: ns => .param n :: paramLevels ns

def judgement : Name := `_orch_judgement

/-- Whether the exported proof proves the statement, by this process's own kernel. -/
def judge (srv : Server) (j : Json) (token : IO.CancelToken) (core : Core.Context) : Handler Json := do
  let c ← getContext srv ((nat? j "env").getD 0)
  let (source, s) ← readStatement c j token core
  let proof := field j "proof"
  let r ← readTables proof
  let target ← r.name (field proof "theorem")
  let allowed := concat (toNames (strings j "allowAxioms")) allowedAxioms
  -- Before the kernel sees it: the kernel would run the code.
  let added ← match firstCompiled r.names 0 with
    | some n =>
      if isAllowed ``Lean.trustCompiler allowed then addAll token r (cells (field proof "declarations")) c.env
      else pure (.refused "axiom" s!"the proof trusts compiled code through {showName n}, which needs the axiom Lean.trustCompiler")
    | none => addAll token r (cells (field proof "declarations")) c.env
  match added with
  | .refused reason detail => pure (refusedJ s reason detail)
  | .continue env =>
    match env.find? target with
    | none => pure (refusedJ s "missing" s!"the proof does not declare {showName target}")
    | some ci =>
      if !sameLength ci.levelParams s.levelParams then
        pure (refusedJ s "other_statement" s!"{showName target} has {count ci.levelParams 0} universe parameters, the statement has {count s.levelParams 0}")
      else
        let value := Expr.const target (paramLevels s.levelParams)
        match ← add env token judgement (.thmDecl { name := judgement, levelParams := s.levelParams, type := s.type, value }) with
        | .refused _ detail => pure (refusedJ s "other_statement" s!"{showName target} does not prove the statement: {detail}")
        | .continue env =>
          let axioms := axiomsOf env [judgement] {} []
          match firstForbidden allowed axioms with
          | some n => pure (refusedJ s "axiom" s!"the proof stands on the axiom {showName n}, which is not allowed")
          | none =>
            pure (Json.mkObj (("accepted", Json.bool true) :: ("axioms", listJ (fun n => Json.str n.toString) axioms)
              :: ("declarations", natJ (count (cells (field proof "declarations")) 0)) :: (← statementJ core source s)))
