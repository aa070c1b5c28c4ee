/** Cases of the kernel's suite, in the language of `test-language.ts`. */
import type { Rule } from '../verdict.ts'

/** Two declarations that differ in one thing: the first is right, the second breaks the rule. */
export interface CasePair {
  readonly name: string
  /** Declarations that both build on. */
  readonly given?: string
  readonly good: string
  readonly bad: string
  readonly rule: Rule
}

export const PRELUDE = `
inductive False : Prop
inductive True : Prop | intro : True
inductive Bool : Type | false : Bool | true : Bool
inductive Nat : Type | zero : Nat | succ : Nat → Nat
inductive Eq.{u} (α : Sort u) (a : α) : α → Prop | refl : Eq.{u} α a a
inductive And (a : Prop) (b : Prop) : Prop | intro : a → b → And a b
inductive Or (a : Prop) (b : Prop) : Prop | inl : a → Or a b | inr : b → Or a b
inductive Exists.{u} (α : Sort u) (p : α → Prop) : Prop | intro : (w : α) → p w → Exists.{u} α p
inductive Prod.{u,v} (α : Sort (u + 1)) (β : Sort (v + 1)) : Sort (max (u + 1) (v + 1)) | mk : α → β → Prod.{u,v} α β
inductive PUnit.{u} : Sort u | unit : PUnit.{u}
inductive List.{u} (α : Sort (u + 1)) : Sort (u + 1) | nil : List.{u} α | cons : α → List.{u} α → List.{u} α
inductive Acc.{u} (α : Sort u) (r : α → α → Prop) : α → Prop
  | intro : (x : α) → ((y : α) → r y x → Acc.{u} α r y) → Acc.{u} α r x
def id.{u} : (α : Sort u) → α → α := fun (α : Sort u) => fun (x : α) => x
def const : Type → Type → Type := fun (x : Type) => fun (y : Type) => x
axiom P : Prop
axiom Q : Prop
axiom p : P
axiom A : Type
axiom a : A
`
