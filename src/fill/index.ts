export { type Accepted, Bench } from './bench.ts'
export { applyToText, type Edit, type FileChange, fileChanges } from './edits.ts'
export { elaborateModule } from './elaborate-module.ts'
export {
  type ExtractionOptions,
  type ExtractionProgress,
  findHoles,
  readProject,
} from './extract.ts'
export { type FillProjectOptions, type FillResult, fillProject } from './fill.ts'
export { FillMemory } from './fill-memory.ts'
export type { FillEvent } from './fill-project.ts'
export { flatText } from './flat-text.ts'
export { assertClean, type Branch, commitProofs } from './git-branch.ts'
export { type GolfedProof, type GolfOptions, type GolfResult, golf } from './golf.ts'
export type { HelperLemma } from './helper-lemmas.ts'
export { type CommandSpan, type Hole, type LastOutcome, type ModuleReport, shownName } from './hole.ts'
export { lastOutcomes } from './last-outcome.ts'
export { type OpenedHole, openHole } from './open-hole.ts'
export type { HoleOutcome } from './outcome.ts'
export { blanksBefore, placeScript } from './place-script.ts'
export type { Profile, StepCost } from './profile.ts'
export { type Module, openProject, type Project } from './project.ts'
export {
  fillInBackground,
  type ProjectBackgroundOptions,
  type ProjectBackgroundSummary,
} from './project-background.ts'
export { proofsWithNeeds, recallOutcomes, restingOnRefuted } from './proposals.ts'
export { ReportCache } from './report-cache.ts'
export { statementText } from './statement-text.ts'
export { type Span, TextLines } from './text-lines.ts'
export { unifiedDiff } from './unified-diff.ts'
export { watchFiles } from './watch-files.ts'
export { assertWritable, type Written, writeChanges } from './write-back.ts'
export { type WrittenProofs, writeProofs } from './write-proofs.ts'
