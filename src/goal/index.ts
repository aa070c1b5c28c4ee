export { type DeclarationHead, declarationHead } from './declaration-head.ts'
export {
  blankComments,
  commentEnd,
  isSpace,
  stringEnd,
  trimEndOf,
  trimLineEnds,
} from './lean-scan.ts'
