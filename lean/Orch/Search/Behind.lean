import Orch.Search.Calls
open Lean Elab Meta

namespace Orch

/-! #### Definitions and types behind a goal -/

/-- The user's own definitions and all inductive types that some constants stand on. -/
partial def behind (env : Environment) (pending : List Name) (seen : NameSet)
    (acc : List Name) : List Name :=
  match pending with
  | [] => reverseOnto acc []
  | n :: rest =>
    if seen.contains n then behind env rest seen acc
    else
      let seen := seen.insert n
      match env.find? n with
      | some (.defnInfo v) =>
        if isOwn env n then
          let used := concat v.type.getUsedConstantsAsSet.toList
            v.value.getUsedConstantsAsSet.toList
          behind env (concat rest used) seen (n :: acc)
        else behind env rest seen acc
      | some (.inductInfo v) =>
        let used := if isOwn env n then foldList constructorType [] v.ctors else []
        behind env (concat rest used) seen (n :: acc)
      | some (.ctorInfo v) => behind env (v.induct :: rest) seen acc
      | _ => behind env rest seen acc
where
  constructorType (acc : List Name) (c : Name) : List Name := match env.find? c with
    | some ci => concat acc ci.type.getUsedConstantsAsSet.toList
    | none => acc

/-- Fields of a constructor as shapes. A bound variable of a field counts binders outwards: the
reader works out from `params` and the field's place which parameter it is. -/
partial def fieldsJ (sc : Scope) (e : Expr) (acc : Array Json) : Array Json :=
  match e with
  | .forallE _ t b info =>
    fieldsJ sc b
      (acc.push (Json.mkObj [("shape", shapeJ sc [] t), ("explicit", Json.bool info.isExplicit)]))
  | .mdata _ e => fieldsJ sc e acc
  | _ => acc

def constructorJ? (sc : Scope) (c : Name) : Option Json := match sc.env.find? c with
  | some ci => some (Json.mkObj
      [("name", Json.str (sc.name c)), ("fields", Json.arr (fieldsJ sc ci.type #[]))])
  | none => none

/-- A definition that somebody has written and that can be named. -/
def definitionJ? (sc : Scope) (n : Name) : Option Json := match sc.env.find? n, sc.spell? n with
  | some (.defnInfo v), some name =>
    if isDerived sc.env n then none
    else some (Json.mkObj [("name", Json.str name),
      ("recursive", Json.bool (isRecursiveDefinition (.defnInfo v)))])
  | _, _ => none

/-- Own recursive types that stand inside another own recursive type where a definition takes an
argument, as its parameter or in a constructor: the elements of what functions are about. -/
partial def heldTypes (env : Environment) (e : Expr) (acc : NameSet) : NameSet :=
  match e with
  | .mdata _ e => heldTypes env e acc
  | .forallE _ t b _ => heldTypes env b (match t.getAppFn with
    | .const holder _ =>
      if isOwnData holder then
        foldList (insertOthers holder) (inFields holder acc) (argumentsOf t [])
      else acc
    | _ => acc)
  | _ => acc
where
  inFields (holder : Name) (acc : NameSet) : NameSet := match env.find? holder with
    | some (.inductInfo v) => match v.all with
      | [_] => foldList (ofConstructor holder) acc v.ctors
      | _ => acc
    | _ => acc
  ofConstructor (holder : Name) (acc : NameSet) (c : Name) : NameSet := match env.find? c with
    | some ci => insertOthers holder acc ci.type
    | none => acc
  isOwnData (n : Name) : Bool := isOwn env n && match env.find? n with
    | some (.inductInfo v) => v.isRec
    | _ => false
  insertOthers (holder : Name) (acc : NameSet) (e : Expr) : NameSet :=
    foldList (fun acc n => if n != holder then acc.insert n else acc) acc
      e.getUsedConstantsAsSet.toList

def heldByArguments (env : Environment) (ns : List Name) : NameSet :=
  foldList (fun acc n => match env.find? n with
    | some (.defnInfo v) => if isDerived env n then acc else heldTypes env v.type acc
    | _ => acc) {} ns

partial def isPredicate : Expr → Bool
  | .forallE _ _ b _ => isPredicate b
  | .mdata _ e => isPredicate e
  | .sort .zero => true
  | _ => false

def typeJ? (sc : Scope) (held : NameSet) (n : Name) : Option Json := match sc.env.find? n with
  | some (.inductInfo v) =>
    some (Json.mkObj [("name", Json.str (sc.name n)), ("params", natJ v.numParams),
      ("recursive", Json.bool v.isRec), ("own", Json.bool (isOwn sc.env n)),
      ("predicate", Json.bool (isPredicate v.type)), ("held", Json.bool (held.contains n)),
      ("constructors", Json.arr (arrayOf (collect (constructorJ? sc) v.ctors)))])
  | _ => none

end Orch
