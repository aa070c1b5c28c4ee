import type { LatexToken } from './tokens.ts'

/** What stands behind a control word: its text without comments, where it ends, and which token comes next. */
export interface LatexArgument {
  readonly text: string
  readonly end: number
  readonly next: number
}

/** The tokens of one file, asked for the arguments of commands. */
export class TokenStream {
  readonly source: string
  readonly tokens: readonly LatexToken[]

  constructor(source: string, tokens: readonly LatexToken[]) {
    this.source = source
    this.tokens = tokens
  }

  /** The group `{…}` or `[…]` that follows token `index`, with nothing but spaces and comments between. */
  argument(index: number, opener: '{' | '['): LatexArgument | undefined {
    let before = this.tokens[index]?.end ?? 0
    let at = index + 1
    let token = this.tokens[at]
    while (token?.kind === 'comment' && this.#blank(before, token.start)) {
      before = token.end
      at += 1
      token = this.tokens[at]
    }
    if (token?.kind !== 'open' || token.name !== opener || token.match < 0) return undefined
    if (!this.#blank(before, token.start)) return undefined
    const end = this.tokens[token.match]?.end ?? token.end
    return { text: this.#inside(at, token.match), end, next: token.match + 1 }
  }

  #inside(open: number, close: number): string {
    let text = ''
    let from = this.tokens[open]?.end ?? 0
    for (let index = open + 1; index < close; index++) {
      const token = this.tokens[index]
      if (token?.kind !== 'comment') continue
      text += this.source.slice(from, token.start)
      from = token.end
    }
    return text + this.source.slice(from, this.tokens[close]?.start ?? from)
  }

  #blank(from: number, to: number): boolean {
    for (let at = from; at < to; at++) if (!/\s/.test(this.source[at] ?? '')) return false
    return true
  }
}

export function names(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** Numbers lines from 1. */
export class Lines {
  readonly #starts: number[] = [0]

  constructor(source: string) {
    for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) this.#starts.push(at + 1)
  }

  lineOf(offset: number): number {
    let low = 0
    let high = this.#starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((this.#starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
