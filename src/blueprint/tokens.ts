/**
 * LaTeX as far as a blueprint needs it: control words, groups and comments. Whatever TeX would not read as commands
 * (comments, `\verb`, listings, addresses) is stepped over here, so that nobody above can mistake it for a marker.
 *
 * One pass, and every character is looked at a bounded number of times: what is not closed where it must be takes the
 * rest of its line or file, instead of being searched for again and again.
 */
export interface LatexToken {
  readonly kind: 'word' | 'open' | 'close' | 'comment'
  /** Of a control word, without the backslash. */
  readonly name: string
  readonly start: number
  readonly end: number
  /** Of a brace or bracket: where in the list its partner is; -1 where there is none. */
  match: number
}

/** Environments whose text is not TeX. */
const VERBATIM_BEGIN =
  /\\begin[ \t]*\{(verbatim\*?|Verbatim\*?|BVerbatim|lstlisting|minted|comment|filecontents\*?)\}/y
const WORD = /[A-Za-z@]+\*?/y
/** Control words that are followed by a piece of raw text between two equal characters. */
const RAW_BETWEEN = new Set(['verb', 'verb*', 'lstinline'])
/** Control words whose first group may contain `%` and `\` as plain characters. */
const RAW_GROUP = new Set(['url', 'href', 'nolinkurl', 'path'])

export function tokenizeLatex(source: string): readonly LatexToken[] {
  const tokens: LatexToken[] = []
  const groups = new GroupMatcher(tokens)
  const add = (kind: LatexToken['kind'], name: string, start: number, end: number) => {
    tokens.push({ kind, name, start, end, match: -1 })
  }
  let at = 0
  while (at < source.length) {
    const start = at
    const char = source[at]
    if (char === '%') {
      at = lineEnd(source, at)
      add('comment', '', start, at)
    } else if (char === '{' || char === '[') {
      at += 1
      add('open', char, start, at)
      groups.open()
    } else if (char === '}' || char === ']') {
      at += 1
      add('close', char, start, at)
      groups.close(char)
    } else if (char === '\\') {
      const verbatim = matchAt(VERBATIM_BEGIN, source, at)
      const word = verbatim ? undefined : matchAt(WORD, source, at + 1)
      if (verbatim) at = afterVerbatim(source, at + verbatim[0].length, verbatim[1] ?? '')
      else if (word === undefined) at += 2
      else {
        at += 1 + word[0].length
        add('word', word[0], start, at)
        if (RAW_BETWEEN.has(word[0])) at = afterRaw(source, at)
        else if (RAW_GROUP.has(word[0])) at = afterRawGroup(source, at)
      }
    } else at += 1
  }
  return tokens
}

/** Pairs braces and brackets as they come. A closing brace ends every bracket that was left open inside it. */
class GroupMatcher {
  readonly #tokens: LatexToken[]
  readonly #open: number[] = []

  constructor(tokens: LatexToken[]) {
    this.#tokens = tokens
  }

  open(): void {
    this.#open.push(this.#tokens.length - 1)
  }

  close(char: '}' | ']'): void {
    const wanted = char === '}' ? '{' : '['
    const here = this.#tokens.length - 1
    while (this.#open.length > 0) {
      const partner = this.#open.at(-1) ?? 0
      const opener = this.#tokens[partner]
      // A bracket in a text such as `[0, 1)` is a plain character: it may not close what a brace opened.
      if (opener?.name !== wanted && char === ']') return
      this.#open.pop()
      if (opener?.name !== wanted) continue
      opener.match = here
      const closer = this.#tokens[here]
      if (closer) closer.match = partner
      return
    }
  }
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(source) ?? undefined
}

function lineEnd(source: string, at: number): number {
  const end = source.indexOf('\n', at)
  return end < 0 ? source.length : end
}

function afterVerbatim(source: string, at: number, name: string): number {
  const closing = `\\end{${name}}`
  const end = source.indexOf(closing, at)
  return end < 0 ? source.length : end + closing.length
}

/** Behind `\verb|…|`. A group in braces is left to the ordinary rules. */
function afterRaw(source: string, at: number): number {
  const delimiter = source[at]
  if (delimiter === undefined || /[\s{[]/.test(delimiter)) return at
  let end = at + 1
  while (end < source.length && source[end] !== '\n' && source[end] !== delimiter) end += 1
  return source[end] === delimiter ? end + 1 : end
}

/** Behind the address of `\url{…}`. */
function afterRawGroup(source: string, at: number): number {
  if (source[at] !== '{') return at
  let depth = 0
  for (let index = at; index < source.length; index++) {
    const char = source[index]
    if (char === '\n') return index
    if (char === '{') depth += 1
    if (char === '}') depth -= 1
    if (depth === 0) return index + 1
  }
  return source.length
}
