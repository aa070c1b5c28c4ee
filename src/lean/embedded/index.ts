export { lockOrDone } from './build-lock.ts'
export { codeKey } from './code.ts'
export { type EmbeddedCommand, type EmbeddedCommandOptions, embeddedCommand } from './command.ts'
export {
  compileEmbedded,
  type EmbeddedInstall,
  type EmbeddedOptions,
  type EmbeddedState,
  ensureEmbedded,
  inspectEmbedded,
  verifyEmbedded,
} from './install.ts'
export type { BuildProgress, OnProgress } from './progress.ts'
export { exitCodes } from './runtime/exit-codes.ts'
export type { SnapshotProgram } from './snapshot.ts'
export { removeEmbedded } from './store.ts'
