export { type DeclarationHead, declarationHead } from './declaration-head.ts'
export { distance } from './distance.ts'
export {
  blankComments,
  commentEnd,
  isSpace,
  stringEnd,
  trimEndOf,
  trimLineEnds,
} from './lean-scan.ts'
export { type LeanToken, leanTokens } from './lean-tokens.ts'
export { type ScopeCommand, scopeCommands } from './scope-commands.ts'
