export { type Accepted, Bench } from './bench.ts'
export { applyToText, type FileChange, fileChanges, type TextEdit } from './edits.ts'
export { elaborateModule } from './elaborate-module.ts'
export {
  type ExtractionOptions,
  type ExtractionProgress,
  findHoles,
  readProject,
} from './extract.ts'
export { type FillProjectOptions, type FillResult, fillProject } from './fill.ts'
export { FillMemory } from './fill-memory.ts'
export type { FillEvent } from './fill-options.ts'
export { flatText } from './flat-text.ts'
export { assertBranchable, commitProofs, type GitBranch } from './git-branch.ts'
export { type GolfedProof, type GolfOptions, type GolfResult, golf } from './golf.ts'
export type { HelperLemma } from './helper-lemmas.ts'
export { type CommandSpan, type Hole, type LastOutcome, type ModuleReport, shownName } from './hole.ts'
export {
  type FileReading,
  type Inspected,
  type InspectOptions,
  inspectModule,
  readLeanFile,
} from './inspect-file.ts'
export { lastOutcomes } from './last-outcome.ts'
export { type OpenedHole, openHole } from './open-hole.ts'
export type { HoleOutcome } from './outcome.ts'
export { blanksBefore, placeScript } from './place-script.ts'
export type { StepCost, StepProfile } from './profile.ts'
export { openProject, type Project, type ProjectModule, projectOfText } from './project.ts'
export {
  fillInBackground,
  type ProjectBackgroundOptions,
  type ProjectBackgroundSummary,
} from './project-background.ts'
export { proofsWithNeeds, recallOutcomes, restingOnRefuted } from './proposals.ts'
export { ReportCache } from './report-cache.ts'
export { statementText } from './statement-text.ts'
export { TextLines, type TextSpan } from './text-lines.ts'
export { unifiedDiff } from './unified-diff.ts'
export { watchFiles } from './watch-files.ts'
export { assertWritable, type Written, writeChanges } from './write-back.ts'
export { type WrittenProofs, writeProofs } from './write-proofs.ts'
