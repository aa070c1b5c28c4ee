/** What to do about an error of Lean's in a user's own text, where it can be told; nothing otherwise. */
import { distance } from '../goal/index.ts'

export type GoalPlace = 'imports' | 'preamble' | 'statement' | 'tactic'

interface HintInput {
  readonly place: GoalPlace
  readonly message: string
  /** The user's text from where the error points on; empty if it points nowhere. */
  readonly at: string
  /** The user's own definitions, whose names may have been meant. */
  readonly preamble?: string | undefined
}

interface Rule {
  readonly name: string
  readonly hint: (input: HintInput, unknown: string | undefined) => string | false | undefined
}

const UNKNOWN = /unknown identifier|unknown constant|does not contain/i
const INVALID_FIELD = /^invalid field/i
const MATHLIB = 'run Orch inside a Lake project that has it (docs/native-lean.md), with --import Mathlib'
const MATHLIB_SIGNS = /^[ℝℂℚ∑∏∫∂√‖𝓝ℵ⨆⨅]/u
const MATHLIB_NAMES =
  /^(?:Real|Complex|Rat\.cast|Finset|Set|Multiset|Polynomial|Matrix|Group|CommGroup|Ring|CommRing|Field|Module|MetricSpace|TopologicalSpace|Continuous|Differentiable|Filter|Monotone|Function\.Injective|Nat\.Prime|Prime|ZMod|Cardinal|Ordinal|deriv|Odd|Even)\b/
const MATHLIB_TACTICS =
  /^(?:ring|norm_num|linarith|nlinarith|positivity|field_simp|tauto|aesop|polyrith|gcongr)\b/
const VARIABLE = /^(?:\p{Ll}{1,2}s?|[\p{Lu}α-ω])[\d₀-₉]*'*$/u

/** What people mean when they mistype: types of the library, and its best known functions. */
const KNOWN =
  `Nat Int List Bool String Prop Type True False Option Array Char Fin Unit Float Prod Sum And Or Not Iff Eq
  Exists Decidable Subtype Function BitVec UInt8 UInt32 UInt64 Nat.succ Nat.zero Nat.gcd Nat.lcm Nat.max Nat.min Nat.pred
  Nat.sub Nat.add Nat.mul Nat.div Nat.mod Nat.pow Int.toNat Int.natAbs List.length List.reverse List.map List.filter
  List.append List.foldl List.foldr List.head List.tail List.join List.flatten List.range List.take List.drop List.zip
  List.sum List.replicate List.Nodup List.Perm Option.some Option.none Option.map Array.size String.length
  rfl simp omega decide induction intro intros exact apply constructor cases rcases grind`
    .split(/\s+/)
    .filter(Boolean)

