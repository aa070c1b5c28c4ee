import { createHash } from 'node:crypto'
import * as z from 'zod'
import { printCanonical } from '../../canonical-json.ts'
import { applyProgram } from '../apply/index.ts'
import { type Program, parseProgram } from '../dsl/index.ts'
import { type Grid, sameGrid } from '../grid/index.ts'
import { type Pair, parseTasks, printTask, type Task } from '../io/index.ts'

/** What a program did on one pair. `nothing` means it does not apply to the input. */
export type PairVerdict =
  | { readonly kind: 'exact'; readonly output: Grid }
  | { readonly kind: 'wrong'; readonly output: Grid }
  | { readonly kind: 'nothing' }

export interface ProgramVerdict {
  readonly pairs: readonly PairVerdict[]
  readonly exact: number
  /** Every pair, and at least one, came out exactly. */
  readonly solved: boolean
}

/** Runs a program on every pair; only equality of every cell counts. */
export function verifyProgram(program: Program, pairs: readonly Pair[]): ProgramVerdict {
  const verdicts = pairs.map(({ input, output }): PairVerdict => {
    const made = applyProgram(program, input)
    if (made === undefined) return { kind: 'nothing' }
    return { kind: sameGrid(made, output) ? 'exact' : 'wrong', output: made }
  })
  const exact = verdicts.filter((verdict) => verdict.kind === 'exact').length
  return { pairs: verdicts, exact, solved: pairs.length > 0 && exact === pairs.length }
}

const SCHEMA = 'orch.arc-receipt/1'

const arcReceipt = z.strictObject({
  schema: z.literal(SCHEMA),
  id: z.string(),
  /** What the attempt is about, as the ledger says it. */
  statement: z.string(),
  /** The task as a line of a batch file, without its name and without test outputs. */
  task: z.string(),
  program: z.string(),
})

export type ArcReceipt = z.infer<typeof arcReceipt>

export function makeArcReceipt(task: Task, program: string, statement: string): ArcReceipt {
  const shown = printTask({ task: { ...task, id: 'task' }, answers: [] })
  const body = { schema: SCHEMA, statement, task: shown, program } as const
  return { ...body, id: idOf(body) }
}

/** Runs the program again on the pairs. Says why the receipt does not hold, or nothing if it does. */
export function verifyArcReceipt(value: unknown): string | undefined {
  const read = arcReceipt.safeParse(value)
  if (!read.success) return 'it is not a receipt of an ARC task'
  const { id, ...body } = read.data
  if (id !== idOf(body)) return 'it was changed after it was written: its id does not match'
  const [labelled] = parseTasks(body.task, 'task.jsonl').tasks
  if (!labelled) return 'it holds no task'
  const parsed = parseProgram(body.program)
  if (parsed.kind === 'rejected') return `its program cannot be read: ${parsed.reason}`
  if (!verifyProgram(parsed.program, labelled.task.train).solved)
    return 'its program does not reproduce the train pairs'
  return undefined
}

function idOf(body: Omit<ArcReceipt, 'id'>): string {
  return `arc:${createHash('sha256').update(printCanonical(body)).digest('hex')}`
}
