export { applyProgram } from './run.ts'
