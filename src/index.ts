/** The public API of Orch. What is not exported here may change at any time. */

export type { Outcome } from './attempt.ts'
export { cacheDir, homeDir } from './config/index.ts'
export { InputError, OrchError } from './errors.ts'
export {
  type Answer,
  Checker,
  type CheckOptions,
  type Claim,
  chooseToolchain,
  Dojo,
  type DojoOptions,
  type DojoState,
  type FixedStatement,
  type Goal,
  GoalError,
  type GoalInput,
  type LeanChoice,
  LeanGoneError,
  type LeanMessage,
  LeanPool,
  LeanServer,
  type LeanToolchain,
  type PoolOptions,
  type Proof,
  parseReceipt,
  type Receipt,
  receiptSchema,
  type TacticOptions,
  type TacticResult,
  type ToolchainOptions,
  type Verdict,
  type Verification,
  verifyReceipt,
} from './lean/index.ts'
export { type ProveOptions, type ProveResult, prove } from './strategies/index.ts'
