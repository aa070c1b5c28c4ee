import type { CasePair } from './pair.ts'

const taken = (name: string, given: string, good: string, bad: string): CasePair => ({
  name,
  given,
  good,
  bad,
  rule: 'unique-name',
})

/** Names that declarations make by themselves are taken like others. */
export const NAMES: readonly CasePair[] = [
  taken(
    'a recursor of a nested type',
    'axiom T.rec_1 : Nat',
    'inductive T : Type | mk : Nat → T',
    'inductive T : Type | mk : List.{0} T → T',
  ),
  taken(
    'a recursor of a nested type, after the type',
    'inductive T : Type | mk : List.{0} T → T',
    'axiom T.rec_2 : Nat',
    'axiom T.rec_1 : Nat',
  ),
  taken(
    'a constructor that is called like a recursor of its type',
    '',
    'inductive T : Type | rec_1 : Nat → T',
    'inductive T : Type | rec_1 : List.{0} T → T',
  ),
  taken(
    'a type that is called like a constructor beside it',
    '',
    'mutual inductive T : Type | mk : T inductive S : Type | mk : S end',
    'mutual inductive T : Type | mk : T inductive T.mk : Type | mk : T.mk end',
  ),
  taken(
    'a type that is called like a recursor beside it',
    '',
    'mutual inductive T : Type | mk : T inductive T.rek : Type | mk : T.rek end',
    'mutual inductive T : Type | mk : T inductive T.rec : Type | mk : T.rec end',
  ),
  taken(
    'a type twice in one declaration',
    '',
    'mutual inductive T : Type inductive S : Type end',
    'mutual inductive T : Type inductive T : Type end',
  ),
  taken(
    'a theorem under the name of a constructor',
    '',
    'theorem Nat.three : P := p',
    'theorem Nat.succ : P := p',
  ),
  taken('a definition under the name of a recursor', '', 'def Nat.rek : Nat := 3', 'def Nat.rec : Nat := 3'),
  taken('an axiom under the name of an axiom', '', 'axiom q : Q', 'axiom p : Q'),
]
