export { applyProgram } from './program.ts'
