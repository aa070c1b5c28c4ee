export { type ArcReceipt, makeArcReceipt, verifyArcReceipt } from './receipt.ts'
export { type PairVerdict, type Verdict, verifyProgram } from './verify.ts'
