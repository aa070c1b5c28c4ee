/** What people and agents may ask of Orch, whether over HTTP or MCP: one function each, plain data in and out. */
export { type ArcAnswer, solveArcTask } from './arc.ts'
export { type AuditFinding, type AuditResult, auditLedger } from './audit.ts'
export { type BlueprintRequest, type JudgedBlueprint, judgeBlueprint } from './blueprint.ts'
export { type CertificateOptions, type Certified, certifyReceipt } from './certificate.ts'
export { type CheckedProof, checkProof } from './check.ts'
export {
  completionsAt,
  type NameCandidate,
  type OutlineEntry,
  outlineOf,
  type Reference,
  referencesTo,
} from './file-names.ts'
export { FileViews, placeIn, shownPath, type ViewedFile } from './file-view.ts'
export { type SubmittedGoal, submitGoal } from './goals.ts'
export { LazyLean, type LeanParts } from './lazy-lean.ts'
export {
  type PlaygroundReading,
  readPlayground,
  readStatement,
  type TriedTactic,
  tryTactics,
} from './playground.ts'
export { type FoundPremises, premisesFor, searchPremises, theoremsNamed } from './premises.ts'
export {
  applyProofs,
  type FillRequest,
  type FoundHoles,
  fillProjectHoles,
  golfDeclaration,
  type KnownHoles,
  listHoles,
  type ProjectParts,
  recallHoles,
  reportFolder,
} from './project.ts'
export { proveGoal } from './prove.ts'
export { type ReplayedProof, replayProof } from './steps.ts'
export {
  cancelTicket,
  claimTicket,
  completeTicket,
  type Delivery,
  type LemmaOrder,
  requestTicket,
  tellOfTicket,
  thanks,
  ticketJson,
} from './tickets.ts'
export { type TracedTheorem, type TraceRow, theoremNamed, traceFile } from './trace.ts'
export { filesToTrace } from './trace-source.ts'
