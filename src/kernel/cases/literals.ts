import type { CasePair } from './pair.ts'

const NAT = `def Nat.add : Nat → Nat → Nat := fun (x : Nat) => Nat.rec.{1} (fun (n : Nat) => Nat) x (fun (n : Nat) => fun (ih : Nat) => Nat.succ ih)
  def Nat.pred : Nat → Nat := Nat.rec.{1} (fun (n : Nat) => Nat) Nat.zero (fun (n : Nat) => fun (ih : Nat) => n)
  def Nat.sub : Nat → Nat → Nat := fun (x : Nat) => Nat.rec.{1} (fun (n : Nat) => Nat) x (fun (n : Nat) => fun (ih : Nat) => Nat.pred ih)
  def Nat.mul : Nat → Nat → Nat := fun (x : Nat) => Nat.rec.{1} (fun (n : Nat) => Nat) Nat.zero (fun (n : Nat) => fun (ih : Nat) => Nat.add ih x)
  def Nat.pow : Nat → Nat → Nat := fun (x : Nat) => Nat.rec.{1} (fun (n : Nat) => Nat) (Nat.succ Nat.zero) (fun (n : Nat) => fun (ih : Nat) => Nat.mul ih x)
  def Nat.ble : Nat → Nat → Bool := Nat.rec.{1} (fun (n : Nat) => Nat → Bool) (fun (m : Nat) => Bool.true) (fun (n : Nat) => fun (ih : Nat → Bool) => Nat.rec.{1} (fun (m : Nat) => Bool) Bool.false (fun (m : Nat) => fun (b : Bool) => ih m))
  def Nat.beq : Nat → Nat → Bool := Nat.rec.{1} (fun (n : Nat) => Nat → Bool) (Nat.rec.{1} (fun (m : Nat) => Bool) Bool.true (fun (m : Nat) => fun (b : Bool) => Bool.false)) (fun (n : Nat) => fun (ih : Nat → Bool) => Nat.rec.{1} (fun (m : Nat) => Bool) Bool.false (fun (m : Nat) => fun (b : Bool) => ih m))`

/** An equation between numbers, which holds by computation, and one that does not. */
const sum = (name: string, left: string, right: string, wrong: string, type = 'Nat'): CasePair => ({
  name,
  given: NAT,
  good: `theorem t : Eq.{1} ${type} (${left}) (${right}) := Eq.refl.{1} ${type} (${right})`,
  bad: `theorem t : Eq.{1} ${type} (${left}) (${wrong}) := Eq.refl.{1} ${type} (${wrong})`,
  rule: 'value-type',
})

/** A function of a known name that does something else: what it does, and what its name says. */
const redefined = (
  name: string,
  it: { name: string; as: string; call: string; does: string; says: string; type?: string },
): CasePair => {
  const type = it.type ?? 'Nat'
  return {
    name,
    given: NAT.split('\n')
      .map((line) => (line.trimStart().startsWith(`def ${it.name} :`) ? `def ${it.name} : ${it.as}` : line))
      .join('\n'),
    good: `theorem t : Eq.{1} ${type} (${it.call}) (${it.does}) := Eq.refl.{1} ${type} (${it.does})`,
    bad: `theorem t : Eq.{1} ${type} (${it.call}) (${it.says}) := Eq.refl.{1} ${type} (${it.says})`,
    rule: 'value-type',
  }
}

const TEXTS =
  'axiom String : Type  axiom Char : Type  axiom Char.ofNat : Nat → Char  axiom String.ofList : List.{0} Char → String'

