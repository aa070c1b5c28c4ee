import { trimEndOf } from '../goal/index.ts'

/**
 * Theorems and goals as words. Three fields, each with words of its own kind: parts of the theorem's name, the
 * constants of its type, and the symbols of its text, alone and in neighbouring pairs (`++ length` tells
 * `(xs ++ ys).length` from `xs.length`).
 */
export const FIELDS = ['name', 'constants', 'statement'] as const
export type WordField = (typeof FIELDS)[number]

export type Words = Readonly<Record<WordField, readonly string[]>>

const IDENTIFIER = /[\p{L}_][\p{L}\p{N}_'!?]*(?:\.[\p{L}_][\p{L}\p{N}_'!?]*)*/gu
const TOKEN = /[\p{L}_][\p{L}\p{N}_'!?]*|\.[\p{L}_][\p{L}\p{N}_'!?]*|\p{N}+|[^\s\p{L}\p{N}_()[\]{}⟨⟩⦃⦄,;.]+/gu
const BINDERS = /^(?:∀|∃)\s(?:[({[⦃][^:]*:[^)}\]⦄]*[)}\]⦄]\s*)+,\s*/u
const CLASS_METHOD = /^h?([A-Z]\w*)$/
/** In nearly every statement, so that they tell nothing. */
const IDLE = new Set(['_', 'fun', 'Type', 'Prop', 'Sort', '=>', ':', '@', '✝', 'inst'])

export function wordsOfTheorem(theorem: {
  readonly name: string
  readonly statement: string
  readonly constants: readonly string[]
}): Words {
  return {
    name: nameWords(theorem.name),
    constants: theorem.constants,
    statement: statementWords(theorem.statement),
  }
}

/** `explicit` has every argument written out, so that its identifiers are the constants of the goal. */
export function wordsOfGoal({
  plain,
  explicit,
}: {
  readonly plain: string
  readonly explicit: string
}): Words {
  const constants = identifiers(explicit).filter((name) => name.includes('.') || name.length > 2)
  return {
    name: unique(constants.flatMap(notationWords)),
    constants,
    statement: unique(statementWords(plain)),
  }
}

/** What a person types: parts of names, whole names, or symbols. */
export function wordsOfQuery(text: string): Words {
  const names = identifiers(text)
  return { name: unique(names.flatMap(nameWords)), constants: names, statement: unique(statementWords(text)) }
}

/** `List.length_append` is `list length append`; `mapM'` stays together with its mark. */
export function nameWords(name: string): string[] {
  return name
    .split(/[._\s«»]+/u)
    .flatMap((part) => part.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(' '))
    .map((part) => part.toLowerCase())
    .filter((part) => part !== '')
}

/** How theorems about a constant are named: `HAdd.hAdd` is `add`, `instHAdd` is nothing. */
function notationWords(constant: string): string[] {
  if (/(?:^|\.)inst[A-Z]/.test(constant)) return []
  const last = constant.slice(constant.lastIndexOf('.') + 1)
  const method = CLASS_METHOD.exec(last)?.[1]
  return nameWords(last.startsWith('h') && method ? method : constant)
}

function statementWords(text: string): string[] {
  const body = text.replaceAll('\n', ' ').replace(BINDERS, '')
  const symbols = [...body.matchAll(TOKEN)]
    .map(([token]) => (token.startsWith('.') ? token.slice(1) : token))
    .filter((token) => !IDLE.has(token) && !isVariable(token))
  const pairs = symbols.slice(1).map((symbol, index) => `${symbols[index]} ${symbol}`)
  return [...symbols, ...pairs]
}

/** Short lower-case names are variables in nearly every statement: they differ between equal statements. */
function isVariable(token: string): boolean {
  return /^(?:\p{Ll}{1,2}s?|[\p{Ll}\p{Lu}]|[α-ω]|\p{L}{1,2}[\p{N}₀-₉]*|inst[\p{N}_]*|u_\p{N}+)$/u.test(
    trimEndOf(token, "✝'¹²³"),
  )
}

function identifiers(text: string): string[] {
  return unique([...text.matchAll(IDENTIFIER)].map(([name]) => name)).filter((name) => !IDLE.has(name))
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)]
}

/** One word as the full-text index sees it: letters and digits only, whatever it was. */
export function indexWord(word: string): string {
  return /^[a-z0-9]+$/.test(word) ? word : `x${Buffer.from(word, 'utf8').toString('hex')}`
}
