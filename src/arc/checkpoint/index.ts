export {
  BUILTIN,
  type Checkpoint,
  LANGUAGE_HASH,
  loadCheckpoint,
  MODULES,
  type Module,
  parseWeights,
  saveCheckpoint,
  sha256,
} from './checkpoint.ts'
