/** Commands of a Lean text that open and end scopes or change what is in them, each at the start of a line. */
export interface ScopeCommand {
  readonly word: 'namespace' | 'section' | 'mutual' | 'end' | 'variable' | 'include' | 'omit'
  /** What stands behind it on its line. */
  readonly rest: string
  /** Where that begins. */
  readonly start: number
}

const WORDS = ['namespace', 'section', 'mutual', 'end', 'variable', 'include', 'omit'] as const
const MODIFIERS = ['public', 'noncomputable', 'meta', '@[expose]']
const WORD = /[^\s]+/g

/** Expects a text without comments and strings. Modifiers may stand on the lines before the command. */
export function* scopeCommands(text: string): Generator<ScopeCommand> {
  let offset = 0
  let isModified = false
  for (const line of text.split('\n')) {
    let isFirst = true
    for (const { 0: found, index } of line.matchAll(WORD)) {
      const word = isFirst || isModified ? WORDS.find((one) => isCommand(found, one)) : undefined
      if (word) {
        const start = index + word.length
        yield { word, rest: line.slice(start), start: offset + start }
      }
      isModified = (isFirst || isModified) && MODIFIERS.includes(found)
      isFirst = false
      if (word || !isModified) break
    }
    offset += line.length + 1
  }
}

/** `variable(x : Nat)` needs no space; `endless` and `end'` are names. */
function isCommand(found: string, word: string): boolean {
  return found.startsWith(word) && !/^[\p{L}\p{N}_'.!?]/u.test(found.slice(word.length))
}
