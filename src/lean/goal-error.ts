import stringWidth from 'string-width'
import { InputError } from '../errors.ts'
import { type GoalPlace, hintFor } from './goal-hints.ts'
import type { TextPosition } from './protocol.ts'

/** Lean's own advice for files with other options than ours; the hint says what can be done here. */
const NOTE = /\n\nNote: It is not possible to treat[^\n]*/

/** The user's Lean text is not acceptable to Lean. Carries Lean's own words, where they point, and the line there. */
export class GoalError extends InputError {
  readonly position: TextPosition | null
  /** Which of the user's texts the position counts in. */
  readonly place: GoalPlace
  /** The line that the position is in, if the text is known. */
  readonly line: string | null

  constructor(
    place: GoalPlace,
    message: string,
    position: TextPosition | null,
    source?: string,
    preamble?: string,
  ) {
    const line = (position && source?.split('\n')[position.line - 1]?.replace(/\r$/, '')) ?? null
    const at = position && line !== null ? [...line].slice(position.column).join('') : ''
    const advice = hintFor({ place, message, at, preamble: place === 'preamble' ? source : preamble })
    super(`lean_${place}`, message.replace(NOTE, ''), advice ? { hint: advice.hint } : {})
    this.place = place
    this.position = position
    this.line = line
  }

  /** Where to look, as people count: `preamble, line 2, column 16`. */
  get where(): string {
    const { place, position } = this
    return position ? `${place}, line ${position.line}, column ${position.column + 1}` : place
  }

  /** The line with carets below what is meant, as compilers show it; undefined if the error points nowhere. */
  get frame(): SourceFrame | undefined {
    const { position, line } = this
    return position && line !== null ? sourceFrame(line, position) : undefined
  }
}

export interface SourceFrame {
  readonly line: string
  readonly carets: string
}

/** A line of somebody's text, and below it carets at what is meant. */
export function sourceFrame(line: string, position: TextPosition): SourceFrame {
  const letters = [...line]
  const before = letters.slice(0, position.column).join('')
  const token = /^(?:[\p{L}\p{N}_.'!?₀-₉«»]+|\S)/u.exec(letters.slice(position.column).join(''))?.[0] ?? ' '
  const margin = `${position.line} | `
  const indent = ' '.repeat(stringWidth(before.replaceAll('\t', ' ')))
  return {
    line: `${margin}${line.replaceAll('\t', ' ')}`,
    carets: `${' '.repeat(margin.length - 2)}| ${indent}${'^'.repeat(Math.max(1, stringWidth(token)))}`,
  }
}

/** Lean was not done with the text in time, which says nothing about it: the machine may be busy. */
export class GoalTooLongError extends GoalError {
  constructor(place: GoalPlace, doing: string) {
    super(place, `${doing} took too long`, null)
  }
}

/** The text was left alone because elaborating it may run code of its own. */
export class RunsCodeError extends GoalError {}
