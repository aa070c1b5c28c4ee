export { arcKind, leanKind } from './kinds.ts'
export { LeanWork } from './lean-work.ts'
export { runWorker, type WorkerOptions, type WorkKind } from './worker.ts'
