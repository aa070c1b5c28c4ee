export type { Candidate } from './candidate.ts'
export { solve, type TeacherOptions } from './teacher.ts'
