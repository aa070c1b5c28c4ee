export { applyProgram, applyStage } from './program.ts'
