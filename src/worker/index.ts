export { arcKind, leanKind } from './kinds.ts'
export { LeanWork } from './lean-work.ts'
export { type JobWorkerOptions, runWorker, type WorkKind } from './worker.ts'
