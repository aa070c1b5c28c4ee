import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { InputError } from '../../errors.ts'
import { filledLines, jsonOf } from '../../files/index.ts'
import { type Grid, gridFromRows, MAX_SIDE } from '../grid/index.ts'
import type { LabelledTask, Pair } from './task.ts'

/** Why one task of a file cannot be used: a sentence that names the file, the line and the field. */
export interface TaskProblem {
  readonly file: string
  readonly line: number
  readonly field: string
  readonly message: string
}

export interface TaskBatch {
  readonly tasks: readonly LabelledTask[]
  readonly problems: readonly TaskProblem[]
}

/** Carries a problem out of the nested reading of one task. */
class Unusable extends Error {
  override readonly name = 'Unusable'
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

/**
 * Reads a batch: JSON Lines with one task a line, or one task as ARC JSON (its id is then the file's name).
 * Good tasks and problems are both returned; the caller decides whether a problem stops the run.
 */
export function loadTasks(file: string): TaskBatch {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new InputError('arc_tasks_unreadable', `The task file ${file} cannot be read.`, {
      hint: 'Give the path of a JSON Lines batch or of one ARC task in JSON.',
      cause,
    })
  }
  return parseTasks(text, file)
}

/** The same for text already in memory; `file` is only used in messages and for a missing id. */
export function parseTasks(text: string, file: string): TaskBatch {
  const tasks: LabelledTask[] = []
  const problems: TaskProblem[] = []
  const seen = new Map<string, number>()
  for (const { source, line } of records(text)) {
    try {
      const labelled = toTask(source, basename(file).replace(/\.jsonl?$/, ''))
      const earlier = seen.get(labelled.task.id)
      if (earlier !== undefined) {
        throw new Unusable('task_id', `the id "${labelled.task.id}" was used on line ${earlier} already`)
      }
      seen.set(labelled.task.id, line)
      tasks.push(labelled)
    } catch (error) {
      if (!(error instanceof Unusable)) throw error
      const message = `${file}, line ${line}, field ${error.field}: ${error.message}.`
      problems.push({ file, line, field: error.field, message })
    }
  }
  return { tasks, problems }
}

/**
 * One ARC JSON file may span lines; the Kaggle form is one object with every task by its id; otherwise every line that
 * is not blank is a record.
 */
function records(text: string): { source: string; line: number }[] {
  const byId = kaggleTasks(text)
  if (byId !== undefined) return byId.map((source) => ({ source, line: 1 }))
  const filled = [...filledLines(text)]
  const isWhole = filled.length > 1 && !isJson(filled[0]?.source ?? '') && isJson(text)
  return isWhole ? [{ source: text, line: 1 }] : filled
}

function kaggleTasks(text: string): string[] | undefined {
  if (!/^\s*\{\s*"[^"]+"\s*:\s*\{/.test(text) || !isJson(text)) return undefined
  const raw = JSON.parse(text) as Record<string, unknown>
  if ('train' in raw || 'task_id' in raw) return undefined
  return Object.entries(raw).map(([task_id, task]) => JSON.stringify({ ...(task as object), task_id }))
}

function isJson(text: string): boolean {
  return jsonOf(text).kind === 'value'
}

/** Ten times what public tasks have. Every step of a search is taken on every pair. */
const MAX_PAIRS = 100

function toTask(source: string, fallbackId: string): LabelledTask {
  const json = jsonOf(source)
  if (json.kind === 'broken')
    throw new Unusable('(line)', `this is not JSON (${(json.error as Error).message})`)
  const record = asObject(json.value, '(line)')
  const id = record.task_id ?? record.id ?? fallbackId
  if (typeof id !== 'string' || id === '')
    throw new Unusable('task_id', 'the task id must be a text that is not empty')
  const train = asArray(record.train, 'train').map((item, i) => toPair(item, `train[${i}]`))
  const tests = asArray(record.test, 'test').map((item, i) => toTest(item, `test[${i}]`))
  return {
    task: { id, train, tests: tests.map((test) => test.input) },
    answers: tests.map((test) => test.output),
  }
}

function toPair(raw: unknown, field: string): Pair {
  const { input, output } = asObject(raw, field)
  return { input: toGrid(input, `${field}.input`), output: toGrid(output, `${field}.output`) }
}

function toTest(raw: unknown, field: string): { input: Grid; output: Grid | undefined } {
  const { input, output } = asObject(raw, field)
  return {
    input: toGrid(input, `${field}.input`),
    output: output === undefined || output === null ? undefined : toGrid(output, `${field}.output`),
  }
}

function asObject(raw: unknown, field: string): Record<string, unknown> {
  if (typeof raw === 'object' && raw !== null && !Array.isArray(raw)) return raw as Record<string, unknown>
  throw new Unusable(field, 'a JSON object is expected here')
}

function asArray(raw: unknown, field: string): readonly unknown[] {
  if (Array.isArray(raw) && raw.length > MAX_PAIRS)
    throw new Unusable(field, `the list has ${raw.length} pairs, more than ${MAX_PAIRS}`)
  if (Array.isArray(raw) && raw.length > 0) return raw
  throw new Unusable(field, Array.isArray(raw) ? 'the list is empty' : 'a list is expected here')
}

/** Checks a grid as it comes from a file: rectangular, 1..30 cells a side, colours 0..9. */
function toGrid(raw: unknown, field: string): Grid {
  if (!Array.isArray(raw)) throw new Unusable(field, 'a grid (a list of rows) is expected here')
  if (raw.length === 0) throw new Unusable(field, 'the grid is empty')
  if (raw.length > MAX_SIDE)
    throw new Unusable(field, `the grid has ${raw.length} rows, more than ${MAX_SIDE}`)
  const rows = raw.map((row: unknown, y) => {
    if (!Array.isArray(row))
      throw new Unusable(`${field}[${y}]`, 'a row (a list of colours) is expected here')
    return row as unknown[]
  })
  const width = rows[0]?.length ?? 0
  if (width === 0) throw new Unusable(`${field}[0]`, 'the row is empty')
  if (width > MAX_SIDE) throw new Unusable(`${field}[0]`, `the row has ${width} cells, more than ${MAX_SIDE}`)
  rows.forEach((row, y) => {
    if (row.length !== width) {
      throw new Unusable(
        `${field}[${y}]`,
        `the grid is ragged: this row has ${row.length} cells and the first has ${width}`,
      )
    }
    row.forEach((cell, x) => {
      if (!Number.isInteger(cell) || (cell as number) < 0 || (cell as number) > 9) {
        throw new Unusable(
          `${field}[${y}][${x}]`,
          `a colour is a whole number from 0 to 9, not ${JSON.stringify(cell)}`,
        )
      }
    })
  })
  return gridFromRows(rows as number[][])
}
