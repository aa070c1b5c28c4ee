import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { InputError } from '../../errors.ts'
import { filledLines, jsonOf } from '../../files/index.ts'
import { gridFromRows, MAX_SIDE } from '../grid/index.ts'
import { readInput } from './files.ts'
import { rowsSchema } from './score.ts'
import type { LabelledTask } from './task.ts'

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

/** Ten times what public tasks have. Every step of a search is taken on every pair. */
const MAX_PAIRS = 100

const list = <T extends z.ZodType>(item: T, list: string, what: string, items: string, most: number) =>
  z
    .array(item, `${what} is expected here`)
    .min(1, `the ${list} is empty`)
    .max(most, {
      error: ({ input }) => `the ${list} has ${(input as unknown[]).length} ${items}, more than ${most}`,
    })

const colour = z.custom<number>((value) => [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].includes(value as number), {
  error: ({ input }) => `a colour is a whole number from 0 to 9, not ${JSON.stringify(input)}`,
})
const row = list(colour, 'row', 'a row (a list of colours)', 'cells', MAX_SIDE)
/** A grid as it comes from a file: rectangular, 1..30 cells a side, colours 0..9. */
const grid = list(row, 'grid', 'a grid (a list of rows)', 'rows', MAX_SIDE)
  .check(({ value, issues }) => {
    const width = value[0]?.length
    const odd = value.findIndex(({ length }) => length !== width)
    if (odd < 0) return
    const message = `the grid is ragged: this row has ${value[odd]?.length} cells and the first has ${width}`
    issues.push({ code: 'custom', path: [odd], input: value, message })
  })
  .transform(gridFromRows)

const OBJECT = 'a JSON object is expected here'
const id = 'the task id must be a text that is not empty'
const pairs = <T extends z.ZodType>(pair: T) => list(pair, 'list', 'a list', 'pairs', MAX_PAIRS)
const taskSchema = z.object(
  {
    task_id: z.string(id).min(1, id),
    train: pairs(z.object({ input: grid, output: grid }, OBJECT)),
    test: pairs(z.object({ input: grid, output: grid.nullish() }, OBJECT)),
  },
  OBJECT,
)

/**
 * Reads a batch: JSON Lines with one task a line, or one task as ARC JSON (its id is then the file's name).
 * Good tasks and problems are both returned; the caller decides whether a problem stops the run.
 */
export function loadTasks(file: string): TaskBatch {
  const hint = 'Give the path of a JSON Lines batch or of one ARC task in JSON.'
  return parseTasks(readInput(file, 'task file', hint, 'arc_tasks_unreadable'), file)
}

/** The same for text already in memory; `file` is only used in messages and for a missing id. */
export function parseTasks(text: string, file: string): TaskBatch {
  const tasks: LabelledTask[] = []
  const problems: TaskProblem[] = []
  const seen = new Map<string, number>()
  for (const { source, line } of records(text)) {
    const refuse = (field: string, why: string): void => {
      problems.push({ file, line, field, message: `${file}, line ${line}, field ${field}: ${why}.` })
    }
    const json = jsonOf(source)
    if (json.kind === 'broken') {
      refuse('(line)', `this is not JSON (${(json.error as Error).message})`)
      continue
    }
    const read = taskSchema.safeParse(named(json.value, basename(file).replace(/\.jsonl?$/, '')))
    if (!read.success) {
      const [issue] = read.error.issues
      refuse(fieldOf(issue?.path ?? []), issue?.message ?? 'it is no task')
      continue
    }
    const { task_id, train, test } = read.data
    const earlier = seen.get(task_id)
    if (earlier !== undefined) {
      refuse('task_id', `the id "${task_id}" was used on line ${earlier} already`)
      continue
    }
    seen.set(task_id, line)
    tasks.push({
      task: { id: task_id, train, tests: test.map(({ input }) => input) },
      answers: test.map(({ output }) => output ?? undefined),
    })
  }
  return { tasks, problems }
}

const isObject = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)

/** A task may be named by either field, or after its file. */
const named = (raw: unknown, name: string): unknown =>
  isObject(raw) ? { ...raw, task_id: raw.task_id ?? raw.id ?? name } : raw

/** `train[0].input[2]`: the place of an issue, as people write it. */
function fieldOf(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return text.replace(/^\./, '') || '(line)'
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

const CHALLENGES = /_challenges\.json$/
const SOLUTIONS = /_solutions\.json$/
const solutionsSchema = z.record(z.string(), z.array(rowsSchema))

function readSolutions(file: string): z.infer<typeof solutionsSchema> {
  const text = readInput(file, 'solutions file')
  try {
    return solutionsSchema.parse(JSON.parse(text))
  } catch (cause) {
    throw new InputError('arc_tasks_unreadable', `${file} does not have a list of grids for each task id.`, {
      hint: 'Fetch it again, or move it away to import the tasks without their test outputs.',
      cause,
    })
  }
}

/** The Kaggle files come in twos: `…_challenges.json` has the tasks, `…_solutions.json` beside it the test outputs. */
function withSolutions(path: string, batch: TaskBatch): TaskBatch {
  const file = path.replace(CHALLENGES, '_solutions.json')
  if (file === path || !existsSync(file)) return batch
  const solutions = readSolutions(file)
  const tasks = batch.tasks.map(({ task, answers }) => ({
    task,
    answers: answers.map((answer, i) => {
      const rows = solutions[task.id]?.[i]
      return rows === undefined ? answer : gridFromRows(rows)
    }),
  }))
  return { ...batch, tasks }
}

/** Whether a file has only the test outputs of tasks that another file of the folder has. */
function isBesideChallenges(folder: string, name: string): boolean {
  return SOLUTIONS.test(name) && existsSync(join(folder, name.replace(SOLUTIONS, '_challenges.json')))
}

/** Tasks from a folder of ARC JSON files (in the order of their names), or from one file. */
export function importTasks(path: string): TaskBatch {
  const place = statSync(path, { throwIfNoEntry: false })
  if (place === undefined) {
    throw new InputError('arc_tasks_unreadable', `There is no file or folder ${path}.`, {
      hint: 'Give a folder of ARC JSON files (like ARC-AGI/data/training), one such file, or a JSON Lines batch.',
    })
  }
  if (!place.isDirectory()) return withSolutions(path, loadTasks(path))
  const tasks = new Map<string, LabelledTask>()
  const problems: TaskProblem[] = []
  const files = readdirSync(path)
    .filter((name) => name.endsWith('.json') || name.endsWith('.jsonl'))
    .filter((name) => !isBesideChallenges(path, name))
    .sort()
  if (files.length === 0)
    throw new InputError('arc_tasks_unreadable', `There is no .json or .jsonl file in the folder ${path}.`, {
      hint: 'Give the folder that has the task files themselves, like ARC-AGI/data/training.',
    })
  for (const name of files) {
    const file = join(path, name)
    const batch = withSolutions(file, loadTasks(file))
    problems.push(...batch.problems)
    for (const labelled of batch.tasks) {
      const { id } = labelled.task
      if (tasks.has(id)) {
        const message = `${file}, line 1, field task_id: the id "${id}" is in another file of this folder already.`
        problems.push({ file, line: 1, field: 'task_id', message })
      } else tasks.set(id, labelled)
    }
  }
  return { tasks: [...tasks.values()], problems }
}
