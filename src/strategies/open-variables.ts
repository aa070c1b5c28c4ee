/** The variables that a preamble declares and that are still in scope at its end. */
import { blankComments, scopeCommands } from '../goal/index.ts'

/**
 * Their binders as text, in order. Undefined where a statement with these binders in front might not say the same:
 * a binder without a type refers to an earlier one, and `include` and `omit` change which ones a theorem has.
 */
export function openVariables(preamble: string): readonly string[] | undefined {
  const text = blankComments(preamble)
  const scopes: string[][] = [[]]
  for (const { word, start, rest } of scopeCommands(text)) {
    if (word === 'include' || word === 'omit') return undefined
    if (word === 'variable') {
      const binders = bindersAt(text, start)
      if (!binders) return undefined
      scopes.at(-1)?.push(...binders)
    } else if (word === 'end') {
      scopes.length -= Math.min(scopes.length, nameParts(rest))
      if (scopes.length === 0) return undefined
    } else {
      for (let part = word === 'namespace' ? nameParts(rest) : 1; part > 0; part--) scopes.push([])
    }
  }
  return scopes.flat()
}

const WORD = /[\p{L}\p{N}_'.!?₀-₉]+/gu

/** Those that a theorem would take along: what its text mentions, what these need, and instances about nothing else. */
export function mentioned(binders: readonly string[], text: string): readonly string[] {
  const all = binders.map(readBinder)
  const declared = new Set(all.flatMap(({ names }) => names))
  const words = new Set(wordsOf(text))
  let size = -1
  while (size !== words.size) {
    size = words.size
    for (const { names, needs } of all)
      if (names.some((name) => words.has(name))) for (const word of needs) words.add(word)
  }
  const isTaken = ({ names, needs, isInstance }: Binder) =>
    names.some((name) => words.has(name)) ||
    (isInstance && needs.every((word) => !declared.has(word) || words.has(word)))
  return binders.filter((_, at) => {
    const binder = all[at]
    return binder !== undefined && isTaken(binder)
  })
}

interface Binder {
  readonly names: readonly string[]
  /** The words of its type. */
  readonly needs: readonly string[]
  readonly isInstance: boolean
}

function readBinder(binder: string): Binder {
  const inside = binder.slice(1, -1)
  const colon = inside.indexOf(':')
  return {
    names: colon < 0 ? [] : wordsOf(inside.slice(0, colon)),
    needs: wordsOf(inside.slice(colon + 1)),
    isInstance: binder.startsWith('['),
  }
}

/** A name and every name that a dot leads on from: `xs.length` mentions `xs`. */
function wordsOf(text: string): string[] {
  return [...text.matchAll(WORD)].flatMap(([word]) => [word, word.split('.', 1)[0] ?? ''])
}

function nameParts(rest: string): number {
  const name = rest.trim().split(/\s/, 1)[0] ?? ''
  return name === '' ? 1 : name.split('.').length
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']', '⦃': '⦄' }

/** The bracketed binders from a place on, over line ends; undefined if one of them cannot stand after a `∀`. */
function bindersAt(text: string, start: number): string[] | undefined {
  const found: string[] = []
  for (let at = start; ; ) {
    while (/\s/.test(text[at] ?? '')) at++
    const open = text[at] ?? ''
    const close = CLOSING[open]
    if (close === undefined) return found.length > 0 ? found : undefined
    const end = matching(text, at, open, close)
    if (end === undefined) return undefined
    const binder = text.slice(at, end + 1)
    if (open !== '[' && !binder.includes(':')) return undefined
    found.push(binder)
    at = end + 1
  }
}

function matching(text: string, start: number, open: string, close: string): number | undefined {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === open) depth++
    else if (text[at] === close && --depth === 0) return at
  }
  return undefined
}
