export { loadTasks, parseTasks, type TaskBatch, type TaskProblem } from './load.ts'
export type { LabelledTask, Pair, Task } from './task.ts'
export { printTask } from './write.ts'
