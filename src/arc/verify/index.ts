export { type PairVerdict, type Verdict, verifyProgram } from './verify.ts'
