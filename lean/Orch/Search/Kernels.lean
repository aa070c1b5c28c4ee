import Orch.Verdict.Terms
import Orch.Search.Library
open Lean Elab Meta

namespace Orch

/-! ### Lean's own kernel, asked about single declarations

For comparing it with the second kernel: each declaration is tried on the environment alone, nothing
is kept, and no rule but the kernel's own applies. -/

def readCtors (r : Reader) : List Json → Handler (List Constructor)
  | [] => pure []
  | j :: js => do
    let name ← r.name ((j.getObjVal? "name").toOption.getD .null)
    let type ← r.expr ((j.getObjVal? "type").toOption.getD .null)
    pure ({ name, type } :: (← readCtors r js))

def readTypes (r : Reader) : List Json → Handler (List InductiveType)
  | [] => pure []
  | j :: js => do
    let name ← r.name ((j.getObjVal? "name").toOption.getD .null)
    let type ← r.expr ((j.getObjVal? "type").toOption.getD .null)
    let ctors ← readCtors r ((arr? j "constructors").getD [])
    pure ({ name, type, ctors } :: (← readTypes r js))

def readDeclaration (r : Reader) (row : Json) : Handler Declaration := do
  let get (key : String) : Json := (row.getObjVal? key).toOption.getD .null
  let levelParams ← r.namesOf ((arr? row "levels").getD [])
  match str? row "kind" with
  | some "inductive" =>
    let types ← readTypes r ((arr? row "types").getD [])
    pure (.inductDecl levelParams ((nat? row "params").getD 0) types false)
  | some kind => do
    let name ← r.name (get "name")
    let type ← r.expr (get "type")
    if kind == "axiom" then pure (.axiomDecl { name, levelParams, type, isUnsafe := false })
    else
      let value ← r.expr (get "value")
      if kind == "theorem" then pure (.thmDecl { name, levelParams, type, value })
      else if kind == "opaque" then
        pure (.opaqueDecl { name, levelParams, type, value, isUnsafe := false, all := [name] })
      else
        let hints := match get "hints" with
          | .str "opaque" => ReducibilityHints.opaque
          | .str "abbrev" => .abbrev
          | j => .regular (UInt32.ofNat ((natOf j).getD 0))
        pure (.defnDecl { name, levelParams, type, value, hints, safety := .safe })
  | none => malformed "declaration"

def looseIn (d : Declaration) : Bool :=
  match d with
  | .defnDecl v => v.type.hasLooseBVars || v.value.hasLooseBVars
  | .thmDecl v => v.type.hasLooseBVars || v.value.hasLooseBVars
  | .opaqueDecl v => v.type.hasLooseBVars || v.value.hasLooseBVars
  | .axiomDecl v => v.type.hasLooseBVars
  | .inductDecl _ _ types _ => anyOf (fun t => t.type.hasLooseBVars
      || anyOf (fun c => c.type.hasLooseBVars) t.ctors) types
  | _ => false

/-- `""` where the kernel accepts, its own words where it does not. -/
def tryDeclaration (env : Environment) (token : IO.CancelToken)
    (d : Declaration) : BaseIO String := do
  if looseIn d then pure "loose bound variable"
  else match env.addDeclCore 0 d (some token) (doCheck := true) with
    | .ok _ => pure ""
    | .error ex => do
      let reason ← (ex.toMessageData {}).toString
      pure (if reason.isEmpty then "rejected" else reason)

def tryAll (env : Environment) (token : IO.CancelToken)
    (r : Reader) : List Json → Array Json → Handler (Array Json)
  | [], acc => pure acc
  | row :: rows, acc => do
    let verdict ← tryDeclaration env token (← readDeclaration r row)
    tryAll env token r rows (acc.push (Json.str verdict))

def askKernel (srv : Server) (j : Json) (token : IO.CancelToken) : Handler Json := do
  let c ← getContext srv ((nat? j "env").getD 0)
  let tables := (j.getObjVal? "tables").toOption.getD .null
  let r ← readTables tables
  let verdicts ← tryAll c.env token r ((arr? tables "declarations").getD []) #[]
  pure (Json.mkObj [("verdicts", Json.arr verdicts)])

end Orch
