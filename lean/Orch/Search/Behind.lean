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
        behind env (if isOwn env n then concat rest (constructorTypes v.ctors) else rest) seen
          (n :: acc)
      | some (.ctorInfo v) => behind env (v.induct :: rest) seen acc
      | _ => behind env rest seen acc
where
  constructorTypes : List Name → List Name
    | [] => []
    | c :: cs => match env.find? c with
      | some ci => concat ci.type.getUsedConstantsAsSet.toList (constructorTypes cs)
      | none => constructorTypes cs

/-- Fields of a constructor as shapes. A bound variable of a field counts binders outwards: the
reader works out from `params` and the field's place which parameter it is. -/
partial def fieldsJ (sc : Scope) (e : Expr) (acc : Array Json) : Array Json :=
  match e with
  | .forallE _ t b info =>
    fieldsJ sc b
      (acc.push (Json.mkObj [("shape", shapeJ sc [] t), ("explicit", Json.bool info.isExplicit)]))
  | .mdata _ e => fieldsJ sc e acc
  | _ => acc

def constructorsJ (sc : Scope) : List Name → Array Json → Array Json
  | [], acc => acc
  | c :: cs, acc => match sc.env.find? c with
    | some ci => constructorsJ sc cs (acc.push (Json.mkObj
        [("name", Json.str (sc.name c)), ("fields", Json.arr (fieldsJ sc ci.type #[]))]))
    | none => constructorsJ sc cs acc

/-- The definitions that somebody has written and that can be named. -/
def definitionsJ (sc : Scope) : List Name → Array Json → Array Json
  | [], acc => acc
  | n :: ns, acc => match sc.env.find? n, sc.spell? n with
    | some (.defnInfo v), some name =>
      if isDerived sc.env n then definitionsJ sc ns acc
      else definitionsJ sc ns (acc.push (Json.mkObj [("name", Json.str name),
        ("recursive", Json.bool (isRecursiveDefinition (.defnInfo v)))]))
    | _, _ => definitionsJ sc ns acc

/-- Own recursive types that stand inside another own recursive type where a definition takes an
argument, as its parameter or in a constructor: the elements of what functions are about. -/
partial def heldTypes (env : Environment) (e : Expr) (acc : NameSet) : NameSet :=
  match e with
  | .mdata _ e => heldTypes env e acc
  | .forallE _ t b _ => heldTypes env b (match t.getAppFn with
    | .const holder _ =>
      if isOwnData holder then within holder (argumentsOf t []) (inFields holder acc) else acc
    | _ => acc)
  | _ => acc
where
  inFields (holder : Name) (acc : NameSet) : NameSet := match env.find? holder with
    | some (.inductInfo v) => match v.all with
      | [_] => ofConstructors holder v.ctors acc
      | _ => acc
    | _ => acc
  ofConstructors (holder : Name) : List Name → NameSet → NameSet
    | [], acc => acc
    | c :: cs, acc => ofConstructors holder cs (match env.find? c with
      | some ci => insertOther holder ci.type.getUsedConstantsAsSet.toList acc
      | none => acc)
  isOwnData (n : Name) : Bool := isOwn env n && match env.find? n with
    | some (.inductInfo v) => v.isRec
    | _ => false
  within (holder : Name) : List Expr → NameSet → NameSet
    | [], acc => acc
    | a :: as, acc => within holder as (insertOther holder a.getUsedConstantsAsSet.toList acc)
  insertOther (holder : Name) : List Name → NameSet → NameSet
    | [], acc => acc
    | n :: ns, acc => insertOther holder ns (if n != holder then acc.insert n else acc)

def heldByArguments (env : Environment) : List Name → NameSet → NameSet
  | [], acc => acc
  | n :: ns, acc => heldByArguments env ns (match env.find? n with
    | some (.defnInfo v) => if isDerived env n then acc else heldTypes env v.type acc
    | _ => acc)

partial def isPredicate : Expr → Bool
  | .forallE _ _ b _ => isPredicate b
  | .mdata _ e => isPredicate e
  | .sort .zero => true
  | _ => false

def typesJ (sc : Scope) (held : NameSet) : List Name → Array Json → Array Json
  | [], acc => acc
  | n :: ns, acc => match sc.env.find? n with
    | some (.inductInfo v) =>
      typesJ sc held ns
        (acc.push (Json.mkObj [("name", Json.str (sc.name n)), ("params", natJ v.numParams),
        ("recursive", Json.bool v.isRec), ("own", Json.bool (isOwn sc.env n)),
        ("predicate", Json.bool (isPredicate v.type)), ("held", Json.bool (held.contains n)),
        ("constructors", Json.arr (constructorsJ sc v.ctors #[]))]))
    | _ => typesJ sc held ns acc

end Orch
