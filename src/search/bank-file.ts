import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { InputError } from '../errors.ts'
import { type Goal, makeGoal } from '../goal.ts'

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
}

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
  const lineOf = new Map<string, number>()
  for (const [index, content] of text.split('\n').entries()) {
    if (content.trim() === '') continue
    const line = index + 1
    const read = parseLine(content)
    const first = typeof read === 'string' ? undefined : lineOf.get(read.id)
    if (typeof read === 'string') badLines.push({ line, message: read })
    else if (first !== undefined) {
      badLines.push({ line, message: `the id ${JSON.stringify(read.id)} is taken by line ${first}` })
    } else {
      lineOf.set(read.id, line)
      goals.push(read)
    }
  }
  return { goals, badLines }
}

/** The goal of a line, or what is wrong with it. */
function parseLine(content: string): Goal | string {
  let json: unknown
  try {
    json = JSON.parse(content)
  } catch {
    return 'this is not JSON'
  }
  const parsed = bankLine.safeParse(json)
  if (!parsed.success) {
    return parsed.error.issues
      .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
      .join('; ')
  }
  const { id, goal, difficulty, priority, context, imports, preamble } = parsed.data
  return makeGoal({
    id,
    text: goal,
    ...(difficulty !== undefined && { difficulty }),
    ...(priority !== undefined && { priority }),
    ...(context && { context }),
    ...(imports && { imports }),
    ...(preamble !== undefined && { preamble }),
  })
}
