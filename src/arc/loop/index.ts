export { draftOf, searchDrafts } from './drafts.ts'
export { type InferOptions, inferPrograms, inferredRowSchema } from './infer.ts'
export {
  type CheckpointPaths,
  DESCRIBER_FITS,
  describerOf,
  openParts,
  type Parts,
  RULER_FITS,
} from './open-models.ts'
export { runTask } from './run-task.ts'
export { scoreDraft } from './score-draft.ts'
export type { LoopSettings } from './settings.ts'
