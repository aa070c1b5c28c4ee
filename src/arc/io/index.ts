export type { LabelledTask, Pair, Task } from './task.ts'
