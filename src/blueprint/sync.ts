/**
 * Makes the markers of a blueprint say what is true. A statement or proof that names Lean declarations (`\lean`) gets
 * or loses its `\leanok`; not one byte besides is touched. Where nothing is named there is nothing to know, and the
 * marker is left to whoever wrote it; so are `\mathlibok` and `\notready`.
 */
import { type Block, type FileSpan, isDefinition } from './blueprint.ts'
import type { JudgedNode, NodeJudgement } from './status.ts'

export interface MarkerChange {
  readonly id: string
  readonly file: string
  readonly line: number
  readonly part: 'statement' | 'proof'
  readonly change: 'add' | 'remove'
}

export interface Sync {
  readonly changes: readonly MarkerChange[]
  /** New texts of the files that change. */
  readonly files: ReadonlyMap<string, string>
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

export function syncMarkers({ blueprint, nodes }: NodeJudgement): Sync {
  const changes: MarkerChange[] = []
  const edits = new Map<string, Edit[]>()
  const put = (file: string, edit: Edit) => edits.set(file, [...(edits.get(file) ?? []), edit])
  const textOf = (file: string) => blueprint.files.get(file) ?? ''

  for (const judged of nodes) {
    const { node } = judged
    if (node.declarations.length === 0 || node.mathlib) continue
    for (const { part, block, after, wanted } of markers(judged)) {
      if (wanted === block.leanok.length > 0) continue
      const { file, start } = block.opening
      const line = lineAt(textOf(file), start)
      changes.push({ id: judged.id, file, line, part, change: wanted ? 'add' : 'remove' })
      if (wanted)
        put(after.file, insertion(textOf(after.file), after.end, lineStart(textOf(after.file), after.start)))
      for (const marker of block.leanok) if (!wanted) put(marker.file, removal(textOf(marker.file), marker))
    }
  }
  const files = new Map([...edits].map(([file, list]) => [file, apply(textOf(file), list)]))
  return { changes, files }
}

interface Wanted {
  readonly part: MarkerChange['part']
  readonly block: Block
  /** What a new marker stands behind. */
  readonly after: FileSpan
  readonly wanted: boolean
}

function* markers({ node, stated, proved }: JudgedNode): Generator<Wanted> {
  const { statement, proofs, lean } = node
  const formalised = isDefinition(node) ? proved : stated
  yield { part: 'statement', block: statement, after: lean ?? statement.opening, wanted: formalised }
  for (const block of proofs) yield { part: 'proof', block, after: block.opening, wanted: proved }
}

const MARKER = '\\leanok'

/** On a line of its own where the line ends anyway, else in the line: `removal` takes away exactly this again. */
function insertion(text: string, at: number, from: number): Edit {
  const end = lineBreak(text, at)
  const rest = text.slice(at, end)
  if (end === text.length || !/^[ \t\r]*(?:%|$)/.test(rest)) return { start: at, end: at, text: `${MARKER} ` }
  const newline = text[end - 1] === '\r' ? '\r\n' : '\n'
  const indent = /[ \t]*/y
  // Inside of a proof the next line shows how far its text is indented.
  indent.lastIndex = text.startsWith('\\begin', skipBlanks(text, from)) ? end + 1 : from
  const [blanks = ''] = indent.exec(text) ?? []
  return { start: end + 1, end: end + 1, text: `${blanks}${MARKER}${newline}` }
}

/** The whole line if nothing else is on it; else the marker and one blank, which TeX would have swallowed. */
function removal(text: string, { start, end }: FileSpan): Edit {
  const first = lineStart(text, start)
  const last = lineBreak(text, end)
  const alone = text.slice(first, start).trim() === '' && text.slice(end, last).trim() === ''
  if (alone && last < text.length) return { start: first, end: last + 1, text: '' }
  return { start, end: text[end] === ' ' ? end + 1 : end, text: '' }
}

function apply(text: string, edits: readonly Edit[]): string {
  let result = ''
  let at = 0
  for (const { start, end, text: inserted } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue
    result += text.slice(at, start) + inserted
    at = end
  }
  return result + text.slice(at)
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1
}

function lineBreak(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

function skipBlanks(text: string, at: number): number {
  let index = at
  while (text[index] === ' ' || text[index] === '\t') index += 1
  return index
}

function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1
  return line
}
