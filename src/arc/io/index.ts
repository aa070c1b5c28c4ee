export { checkOutputs, readInput } from './files.ts'
export { importTasks } from './import.ts'
export { loadTasks, parseTasks, type TaskBatch, type TaskProblem } from './load.ts'
export { gridSvg, taskPng, taskSvg, taskText } from './picture.ts'
export {
  type Attempts,
  rowsOf,
  rowsSchema,
  type Scores,
  scoreAttempts,
  submissionOf,
  submissionProblems,
  submissionSchema,
} from './score.ts'
export type { LabelledTask, Pair, Task } from './task.ts'
export { printTask } from './write.ts'
