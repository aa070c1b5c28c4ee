export {
  Checker,
  type CheckerOptions,
  type CheckOptions,
  type Claim,
  type Proof,
  type ShownStatement,
  type Verdict,
} from './checker.ts'
export { parseReceipt, printReceipt, type Receipt, readReceipt, receiptSchema } from './receipt.ts'
export { KERNELS, type KernelName, type SecondKernelUse, secondKernelUse } from './second-opinion.ts'
export { type Verification, type VerifyOptions, verifyReceipt } from './verify.ts'
