/** The header of a Lean file: what it imports, and where its body begins. Read without Lean, which may not be there yet. */

export interface Header {
  readonly imports: readonly string[]
  /** Where the first command may begin, as an index into the text. */
  readonly end: number
}

const SPACE = /\s+|--[^\n]*/y
const IMPORT = /(?:(?:public|private|meta)\s+)*import\s+(?:(?:all|runtime)\s+)?/y
const COMPONENT = /\.?(?:«[^»\n]*»|[^\s.«»()[\]{},:;@"'`#-][^\s.«»()[\]{},:;@"`#]*)/y
const WORD = /(?:module|prelude)(?![\w.'!?])/y

export function readHeader(text: string): Header {
  const imports: string[] = []
  let at = text.startsWith('\uFEFF') ? 1 : 0
  let end = at
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }
  const takeName = (): string => {
    let name = ''
    for (let part = take(COMPONENT); part; part = take(COMPONENT)) name += part[0]
    return name.replace(/[«»]/g, '')
  }
  for (;;) {
    if (take(SPACE)) continue
    const comment = blockComment(text, at)
    // A comment before a declaration belongs to it; only the plain ones are passed over.
    if (comment !== undefined) {
      at = comment
      continue
    }
    if (take(IMPORT)) imports.push(takeName())
    else if (!take(WORD)) return { imports, end }
    end = at
  }
}

/** The end of the block comment that begins here, nested ones included; undefined if none does. */
function blockComment(text: string, start: number): number | undefined {
  if (!text.startsWith('/-', start) || /^\/-[-!]/.test(text.slice(start, start + 3))) return undefined
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text.startsWith('/-', at)) {
      depth++
      at++
    } else if (text.startsWith('-/', at)) {
      at++
      if (--depth === 0) return at + 1
    }
  }
  return text.length
}

/** The text with its header made blank, so that everything else keeps its place. */
export function withoutHeader(text: string, { end }: Header = readHeader(text)): string {
  return text.slice(0, end).replace(/\S/g, ' ') + text.slice(end)
}
