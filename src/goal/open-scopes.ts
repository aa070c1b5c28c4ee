import { blankComments } from './lean-scan.ts'
import { scopeCommands } from './scope-commands.ts'

const PART = /«[^»]*»|[^\s.«»-][^\s.«»]*/y

/**
 * The `end`s that a text lacks, innermost first, for somebody who goes on after it. Lean has accepted the text, so
 * what it ends was open; at its own end it may leave scopes open, which Lean allows.
 */
export function missingEnds(text: string): string[] {
  const open: string[] = []
  for (const { word, rest } of scopeCommands(blankComments(text, { strings: true }))) {
    const parts = nameParts(rest.trimStart())
    if (word === 'namespace' || word === 'section') open.push(...parts)
    else if (word === 'mutual') open.push('')
    else if (word === 'end') open.splice(Math.max(0, open.length - parts.length))
  }
  return open.reverse().map((name) => `end ${name}`.trim())
}

/** The parts of the name that a text begins with; one that is empty if there is none. */
function nameParts(text: string): string[] {
  const parts: string[] = []
  for (let at = 0; ; at += 1) {
    PART.lastIndex = at
    const [part] = PART.exec(text) ?? []
    if (part === undefined) break
    parts.push(part)
    at += part.length
    if (text[at] !== '.') break
  }
  return parts.length > 0 ? parts : ['']
}
