export * from './certificate/index.ts'
export * from './check/index.ts'
export { chainOf, type TextPart } from './context.ts'
export { type CorpusOptions, dumpTheorems, type LibraryTheorem } from './corpus.ts'
export { type LeanCpu, leanCpu } from './cpu-account.ts'
export { Dojo } from './dojo.ts'
export { atHole, atStatement, type HolePlace } from './dojo-place.ts'
export type * from './dojo-types.ts'
export {
  type BuildProgress,
  lockOrDone,
  type OnProgress,
  removeEmbedded,
} from './embedded/index.ts'
export { type GoneReason, LeanGoneError } from './errors.ts'
export { GoalError, GoalTooLongError, type SourceFrame, sourceFrame } from './goal-error.ts'
export { hintFor } from './goal-hints.ts'
export { type MeteredWork, metered } from './metered.ts'
export { defaultPoolSize, LeanPool, type Lease, type PoolOptions } from './pool.ts'
export { type LeanModule, leanProgram, modulesFrom } from './program.ts'
export type {
  DojoGoal,
  FileReply,
  InspectReply,
  LeanDeclaration,
  LeanFailure,
  LeanMessage,
  TextPosition,
} from './protocol.ts'
export type { LawSchema } from './requests.ts'
export {
  type Answer,
  LeanServer,
  type RequestOptions,
  type ServerOptions,
  type TacticAnswer,
  type Timing,
} from './server.ts'
export {
  type ElaboratedStatement,
  type FixedStatement,
  type GoalInput,
  isNegationOf,
  placeInScript,
  withScript,
} from './statement.ts'
export type { FoundLaw, GivenValue, Shape, Survey, SurveyVariable, ToldApart } from './survey.ts'
export type { Launch, LaunchOptions, LeanToolchain, MissingPart } from './toolchain.ts'
export * from './toolchains/index.ts'
