export { createWriter, type ProgramWriter, programsIn } from './writer.ts'
