import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { InputError } from '../../errors.ts'
import { gridFromRows } from '../grid/index.ts'
import { readInput } from './files.ts'
import { loadTasks, type TaskBatch, type TaskProblem } from './load.ts'
import { rowsSchema } from './score.ts'
import type { LabelledTask } from './task.ts'

const CHALLENGES = /_challenges\.json$/
const solutionsSchema = z.record(z.string(), z.array(rowsSchema))

/** The Kaggle files come in twos: `…_challenges.json` has the tasks, `…_solutions.json` beside it the test outputs. */
function withSolutions(path: string, batch: TaskBatch): TaskBatch {
  const file = path.replace(CHALLENGES, '_solutions.json')
  if (file === path || !existsSync(file)) return batch
  const solutions = solutionsSchema.parse(JSON.parse(readInput(file, 'solutions file')))
  const tasks = batch.tasks.map(({ task, answers }) => ({
    task,
    answers: answers.map((answer, i) => {
      const rows = solutions[task.id]?.[i]
      return rows === undefined ? answer : gridFromRows(rows)
    }),
  }))
  return { ...batch, tasks }
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
    .sort()
  for (const name of files) {
    const file = join(path, name)
    const batch = loadTasks(file)
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
