export {
  BUILTIN,
  type Checkpoint,
  LANGUAGE_HASH,
  loadCheckpoint,
  parseWeights,
  saveCheckpoint,
  sha256,
} from './checkpoint.ts'
