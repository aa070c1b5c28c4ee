/** Places in a text: Lean counts lines from 1 and columns in characters, the editor counts UTF-16 code units. */
import type { PlaygroundReadAnswer } from '../data/api.ts'

export interface EditorPlace {
  readonly line: number
  readonly column: number
}

export type ReadText = PlaygroundReadAnswer
export type ReadHole = ReadText['holes'][number]

export function offsetOf(text: string, { line, column }: EditorPlace): number {
  const lines = text.split('\n')
  if (line > lines.length) return text.length
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  return before + [...(lines[line - 1] ?? '')].slice(0, column).join('').length
}

export function placeOf(text: string, offset: number): EditorPlace {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length }
}

const isBefore = (one: EditorPlace, other: EditorPlace): boolean =>
  one.line < other.line || (one.line === other.line && one.column < other.column)

const isWithin = (
  at: EditorPlace,
  { start, end }: { readonly start: EditorPlace; readonly end: EditorPlace },
): boolean => !isBefore(at, start) && !isBefore(end, at)

export interface StateHere {
  readonly goals: readonly string[]
  /** What the goals were before the tactic at this place; undefined where they are the ones before it. */
  readonly before: readonly string[] | undefined
}

/** The state at a place: before the tactic that it is in, or after it at its end. */
export function stateAt({ kind, steps, holes }: ReadText, at: EditorPlace): StateHere | undefined {
  const hole = kind === 'statement' ? holes[0] : holes.find((one) => isWithin(at, one))
  if (hole) return { goals: hole.goals, before: undefined }
  // Outer tactics come before inner ones, so the last that fits is the innermost.
  const inside = steps.findLast((step) => isWithin(at, step))
  const ended = steps
    .filter((step) => step.end.line === at.line && !isBefore(at, step.end))
    .reduce<ReadText['steps'][number] | undefined>(
      (last, step) => (last && isBefore(step.end, last.end) ? last : step),
      undefined,
    )
  const isAtEnd = (step: ReadText['steps'][number]) => !isBefore(at, step.end)
  if (inside && !isAtEnd(inside) && !(ended && isBefore(inside.start, ended.start)))
    return { goals: inside.before, before: undefined }
  const step = ended ?? inside
  return step && { goals: step.after, before: step.before }
}

/** The hole at a place, or else the next one behind it, or the last. */
export function holeAt({ holes }: ReadText, at: EditorPlace): number | undefined {
  if (holes.length === 0) return undefined
  const here = holes.findIndex((hole) => !isBefore(hole.end, at))
  return here < 0 ? holes.length - 1 : here
}

/** What a text becomes when a tactic is written at a hole of it, and what is left open there. */
export function withTactic(
  text: string,
  reading: ReadText,
  hole: ReadHole,
  { tactic, left }: { readonly tactic: string; readonly left: number },
): string {
  const rest = left === 0 ? [] : left === 1 ? ['sorry'] : Array.from({ length: left }, () => '· sorry')
  const lines = [...tactic.split('\n'), ...rest]
  if (reading.kind === 'statement') return `example : ${text.trim()} := by\n${indented(lines, 2)}\n`
  const [from, to] = [offsetOf(text, hole.start), offsetOf(text, hole.end)]
  const isTactic = reading.steps.some(
    ({ start }) => !isBefore(start, hole.start) && !isBefore(hole.start, start),
  )
  const column = isTactic ? hole.start.column : indentOf(text, hole.start.line) + 2
  const written = isTactic ? indented(lines, column).trimStart() : `by\n${indented(lines, column)}`
  return text.slice(0, from) + written + text.slice(to)
}

const indented = (lines: readonly string[], by: number): string =>
  lines.map((line) => ' '.repeat(by) + line).join('\n')

function indentOf(text: string, line: number): number {
  const written = text.split('\n')[line - 1] ?? ''
  return written.length - written.trimStart().length
}
