import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { InputError } from '../errors.ts'
import { type JsonLine, jsonLinesIn } from '../files/index.ts'
import { distance, type Goal, makeGoal } from '../goal/index.ts'

const share = z.number().min(0).max(1)

const bankLine = z.object({
  id: z.string().trim().min(1),
  goal: z.string().trim().min(1),
  difficulty: share.optional(),
  priority: share.optional(),
  context: z.array(z.string()).optional(),
  imports: z.array(z.string()).optional(),
  preamble: z.string().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
})

/** A line of a bank that cannot be used, and why. */
export interface BadLine {
  /** Counted from 1. */
  readonly line: number
  readonly message: string
}

export interface Bank {
  readonly goals: readonly Goal[]
  readonly badLines: readonly BadLine[]
  /** Fields that nobody reads, each where it was first seen. */
  readonly warnings: readonly BadLine[]
}

const FIELDS = Object.keys(bankLine.shape)

/** Reads a bank: one JSON object per line. Bad lines are told apart, the others are used. */
export function readBank(file: string): Bank {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT'
    throw new InputError(
      'bank_unreadable',
      `The bank ${file} cannot be read: ${missing ? 'there is no such file' : String(cause)}.`,
      { hint: 'Give the path of a JSONL file with --bank.', cause },
    )
  }
  return parseBank(text)
}

export function parseBank(text: string): Bank {
  const goals: Goal[] = []
  const badLines: BadLine[] = []
  const warnings = new Map<string, BadLine>()
  const lineOf = new Map<string, number>()
  for (const content of jsonLinesIn(text)) {
    const { line } = content
    const { read, unknown } = parseLine(content)
    for (const field of unknown)
      if (!warnings.has(field)) warnings.set(field, { line, message: unknownField(field) })
    const first = typeof read === 'string' ? undefined : lineOf.get(read.id)
    if (typeof read === 'string') badLines.push({ line, message: read })
    else if (first !== undefined) {
      badLines.push({ line, message: `the id ${JSON.stringify(read.id)} is taken by line ${first}` })
    } else {
      lineOf.set(read.id, line)
      goals.push(read)
    }
  }
  return { goals, badLines, warnings: [...warnings.values()] }
}

interface ReadLine {
  /** The goal of a line, or what is wrong with it. */
  readonly read: Goal | string
  readonly unknown: readonly string[]
}

function parseLine({ source, json: parsedJson }: JsonLine): ReadLine {
  if (parsedJson.kind === 'broken')
    return { read: `this is not JSON: ${jsonFault(source, parsedJson.error)}`, unknown: [] }
  const json = parsedJson.value
  const fields = typeof json === 'object' && json !== null && !Array.isArray(json) ? Object.keys(json) : []
  const unknown = fields.filter((field) => !FIELDS.includes(field))
  const parsed = bankLine.safeParse(json)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path, message }) => {
      const missing = path.length === 1 && !fields.includes(String(path[0]))
      const meant = missing ? unknown.find((field) => nearestField(field) === path[0]) : undefined
      if (meant !== undefined) return `there is no ${String(path[0])}; did you mean it by "${meant}"?`
      if (missing) return `there is no "${String(path[0])}"`
      return path.length > 0 ? `${path.join('.')}: ${message}` : message
    })
    return { read: wrong.join('; '), unknown: [] }
  }
  const { id, goal, difficulty, priority, context, imports, preamble, metadata } = parsed.data
  const read = makeGoal({
    id,
    text: goal,
    ...(difficulty !== undefined && { difficulty }),
    ...(priority !== undefined && { priority }),
    ...(context && { context }),
    ...(imports && { imports }),
    ...(preamble !== undefined && { preamble }),
    ...(metadata && { metadata }),
  })
  return { read, unknown }
}

/** What the parser says, with the column where it stopped. */
function jsonFault(content: string, error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  const [what = said] = said.endsWith(' is not valid JSON') ? said.split(', ', 1) : [said]
  const words = [' in JSON at position', ' at position'].reduce(
    (text, end) => text.split(end, 1)[0] ?? '',
    what,
  )
  const column = [...content.slice(0, faultAt(content))].length + 1
  return `column ${column}, ${words.charAt(0).toLowerCase()}${words.slice(1)}`
}

/** The parser does not always say where: it is behind the longest beginning that could still become JSON. */
function faultAt(content: string): number {
  let good = 0
  let bad = content.length + 1
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (mayGoOn(content.slice(0, middle))) good = middle
    else bad = middle
  }
  return good
}

function mayGoOn(start: string): boolean {
  try {
    JSON.parse(start)
    return true
  } catch (error) {
    const said = error instanceof Error ? error.message : ''
    const at = /at position (\d+)/.exec(said)?.[1]
    return /end of JSON input|Unterminated/.test(said) || (at !== undefined && Number(at) >= start.length)
  }
}

function unknownField(field: string): string {
  const meant = nearestField(field)
  const known = `the fields are ${FIELDS.join(', ')}`
  return `"${field}" is not read: ${meant === undefined ? known : `did you mean "${meant}"?`}`
}

function nearestField(field: string): string | undefined {
  const small = field.toLowerCase()
  if (small === 'statement' || small === 'theorem' || small === 'text') return 'goal'
  if (small === 'name') return 'id'
  return FIELDS.find((known) => distance(small, known) <= (known.length > 4 ? 2 : 1))
}
