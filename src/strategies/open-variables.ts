/** The variables that a preamble declares and that are still in scope at its end. */

const COMMENTS = /--[^\n]*|\/-[\s\S]*?-\//g
const WORDS =
  /^[ \t]*(?:(?:public|noncomputable|meta)\s+)*(namespace|section|mutual|end|variable|include|omit)\b[ \t]*(.*)$/gm

/**
 * Their binders as text, in order. Undefined where a statement with these binders in front might not say the same:
 * a binder without a type refers to an earlier one, and `include` and `omit` change which ones a theorem has.
 */
export function openVariables(preamble: string): readonly string[] | undefined {
  const text = preamble.replace(COMMENTS, (comment) => comment.replace(/[^\n]/g, ' '))
  const scopes: string[][] = [[]]
  for (const found of text.matchAll(WORDS)) {
    const [line, word, rest = ''] = found
    if (word === 'include' || word === 'omit') return undefined
    if (word === 'variable') {
      const start = found.index + line.length - rest.length
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
