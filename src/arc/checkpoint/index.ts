export {
  BUILTIN,
  type Checkpoint,
  LANGUAGE_HASH,
  loadCheckpoint,
  type Module,
  parseWeights,
  saveCheckpoint,
  sha256,
} from './checkpoint.ts'
