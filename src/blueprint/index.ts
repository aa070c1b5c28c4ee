export type { Block, Blueprint, BlueprintNode, BlueprintProblem } from './blueprint.ts'
export { type OpenBlueprint, openBlueprint, writeFiles } from './files.ts'
export { type BlueprintGraph, graphOf, reach } from './graph.ts'
export { type ReadSource, readBlueprint } from './read.ts'
export {
  type DeclarationFact,
  type JudgedNode,
  judgeNode,
  NODE_STATUSES,
  type NodeFacts,
  type NodeJudgement,
  type NodeStatus,
} from './status.ts'
export { type MarkerChange, type Sync, syncMarkers } from './sync.ts'
