export {
  byExperience,
  CASE_CLOSERS,
  CLOSERS,
  type CloserName,
  closers,
  OPTIONAL_CLOSERS,
  PATIENT_CLOSERS,
  WHOLE_CLOSERS,
} from './closers.ts'
export {
  CLOCKED,
  EFFORTS,
  type Effort,
  type EffortName,
  MOST,
  PATIENCE,
  RESTATE_SECONDS,
  TACTIC_TIMEOUT_MS,
  TERMS,
  TRIALS,
  WIDTH,
} from './efforts.ts'
export { CASES, INDUCTIONS, type InductionName, inductions, LOGICAL, STRUCTURAL } from './inductions.ts'
export {
  MOVES,
  movesAt,
  type Position,
  PREMISE_CLOSERS,
  PREMISE_MOVES,
  premiseClosers,
  premiseMoves,
} from './moves.ts'
export {
  BY_HYPOTHESES,
  generalisation,
  PREPARATIONS,
  type PreparationName,
  preparations,
  SIMPLIFIED,
} from './preparations.ts'
export { definitionNames, patternNames, predicateNames, ruleList } from './rules.ts'
export { namesOf, type Row, ranked, type Tactic } from './table.ts'
