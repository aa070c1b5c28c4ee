export { draftOf, searchDrafts } from './drafts.ts'
export { type InferOptions, inferPrograms, inferredRowSchema, isExplained } from './infer.ts'
export {
  DESCRIBER_FITS,
  openParts,
  type Parts,
  RULER_FITS,
} from './open-models.ts'
export { runTask } from './run-task.ts'
export { scoreDraft } from './score-draft.ts'
export {
  type CheckpointPaths,
  checkpointPathsSchema,
  type LoopSettings,
  loopSettingsSchema,
} from './settings.ts'
