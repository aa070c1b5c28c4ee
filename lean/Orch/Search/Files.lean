import Orch.Search.Declarations
open Lean Elab Meta

namespace Orch

/-! ### Elaborating a text, a module or a file: the whole request -/

/-- The header of a file, the modules it imports and the state of the parser after it. -/
def parseHeader (e : Elaboration) : Handler (List String × Parser.ModuleParserState) := do
  let (header, ps, log) ← ofIO (readHeader e.ictx)
  e.take log
  let rec names : List Import → List String
    | [] => []
    | i :: is => i.module.toString :: names is
  pure (names (headerToImports header).toList, ps)

/-- Where text is to be elaborated: the environment named, or the one its header asks for. -/
def contextFor (srv : Server) (j : Json)
    (e : Elaboration) : Handler (Context × Parser.ModuleParserState) := do
  let limited := fun (scope : Command.Scope) =>
    let scope := if flag j "codegen" then { scope with isNoncomputable := false } else scope
    match nat? j "heartbeats" with
    | some n => { scope with opts := scope.opts.set `maxHeartbeats n }
    | none => scope
  if flag j "header" then
    let (imports, ps) ← parseHeader e
    if ← e.hasError.get then pure ((← getContext srv 0), ps)
    else
      let c ← getContext srv (← if imports == ["Init"] then pure 0 else loadImports srv imports)
      pure ({ c with scopes := [limited { freshScope false with opts := {} }] }, ps)
  else
    let c ← getContext srv ((nat? j "env").getD 0)
    match str? j "module" with
    | some name =>
      -- Private names carry the name of their module. The file being worked on has none: nor has it
      -- in a judge.
      let env := if name.isEmpty then c.env else c.env.setMainModule name.toName
      pure ({ env, scopes := [limited { freshScope false with opts := {} }] }, {})
    | none => match c.scopes with
    | scope :: outer => pure ({ c with scopes := limited scope :: outer }, {})
    | [] => pure (c, {})

/-- Elaborates a few commands of our own between those of the text. -/
def alsoRun (e : Elaboration) (text : String) (st : Command.State) : Handler Command.State := do
  let own ← newElaboration text e.token e.core false
  own.commands {} st

/-- Ends what a module left open, as the end of its file does. -/
def endScopes : List Command.Scope → String
  | [] => ""
  | [_] => ""
  | s :: ss => "end " ++ s.header ++ "\n" ++ endScopes ss

def elaborateText (srv : Server) (j : Json) (token : IO.CancelToken)
    (core : Core.Context) : Handler Json := do
  let rules : Rules := { plainOnly := flag j "plainOnly", checkedOnly := flag j "checkedOnly" }
  rules.obey (← str j "text")
  let e ← newElaboration (← str j "text") token core (!flag j "skipHoles") rules
  let e ← if flag j "steps" then do pure { e with steps := some (← IO.mkRef #[]) } else pure e
  let (c, ps) ← contextFor srv j e
  if ← e.hasError.get then
    pure (Json.mkObj [("env", Json.null), ("messages", Json.arr (← e.messages.get)),
                      ("holes", Json.arr #[])])
  else
    let whole := flag j "whole"
    let st ← if whole then alsoRun e "section" (commandState c) else pure (commandState c)
    let st ← e.commands ps st
    let st ← if whole then alsoRun e (endScopes st.scopes) st else pure st
    let env ← putContext srv { env := st.env, scopes := st.scopes }
    let described ← if flag j "commands" then do
        let done ← e.commandsDone.get
        pure [("commands", Json.arr (commandsJ e.ictx.fileMap done 0 #[])),
              ("declarations", Json.arr (← ofIO (declarationsJ c.env st.env done)))]
      else pure []
    let steps ← match e.steps with
      | some steps => do pure [("steps", Json.arr (← steps.get))]
      | none => pure []
    let holes := distinct (reverseOnto (← e.holes.get) []) []
    let holes ← holesJ srv core (goalDetail j) e.ictx.fileMap holes #[]
    pure (Json.mkObj
      (concat [("env", natJ env), ("messages", Json.arr (← e.messages.get)),
               ("holes", Json.arr holes)]
      (concat steps described)))

end Orch