/** Literals, and arithmetic on them. */
export const LITERALS: readonly CasePair[] = [
  sum('a literal is a successor', 'Nat.succ (Nat.succ Nat.zero)', '2', '3'),
  sum('zero', 'Nat.zero', '0', '1'),
  sum('addition', 'Nat.add 40 2', '42', '43'),
  sum(
    'addition of numbers of many digits',
    'Nat.add 123456789012345678901234567890 1',
    '123456789012345678901234567891',
    '123456789012345678901234567890',
  ),
  sum('truncated subtraction', 'Nat.sub 3 5', '0', '2'),
  sum('subtraction', 'Nat.sub 1000000 1', '999999', '1000000'),
  sum('multiplication', 'Nat.mul 1000000007 998244353', '998244359987710471', '998244359987710470'),
  sum('powers', 'Nat.pow 2 100', '1267650600228229401496703205376', '1267650600228229401496703205375'),
  sum('zero to the power of zero', 'Nat.pow 0 0', '1', '0'),
  sum('comparison', 'Nat.ble 1000000 1000001', 'Bool.true', 'Bool.false', 'Bool'),
  sum('comparison of equal numbers', 'Nat.beq 1000000 1000000', 'Bool.true', 'Bool.false', 'Bool'),
  sum('comparison of unequal numbers', 'Nat.beq 1000000 1000001', 'Bool.false', 'Bool.true', 'Bool'),
  sum('numbers under definitions', '(fun (n : Nat) => Nat.add n n) 21', '42', '41'),
  {
    name: 'arithmetic only where the function is the one of that name',
    given: 'def Nat.add : Nat → Nat → Nat := fun (x : Nat) => fun (y : Nat) => x',
    good: 'theorem t : Eq.{1} Nat (Nat.add 1 1) 1 := Eq.refl.{1} Nat 1',
    bad: 'axiom dummy : Eq.{1} Nat (Nat.add 1 1) 2 → False → A A',
    rule: 'function-expected',
  },
  {
    name: 'successors of variables',
    given: NAT,
    good: 'theorem t : (n : Nat) → Eq.{1} Nat (Nat.add n 2) (Nat.succ (Nat.succ n)) := fun (n : Nat) => Eq.refl.{1} Nat (Nat.add n 2)',
    bad: 'theorem t : (n : Nat) → Eq.{1} Nat (Nat.add n 2) (Nat.succ n) := fun (n : Nat) => Eq.refl.{1} Nat (Nat.add n 2)',
    rule: 'value-type',
  },
  {
    name: 'recursion on a literal',
    good: 'theorem t : Eq.{1} Bool (Nat.rec.{1} (fun (n : Nat) => Bool) Bool.true (fun (n : Nat) => fun (b : Bool) => Bool.false) 5) Bool.false := Eq.refl.{1} Bool Bool.false',
    bad: 'theorem t : Eq.{1} Bool (Nat.rec.{1} (fun (n : Nat) => Bool) Bool.true (fun (n : Nat) => fun (b : Bool) => Bool.false) 0) Bool.false := Eq.refl.{1} Bool Bool.false',
    rule: 'value-type',
  },
  {
    name: 'a literal is a Nat',
    good: 'def d : Nat := 5',
    bad: 'def d : A := 5',
    rule: 'value-type',
  },
  {
    name: 'a text needs String',
    given: TEXTS,
    good: 'def d : String := "ab"',
    bad: 'def d : Nat := "ab"',
    rule: 'value-type',
  },
  {
    name: 'a text is the list of its characters',
    given: TEXTS,
    good: 'theorem t : Eq.{1} String "ab" (String.ofList (List.cons.{0} Char (Char.ofNat 97) (List.cons.{0} Char (Char.ofNat 98) (List.nil.{0} Char)))) := Eq.refl.{1} String "ab"',
    bad: 'theorem t : Eq.{1} String "ab" (String.ofList (List.cons.{0} Char (Char.ofNat 97) (List.nil.{0} Char))) := Eq.refl.{1} String "ab"',
    rule: 'value-type',
  },
  {
    name: 'texts differ',
    given: TEXTS,
    good: 'theorem t : Eq.{1} String "ab" "ab" := Eq.refl.{1} String "ab"',
    bad: 'theorem t : Eq.{1} String "ab" "ac" := Eq.refl.{1} String "ab"',
    rule: 'value-type',
  },
  {
    name: 'a text needs everything that it is made of',
    given: 'axiom String : Type  axiom Char : Type',
    good: 'axiom s : String',
    bad: 'def s : String := "a"',
    rule: 'literal-type',
  },
  // Numbers are not those of a machine.
  sum('no overflow at 64 bits', 'Nat.add 18446744073709551615 1', '18446744073709551616', '0'),
  sum('no overflow of a product', 'Nat.mul 4294967296 4294967296', '18446744073709551616', '0'),
  sum('no overflow of a power', 'Nat.pow 2 64', '18446744073709551616', '0'),
  sum('no wrapping below zero', 'Nat.sub 0 1', '0', '18446744073709551615'),
  sum('no rounding to a float', 'Nat.add 9007199254740992 1', '9007199254740993', '9007199254740992'),
  sum(
    'a comparison does not round',
    'Nat.beq 9007199254740993 9007199254740992',
    'Bool.false',
    'Bool.true',
    'Bool',
  ),
  sum(
    'an order does not round',
    'Nat.ble 9007199254740993 9007199254740992',
    'Bool.false',
    'Bool.true',
    'Bool',
  ),
  sum(
    'successors of a large number',
    'Nat.succ (Nat.succ 9007199254740991)',
    '9007199254740993',
    '9007199254740992',
  ),
  sum(
    'recursion takes one off a large number',
    'Nat.rec.{1} (fun (n : Nat) => Nat) 0 (fun (n : Nat) => fun (h : Nat) => n) 9007199254740994',
    '9007199254740993',
    '9007199254740992',
  ),
  // Functions that have a known name and do something else are what they do.
  redefined('a power with its arguments the other way round', {
    name: 'Nat.pow',
    as: 'Nat → Nat → Nat := fun (x : Nat) => fun (y : Nat) => Nat.rec.{1} (fun (n : Nat) => Nat) 1 (fun (n : Nat) => fun (h : Nat) => Nat.mul h y) x',
    call: 'Nat.pow 2 3',
    does: '9',
    says: '8',
  }),
  redefined('a predecessor that does nothing', {
    name: 'Nat.pred',
    as: 'Nat → Nat := fun (x : Nat) => x',
    call: 'Nat.sub 3 1',
    does: '3',
    says: '2',
  }),
  redefined('a product that forgets', {
    name: 'Nat.mul',
    as: 'Nat → Nat → Nat := fun (x : Nat) => fun (y : Nat) => y',
    call: 'Nat.mul 3 4',
    does: '4',
    says: '12',
  }),
  redefined('a product of a wrong sum', {
    name: 'Nat.add',
    as: 'Nat → Nat → Nat := fun (x : Nat) => fun (y : Nat) => Nat.succ y',
    call: 'Nat.mul 2 2',
    does: '3',
    says: '4',
  }),
  redefined('an equality that is always true', {
    name: 'Nat.beq',
    as: 'Nat → Nat → Bool := fun (x : Nat) => fun (y : Nat) => Bool.true',
    call: 'Nat.beq 1 2',
    does: 'Bool.true',
    says: 'Bool.false',
    type: 'Bool',
  }),
  redefined('an order that is strict', {
    name: 'Nat.ble',
    as: 'Nat → Nat → Bool := fun (x : Nat) => fun (y : Nat) => Bool.false',
    call: 'Nat.ble 2 2',
    does: 'Bool.false',
    says: 'Bool.true',
    type: 'Bool',
  }),
  {
    name: 'a shift that does not shift',
    given: `${NAT} def Nat.shiftLeft : Nat → Nat → Nat := fun (x : Nat) => fun (y : Nat) => x`,
    good: 'theorem t : Eq.{1} Nat (Nat.shiftLeft 1 3) 1 := Eq.refl.{1} Nat 1',
    bad: 'theorem t : Eq.{1} Nat (Nat.shiftLeft 1 3) 8 := Eq.refl.{1} Nat 8',
    rule: 'value-type',
  },
  {
    name: 'a character beyond the first 65536 is one character',
    given: TEXTS,
    good: 'theorem t : Eq.{1} String "😀" (String.ofList (List.cons.{0} Char (Char.ofNat 128512) (List.nil.{0} Char))) := Eq.refl.{1} String "😀"',
    bad: 'theorem t : Eq.{1} String "😀" (String.ofList (List.cons.{0} Char (Char.ofNat 55357) (List.cons.{0} Char (Char.ofNat 56832) (List.nil.{0} Char)))) := Eq.refl.{1} String "😀"',
    rule: 'value-type',
  },
  {
    name: 'characters are in order',
    given: TEXTS,
    good: 'theorem t : Eq.{1} String "" (String.ofList (List.nil.{0} Char)) := Eq.refl.{1} String ""',
    bad: 'theorem t : Eq.{1} String "ab" (String.ofList (List.cons.{0} Char (Char.ofNat 98) (List.cons.{0} Char (Char.ofNat 97) (List.nil.{0} Char)))) := Eq.refl.{1} String "ab"',
    rule: 'value-type',
  },
  {
    name: 'texts that look alike differ',
    given: TEXTS,
    good: 'theorem t : Eq.{1} String "é" "é" := Eq.refl.{1} String "é"',
    bad: 'theorem t : Eq.{1} String "é" "e\u0301" := Eq.refl.{1} String "é"',
    rule: 'value-type',
  },
  {
    name: 'a text is no String of another universe',
    given:
      'axiom String.{u} : Type  axiom Char : Type  axiom Char.ofNat : Nat → Char  axiom String.ofList : List.{0} Char → String.{0}',
    good: 'axiom s : String.{0}',
    bad: 'def s : String.{0} := "a"',
    rule: 'literal-type',
  },
  {
    name: 'a text is made by String.ofList of the right type',
    given:
      'axiom String : Type  axiom Char : Type  axiom Char.ofNat : Nat → Char  axiom String.ofList : List.{0} Nat → String',
    good: 'axiom s : String',
    bad: 'def s : String := "a"',
    rule: 'literal-type',
  },
]
