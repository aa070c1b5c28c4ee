export { type DeclarationHead, declarationHead } from './declaration-head.ts'
export { lemmaAsTheorem, nameInText, renamedTheorem, theoremNameOnLine } from './declared-name.ts'
export { distance } from './distance.ts'
export { type FileTheorem, type TacticProof, tacticProofs, theoremsIn } from './file-theorems.ts'
export { type Goal, goalFeatures, goalTextKey, LIBRARY_ONLY, makeGoal } from './goal.ts'
export { normalizeGoalText } from './goal-text.ts'
export { type Header, readHeader, withoutHeader } from './header.ts'
export { expandLeanInput, LEAN_INPUT } from './lean-input.ts'
export {
  blankComments,
  commentEnd,
  endingOf,
  isSpace,
  stringEnd,
  trimEndOf,
  trimLineEnds,
} from './lean-scan.ts'
export { leanText } from './lean-text.ts'
export { type LeanToken, leanTokens } from './lean-tokens.ts'
export { missingEnds } from './open-scopes.ts'
export { type ScopeCommand, scopeCommands } from './scope-commands.ts'
export { tacticsOf } from './tactic-list.ts'
