export { type ArcReceipt, makeArcReceipt, verifyArcReceipt } from './receipt.ts'
export { type PairVerdict, type ProgramVerdict, verifyProgram } from './verify.ts'
