import Orch.Search.Survey
open Lean Elab Meta

namespace Orch

/-! ### What commands may do

Text that runs code while it is elaborated can make its process say anything from then on. So a
process that others rely on elaborates plain commands only. The lists name what is known to be
plain; what they do not name is taken to run code. -/

/-- Commands that only declare. What else there is (`#eval`, `run_cmd`, `initialize`, `elab`,
`macro`, …) may run code. -/
def plainCommands : List Name :=
  [``Parser.Command.declaration, ``Parser.Command.open, ``Parser.Command.namespace,
   ``Parser.Command.section,
   ``Parser.Command.end, ``Parser.Command.variable, ``Parser.Command.universe,
   ``Parser.Command.mutual,
   ``Parser.Command.set_option, ``Parser.Command.attribute, ``Parser.Command.export,
   ``Parser.Command.deriving,
   ``Parser.Command.include, ``Parser.Command.omit, ``Parser.Command.moduleDoc, ``Parser.Command.in,
   ``Parser.Command.mixfix, ``Parser.Command.notation, ``Parser.Command.eoi, ``Parser.Command.exit]

/-- Terms and tactics that run code, by their keyword or option, and constants that have code run:
the kernel evaluates what is under `reduceBool`, and `autoParam` names a constant that is evaluated
to find tactics. -/
def codeWords : List String :=
  ["by_elab", "run_tac", "run_elab", "run_meta", "run_cmd", "native_decide", "native",
   "include_str", "include_bytes",
   "unsafe", "bv_decide", "bv_decide?", "bv_check", "autoParam", "reduceBool", "reduceNat",
   "ofReduceBool", "ofReduceNat"]

/-- Syntax that is evaluated by running it: an antiquotation in the right-hand side of a notation is
any code, and so is the value of a tactic's setting (flags such as `+arith` are not). -/
def isCodeKind : Name → Bool
  | .str _ s =>
    s == "config" || s == "antiquot" || s == "antiquot_splice" || s == "antiquot_suffix_splice"
      || s == "token_antiquot"
      || s == "valConfigItem"
  | _ => false

/-- Families of options that can be set without anything being run by it. `doc.verso`, for one,
elaborates the commands in comments, and `sat.solver` names a program. -/
def plainOptions : List String :=
  ["autoImplicit", "relaxedAutoImplicit", "maxHeartbeats", "maxRecDepth", "synthInstance", "pp",
   "linter", "warn",
   "warningAsError", "exponentiation", "hygiene", "backward", "smartUnfolding"]

/-- A quotation may name a parser of its own, which is run as soon as Lean reads on. So it is looked
for before. -/
def hasQuotation (text : String) : Bool :=
  match text.splitOn "`(" with
  | _ :: _ :: _ => true
  | _ => false

/-- Attributes that attach no code to anything. -/
def plainAttributes : List String :=
  ["simp", "ext", "grind", "instance", "reducible", "semireducible", "irreducible", "inline",
   "always_inline",
   "noinline", "macro_inline", "specialize", "nospecialize", "elab_as_elim", "induction_eliminator",
   "cases_eliminator", "match_pattern", "refl", "symm", "trans", "congr", "norm_cast", "coe",
   "deprecated",
   "inherit_doc", "default_instance", "local", "scoped", "class", "defeq", "expose", "unbox",
   "spec"]

/-- The name of an attribute: of a simple one its identifier, else the last part of its syntax
kind. -/
def attributeName (attr : Syntax) : String :=
  match attr.getKind with
  | .str (.str _ "Attr") "simple" => showName (attr.getArg 0).getId
  | .str _ s => s
  | _ => ""

/-- Whether one of the parts of a name is a code word. Names such as `f._auto_1` are those that Lean
gives to the tactics behind `:= by`, which are evaluated. -/
def speaksOfCode : Name → Bool
  | .str p s => isMember sameString s codeWords || s.startsWith "_auto" || speaksOfCode p
  | .num p _ => speaksOfCode p
  | .anonymous => false

/-- The option's name may be wrapped by the parser that completes it. -/
partial def optionName (stx : Syntax) : Name :=
  match stx with
  | .ident _ _ n _ => n
  | .node .. => optionName (stx.getArg 0)
  | _ => .anonymous

def isPlainOption (n : Name) : Bool :=
  match n.getRoot with
  | .str .anonymous s => isMember sameString s plainOptions
  | _ => false

mutual
partial def mayRunCode (stx : Syntax) : Bool :=
  match stx with
  | .atom _ word => isMember sameString word codeWords
  | .ident _ _ name _ => speaksOfCode name
  | .node _ kind args =>
    (kind == ``Parser.Term.attrInstance && !isMember sameString (attributeName (stx.getArg 1))
      plainAttributes)
      || isCodeKind kind
      || (match stx.getArg 0 with
          | .atom _ "set_option" => !isPlainOption (optionName (stx.getArg 1))
          | _ => false)
      || anyMayRunCode args 0
  | .missing => false
partial def anyMayRunCode (args : Array Syntax) (i : Nat) : Bool :=
  match args[i]? with
  | some stx => mayRunCode stx || anyMayRunCode args (i+1)
  | none => false
end

mutual
partial def isPlain (stx : Syntax) : Bool :=
  isMember sameName stx.getKind plainCommands && !mayRunCode stx
    && (stx.getKind != ``Parser.Command.in || (isPlain (stx.getArg 0) && isPlain (stx.getArg 2)))
    && (stx.getKind != ``Parser.Command.mutual || areDeclarations (stx.getArg 1).getArgs 0)
/-- A command in a mutual block is expanded before it is looked at. -/
partial def areDeclarations (args : Array Syntax) (i : Nat) : Bool :=
  match args[i]? with
  | some stx => stx.getKind == ``Parser.Command.declaration && areDeclarations args (i+1)
  | none => true
end

/-- A constant that Lean would evaluate as a piece of syntax, if the type of an argument named it
for a default: a type may come to do that without the word, by unification. Lean makes such
constants itself for `:= by`. -/
def isMadeSyntax (ci : ConstantInfo) : Bool :=
  match ci.type with
  | .const n _ => n == ``Lean.Syntax && match ci.name with
    | .str _ s => !s.startsWith "_auto"
    | _ => true
  | _ => false

def anyMadeSyntax (env : Environment) : IO Bool := do
  let found ← IO.mkRef false
  eachConstant (fun ci => if isMadeSyntax ci then found.set true else pure ())
    env.constants.map₂.root
  found.get

/-- Families of options for working on Lean itself; `debug.skipKernelTC` is one. -/
def isWeakening (n : Name) : Bool :=
  match n.getRoot with
  | .str .anonymous s => s == "debug" || s == "bootstrap"
  | _ => false

mutual
/-- An option set anywhere in a command that changes what Lean checks. -/
partial def weakeningOption (stx : Syntax) : Option Name :=
  match stx with
  | .node _ _ args => match (stx.getArg 0) with
    | .atom _ "set_option" =>
      let n := optionName (stx.getArg 1)
      if isWeakening n then some n else firstWeakening args 0
    | _ => firstWeakening args 0
  | _ => none
partial def firstWeakening (args : Array Syntax) (i : Nat) : Option Name :=
  match args[i]? with
  | some stx => match weakeningOption stx with
    | some n => some n
    | none => firstWeakening args (i+1)
  | none => none
end

end Orch
