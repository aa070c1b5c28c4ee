import Lean.LibrarySuggestions.MePo
import Lean.LibrarySuggestions.SineQuaNon
import Orch.Search.State
import Orch.Search.Terms
open Lean Elab Meta

namespace Orch

/-! ### Premises: Lean's own selectors, and the library as a corpus -/

def suggestionsJ : List LibrarySuggestions.Suggestion → Array Json → Array Json
  | [], acc => acc
  | s :: ss, acc =>
    suggestionsJ ss
      (acc.push
      (Json.mkObj [("name", Json.str s.name.toString), ("score", Json.str (toString s.score))]))

def selectPremises (srv : Server) (j : Json) (core : Core.Context) : Handler Json := do
  let s ← getState srv (← nat j "state")
  match s.goals with
  | [] => fail "lean" "no goals"
  | g :: _ =>
    let config : LibrarySuggestions.Config := { maxSuggestions := (nat? j "limit").getD 16 }
    let selector := (str? j "selector").getD "sine_qua_non"
    let act : TermElabM (Array LibrarySuggestions.Suggestion) :=
      if selector == "mepo" then (LibrarySuggestions.mepoSelector true 0.6 2.4) g config
      else (LibrarySuggestions.sineQuaNonSelector 1.5) g config
    if selector != "mepo" && selector != "sine_qua_non" then
      fail "bad_request" s!"unknown selector '{selector}'"
    else
      let (found, _) ← runTerm core "" s act
      pure (Json.mkObj [("premises", Json.arr (suggestionsJ found.toList #[]))])

partial def corpusConstants (h : IO.FS.Handle) (env : Environment) (data : ModuleData)
    (module : Name) (i : Nat)
    (written : IO.Ref Nat) : MetaM Unit := do
  match data.constants[i]? with
  | none => pure ()
  | some ci =>
    let n := ci.name
    if originalKind env n == "theorem" && !n.isInternal && !isPrivateName n then
      match ← (try do pure (some (toString (← ppExpr ci.type))) catch _ => pure none) with
      | some statement =>
        h.putStrLn (Json.mkObj [("name", Json.str n.toString), ("module", Json.str module.toString),
          ("statement", Json.str statement),
          ("constants", listJ (fun c => Json.str c.toString)
          (ci.type.getUsedConstantsAsSet).toList)]).compress
        written.modify (· + 1)
      | none => pure ()
    else pure ()
    corpusConstants h env data module (i+1) written

partial def corpusModules (h : IO.FS.Handle) (env : Environment) (i : Nat)
    (written : IO.Ref Nat) : MetaM Unit := do
  match env.header.moduleData[i]?, env.header.moduleNames[i]? with
  | some data, some module =>
    checkSystem "corpus"
    corpusConstants h env data module 0 written
    corpusModules h env (i+1) written
  | _, _ => pure ()

def dumpCorpus (srv : Server) (j : Json) (core : Core.Context) : Handler Json := do
  let c ← getContext srv ((nat? j "env").getD 0)
  let h ← ofIO (openForWriting (← str j "file"))
  let written ← IO.mkRef 0
  let s : ProofState :=
    { coreState := { env := c.env }, metaState := {}, termState := {}, root := .bvar 0,
      goals := [] }
  let _ ← runTerm core "" s (corpusModules h c.env 0 written)
  ofIO (finish h)
  pure (Json.mkObj [("theorems", natJ (← written.get)),
                    ("modules", natJ c.env.header.moduleData.size)])

end Orch
