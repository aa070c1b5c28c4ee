/** A proof in the place of a hole, laid out as its surroundings are. */
import type { Hole } from './hole.ts'
import { indentation, lineEnd, TextLines } from './text-lines.ts'

/** After these a proof of several lines begins on a line of its own. */
const OPENS_BLOCK = /(?:\bby|=>|:=|↦|\bfrom|\bexact)$/
const IN_FUNCTION = /\bfun\b/
/** After these a term needs no parentheses. */
const TAKES_TERM = /(?:=>|:=|↦|\bfrom|\bexact|[⟨,(])$/
const STEP = '  '

/** The text that replaces `sorry`, with the file's line ends. */
export function placeScript(text: string, hole: Pick<Hole, 'span' | 'isTactic'>, script: string): string {
  const { span, isTactic } = hole
  const lines = new TextLines(text)
  const line = lines.line(span.start.line)
  const before = [...line].slice(0, span.start.column).join('')
  const tactics = script.replaceAll('\r\n', '\n').trimEnd().split('\n')
  const end = lineEnd(text)
  const body = (indent: string) => tactics.map((tactic) => (tactic === '' ? '' : indent + tactic)).join(end)
  const margin = indentation(line)
  const isAlone = before.trim() === ''
  if (isTactic) {
    if (tactics.length === 1) return tactics[0] ?? ''
    if (!isAlone && (OPENS_BLOCK.test(before.trimEnd()) || IN_FUNCTION.test(before)))
      return `${end}${body(margin + STEP)}`
    // Behind a bullet or another tactic: the lines stand below each other.
    return body(columns(before)).slice(columns(before).length)
  }
  const isOpen = TAKES_TERM.test(before.trimEnd()) || isAlone
  const [open, close] = isOpen ? ['', ''] : ['(', ')']
  if (tactics.length === 1) return `${open}by ${tactics[0]}${close}`
  return `${open}by${end}${body(margin + STEP)}${close}`
}

/** Blanks as wide as a text. */
function columns(text: string): string {
  return ' '.repeat([...text].length)
}

/** A blank that would be left at the end of a line goes away with the hole before it. */
export function blanksBefore(text: string, from: number, replacement: string): number {
  if (!/^\r?\n/.test(replacement)) return from
  let at = from
  while (at > 0 && (text[at - 1] === ' ' || text[at - 1] === '\t')) at--
  return at
}
