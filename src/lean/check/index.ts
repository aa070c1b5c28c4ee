export { Checker, type CheckOptions, type Claim, type Proof, type Verdict } from './checker.ts'
export { parseReceipt, type Receipt, receiptSchema } from './receipt.ts'
export { type Verification, verifyReceipt } from './verify.ts'
