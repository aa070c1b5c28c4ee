export { type GeneratedTask, generateTasks } from './generate.ts'
