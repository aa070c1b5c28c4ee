/**
 * The ARC domain. From raw task to verified program:
 *
 * - `io`: `loadTasks` gives `LabelledTask`s: a `Task` (id, train pairs, test inputs; all that a solver sees)
 *   with its test outputs beside it, for scoring only.
 * - `grid`: `Grid` is plain data; `GridStore` interns grids as integers for the search.
 * - `describe`: `Fact`s about the train pairs, each with a key for priors, a sentence, and evidence per pair.
 * - `dsl`: `Program` = a `View` (turn, renaming of colours) and `Stage`s (`pipe`, `stack`, `cells`, `each`);
 *   `printProgram` and `parseProgram` are inverse, and parsing type-checks. `lociOf` lists the places of a program,
 *   `editProgram` changes one, `siblingsOf` says what else could stand there. `OPERATORS` lists every step there is.
 * - `rulers`, `teacher`: `solve` gives ranked `Candidate`s within a node budget; an `OperatorPrior` reorders its search.
 * - `apply`, `verify`, `compare`: run a program, check it exactly, and measure how close it comes.
 *
 * The pipeline around the solver:
 *
 * - `loop`: `runTask` drafts, scores, selects, edits and iterates; its result is a `Trace`, from which everything else
 *   is derived. `critic` scores and analyses, `memory` remembers between runs, `llm` asks a model for programs.
 * - `batch`: `runBatch` takes a whole file on worker threads, survives being killed, and writes outputs whole.
 * - `trace`: the schema of every row; `datasets`: training rows from saved traces.
 * - `generate`, `train`, `checkpoint`: tasks of our own, small models, and the files they are kept in.
 */
export { applyProgram } from './apply/index.ts'
export * from './batch/index.ts'
export { buildDataset, DATASETS, type Dataset, readTraces } from './datasets/index.ts'
export { describe, type Fact, factSentence } from './describe/index.ts'
export {
  type Argument,
  findPrimitive,
  type ParseResult,
  PRIMITIVES,
  type Program,
  parseProgram,
  printProgram,
} from './dsl/index.ts'
export { type GeneratedTask, generateTasks } from './generate/index.ts'
export { type Grid, gridFromRows, gridToRows, sameGrid } from './grid/index.ts'
export * from './io/index.ts'
export { inferPrograms, inferredRowSchema, isExplained, openParts, runTask } from './loop/index.ts'
export { NO_MEMORY } from './memory/index.ts'
export { explainProgram, reportHtml } from './report/index.ts'
export * from './teacher/index.ts'
export * from './trace/index.ts'
export * from './train/index.ts'
export * from './verify/index.ts'
