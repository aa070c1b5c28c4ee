import { commentEnd, isSpace, stringEnd } from './lean-scan.ts'

export interface LeanToken {
  readonly text: string
  /** The character that stands before it; empty at the start and behind a comment. */
  readonly before: string
}

/** Signs of more than one character, longest first where one begins another. */
const SIGNS = [
  '∃!',
  ':=',
  '=>',
  '<->',
  '->',
  '<=',
  '>=',
  '!=',
  '==',
  '&&',
  '||',
  '++',
  '::',
  '/\\',
  '\\/',
  '|>.',
  '|>',
]
const MORE_SIGNS = ['<|>', '<|', '..']
const ALL_SIGNS = [...SIGNS, ...MORE_SIGNS]
const NAME_START = /(?![λΠΣ])[\p{L}_]/uy
const FIELD_START = /[\p{L}_]/uy
const NAME_REST = /[\p{L}\p{N}\p{M}_'₀-₉]*[!?]?/uy
const DIGITS = /\d+/y

/**
 * The words and signs of a Lean text, without comments: enough to see names, brackets and operators. Every text has
 * tokens; an open comment goes to the end of it, and a quote that nothing closes is a sign like others.
 */
export function leanTokens(text: string): LeanToken[] {
  const found: LeanToken[] = []
  // Where no `»` follows any more, a `«` is a sign like others: nobody looks for its end again and again.
  const lastQuote = text.lastIndexOf('»')
  // The same for a string that has no end.
  let stringsEnd = true
  let before = ''
  for (let at = 0; at < text.length; ) {
    const comment = commentEnd(text, at)
    if (comment > at || isSpace(text[at])) {
      at = Math.max(comment, at + 1)
      before = ''
      continue
    }
    const string: number = stringsEnd ? stringEnd(text, at) : at
    if (string > at) stringsEnd = string > at + 1 && text[string - 1] === '"'
    const end = stringsEnd && string > at ? string : tokenEnd(text, at, lastQuote)
    found.push({ text: text.slice(at, end), before })
    before = text[end - 1] ?? ''
    at = end
  }
  return found
}

function tokenEnd(text: string, at: number, lastQuote: number): number {
  const name = nameEnd(text, at, lastQuote)
  if (name > at) return name
  const digits = matchEnd(DIGITS, text, at)
  if (digits > at) return text[digits] === '.' ? Math.max(digits, matchEnd(DIGITS, text, digits + 1)) : digits
  const sign = ALL_SIGNS.find((one) => text.startsWith(one, at))
  return at + (sign?.length ?? String.fromCodePoint(text.codePointAt(at) ?? 0).length)
}

/** `Nat.succ`, `«my own».x`, `xs!`; `at` if there is no name here. */
function nameEnd(text: string, at: number, lastQuote: number): number {
  let end = partEnd(text, at, lastQuote, NAME_START)
  while (end > at && text[end] === '.') {
    const next = partEnd(text, end + 1, lastQuote, FIELD_START)
    if (next === end + 1) break
    end = next
  }
  return end
}

function partEnd(text: string, at: number, lastQuote: number, start: RegExp): number {
  if (text[at] === '«') return lastQuote > at ? text.indexOf('»', at) + 1 : at
  const first = matchEnd(start, text, at)
  return first > at ? matchEnd(NAME_REST, text, first) : at
}

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
