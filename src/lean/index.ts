export * from './certificate/index.ts'
export * from './check/index.ts'
export { chainOf, type TextPart } from './context.ts'
export { type CorpusOptions, dumpTheorems, type LibraryTheorem } from './corpus.ts'
export { Dojo } from './dojo.ts'
export { atHole, type HolePlace } from './dojo-place.ts'
export type * from './dojo-types.ts'
export {
  type BuildProgress,
  lockOrDone,
  type OnProgress,
  removeEmbedded,
} from './embedded/index.ts'
export { type GoneReason, LeanGoneError } from './errors.ts'
export { GoalError } from './goal-error.ts'
export { leanText } from './lean-text.ts'
export { type LeanWork, metered } from './metered.ts'
export { defaultPoolSize, LeanPool, type Lease, type PoolOptions } from './pool.ts'
export { leanProgram } from './program.ts'
export type {
  Declaration,
  Failure,
  FileReply,
  FoundEquation,
  GivenValue,
  Goal,
  LeanMessage,
  Position,
  Shape,
  Survey,
} from './protocol.ts'
export { type Answer, LeanServer, type RequestOptions, type ServerOptions, type Timing } from './server.ts'
export {
  type ElaboratedStatement,
  type FixedStatement,
  type GoalInput,
  isNegationOf,
  withScript,
} from './statement.ts'
export type { Launch, LaunchOptions, LeanToolchain, MissingPart } from './toolchain.ts'
export * from './toolchains/index.ts'
