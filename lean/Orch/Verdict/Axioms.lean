/-
What a proof stands on: the axioms behind every body that the environment has.
-/
import Orch.Verdict.Replay
import Lean.AddDecl
open Lean

namespace Orch

/-- Where one of the first two is applied to a constant, the kernel runs its compiled code; the types of
the other two speak of them. That is trusted by the axiom `Lean.trustCompiler`, which stands in bodies
that a library without bodies does not show. -/
def compiledEvaluation : List Name :=
  [``Lean.reduceBool, ``Lean.reduceNat, ``Lean.ofReduceBool, ``Lean.ofReduceNat]

partial def firstCompiled (names : Array Name) (i : Nat) : Option Name :=
  match names[i]? with
  | none => none
  | some n => if isMember sameName n compiledEvaluation then some n else firstCompiled names (i+1)

/-- True for what was declared as an axiom. Where the library ships without proofs, its theorems
are stored as axioms too; the recorded original kind tells them apart. What a replay declared is
what it says it is. -/
def isTrueAxiom (env : Environment) (n : Name) : Bool :=
  if (env.getModuleIdxFor? n).isNone then true
  else match getOriginalConstKind? env n with
    | some .axiom => true
    | some _ => false
    | none => true

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

def standardAxioms : List Name := [``propext, ``Classical.choice, ``Quot.sound]

def firstForbidden (allowed : List Name) : List Name → Option Name
  | [] => none
  | n :: ns => if isMember sameName n allowed then firstForbidden allowed ns else some n

/-- `sorryAx` proves anything; nobody can allow it. -/
def allowedAxioms : List String → List Name
  | [] => standardAxioms
  | s :: ss =>
    let n := s.toName
    if n == ``sorryAx then allowedAxioms ss else n :: allowedAxioms ss

end Orch
