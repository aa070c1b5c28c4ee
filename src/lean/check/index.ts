export {
  Checker,
  type CheckerOptions,
  type CheckOptions,
  type Claim,
  KERNELS,
  type KernelName,
  type Proof,
  type ShownStatement,
  type Verdict,
} from './checker.ts'
export { parseReceipt, printReceipt, type Receipt, readReceipt, receiptSchema } from './receipt.ts'
export { type Verification, type VerifyOptions, verifyReceipt } from './verify.ts'