const RULES: readonly Rule[] = [
  {
    name: 'time that ran out',
    hint: ({ message }) =>
      message.endsWith('took too long') &&
      'The machine may be busy with other things: try again. If it is not, this asks Lean to compute too much.',
  },
  {
    name: 'a library that is not here',
    hint: ({ place, message }) => {
      if (place !== 'imports') return undefined
      if (/Mathlib/.test(message)) return `Mathlib is not part of the embedded Lean: ${MATHLIB}.`
      return 'Check the module names. The embedded Lean has Init, Std and Lean; other libraries need a Lake project.'
    },
  },
  {
    name: 'a sign or a name of Mathlib',
    hint: ({ at }, unknown) => {
      const sign = MATHLIB_SIGNS.exec(unknown ?? '')?.[0] ?? MATHLIB_SIGNS.exec(at)?.[0]
      const name = sign ?? (MATHLIB_NAMES.test(unknown ?? '') ? unknown : undefined)
      const tactic = name ?? MATHLIB_TACTICS.exec(at)?.[0]
      return tactic && `\`${tactic}\` needs Mathlib: ${MATHLIB}.`
    },
  },
  {
    name: 'a typing mistake',
    hint: ({ message, preamble }, unknown) => {
      const meant = unknown && nearest(unknown, [...declaredIn(preamble), ...KNOWN])
      // Of `xs.revers` only the field was written.
      const written = meant && INVALID_FIELD.test(message) ? meant.slice(meant.lastIndexOf('.') + 1) : meant
      return written && `Did you mean \`${written}\`?`
    },
  },
  {
    name: 'a function that nothing binds',
    hint: ({ place, at }, unknown) =>
      unknown && place !== 'tactic' && VARIABLE.test(unknown) && isApplied(unknown, at)
        ? `\`${unknown}\` is not defined here: define it in the preamble (--preamble for commands), or add \`∀ ${unknown} : Nat → Nat,\` in front, with its own type.`
        : undefined,
  },
  {
    name: 'a variable that nothing binds',
    hint: ({ place }, unknown) => {
      // Of `s.height` it is `s` that is missing; `N.height` is a name in a namespace.
      const [variable = ''] = /^\p{Ll}/u.test(unknown ?? '') ? (unknown ?? '').split('.') : [unknown]
      return place !== 'tactic' && VARIABLE.test(variable)
        ? `\`${variable}\` is not bound: add \`∀ ${variable} : Nat,\` in front, with its own type for Nat.`
        : undefined
    },
  },
  {
    name: 'a field that is not there',
    hint: ({ message, place }, unknown) =>
      unknown &&
      place !== 'tactic' &&
      INVALID_FIELD.test(message) &&
      `There is no \`${unknown}\`: 'orch premises search' finds names of the library; your own belong into the preamble.`,
  },
  {
    name: 'a name that is not there',
    hint: ({ place }, unknown) =>
      unknown &&
      place !== 'tactic' &&
      `\`${unknown}\` is not defined here: bind it with ∀, define it in the preamble (--preamble for commands), or import its module.`,
  },
  {
    name: 'a place left out of a tactic',
    hint: ({ place, message }) =>
      place === 'tactic' && /don't know how to synthesize placeholder/i.test(message)
        ? 'Lean cannot fill in `_` by itself: write `?_` to make it a goal of its own.'
        : undefined,
  },
  {
    name: 'a type that cannot be guessed',
    hint: ({ message }) =>
      /stuck|don't know how to synthesize|failed to infer/i.test(message)
        ? 'Lean cannot tell which type is meant: write one, as in (n : Nat) or ([] : List Nat).'
        : undefined,
  },
  {
    name: 'something that is not finished',
    hint: ({ message }) =>
      /unexpected end of input/i.test(message)
        ? 'The text ends too early: a term or a closing bracket is missing.'
        : undefined,
  },
  {
    name: 'something else than a statement',
    hint: ({ place, message }) =>
      place === 'statement' && /not a proposition|type expected|expected a (?:type|theorem)/i.test(message)
        ? "Give a proposition such as '∀ n : Nat, n + 0 = n', or a theorem with or without its proof."
        : undefined,
  },
]

export const HINT_RULES: readonly string[] = RULES.map(({ name }) => name)

export function hintFor(input: HintInput): { readonly rule: string; readonly hint: string } | undefined {
  const unknown = unknownName(input.message)
  for (const { name, hint } of RULES) {
    const text = hint(input, unknown)
    if (text) return { rule: name, hint: text }
  }
  return undefined
}

/** The name in quotation marks behind the words that it is not known. */
function unknownName(message: string): string | undefined {
  const found = UNKNOWN.exec(message)
  const [, quoted = ''] = found ? message.slice(found.index + found[0].length).split(/[`'‘’]/, 2) : []
  return quoted || undefined
}

/** Whether the name is written in front of an argument, as a function is. */
function isApplied(name: string, at: string): boolean {
  return at.startsWith(`${name} `) && /^[\p{L}\p{N}_(]/u.test(at.slice(name.length + 1))
}

/** Names that a text declares, as far as they stand behind the word that declares them. */
function declaredIn(preamble = ''): string[] {
  const declarations = preamble.matchAll(
    /\b(?:def|theorem|inductive|structure|abbrev) ([\p{L}_][\p{L}\p{N}_.'?!]*)/gu,
  )
  return [...declarations].map(([, name = '']) => name)
}

/** The known name that differs in case, or in one letter (two in a long name). */
function nearest(unknown: string, known: readonly string[]): string | undefined {
  const same = known.find((name) => name.toLowerCase() === unknown.toLowerCase() && name !== unknown)
  if (same || unknown.length < 3) return same
  const most = unknown.length > 7 ? 2 : 1
  return known
    .filter((name) => Math.abs(name.length - unknown.length) <= most)
    .map((name) => ({ name, far: distance(name, unknown) }))
    .filter(({ far }) => far > 0 && far <= most)
    .sort((one, other) => one.far - other.far)[0]?.name
}
