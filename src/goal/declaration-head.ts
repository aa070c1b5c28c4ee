import { commentEnd, isSpace } from './lean-scan.ts'

export interface DeclarationHead {
  readonly keyword: 'theorem' | 'lemma' | 'example'
  /** Where the keyword stands. */
  readonly start: number
  readonly end: number
}

const KEYWORDS = ['theorem', 'lemma', 'example'] as const
const MODIFIERS = ['private', 'protected', 'public', 'noncomputable', 'nonrec'] as const
const IDENTIFIER_PART = /[\p{L}\p{N}_'!?.]/u

/**
 * What a text declares, if it begins like a declaration: comments, a doc comment, attributes and modifiers may
 * stand before the keyword. `unfinished` where it begins like one and no keyword comes; undefined for a term.
 */
export function declarationHead(text: string): DeclarationHead | 'unfinished' | undefined {
  let begun = false
  for (let at = 0; at < text.length; ) {
    const keyword = KEYWORDS.find((word) => isWordAt(text, at, word))
    if (keyword) return { keyword, start: at, end: at + keyword.length }
    const blank = isSpace(text[at]) ? at + 1 : commentEnd(text, at)
    const modifier = MODIFIERS.find((word) => isWordAt(text, at, word))
    const belonging = modifier ? at + modifier.length : attributeEnd(text, at)
    // A doc comment belongs to a declaration, even if nothing follows it.
    if (belonging > at || text.startsWith('/--', at)) begun = true
    if (blank === at && belonging === at) return begun ? 'unfinished' : undefined
    at = Math.max(blank, belonging)
  }
  return begun ? 'unfinished' : undefined
}

function isWordAt(text: string, at: number, word: string): boolean {
  if (!text.startsWith(word, at)) return false
  const next = text.codePointAt(at + word.length)
  return next === undefined || !IDENTIFIER_PART.test(String.fromCodePoint(next))
}

/** `@[simp, foo [a]]`; `at` if there is none. */
function attributeEnd(text: string, at: number): number {
  if (!text.startsWith('@[', at)) return at
  let depth = 0
  for (let place = at + 1; place < text.length; place += 1) {
    if (text[place] === '[') depth += 1
    else if (text[place] === ']') depth -= 1
    if (depth === 0) return place + 1
  }
  return text.length
}
