export { type Action, DEEDS, drawEach, type EachInk, findDeed, inkOf } from './each/act.ts'
export { ATTRIBUTE_NAMES, ATTRIBUTES_OF_EACH } from './each/attributes.ts'
export type { Deed, Patch } from './each/deed.ts'
export { BOUND_INKS, BOUND_NAMES } from './each/inks.ts'
export { type Picture, pictureOf, SEGMENTATIONS, type Segmentation, type Thing } from './each/picture.ts'
export { CELL_FEATURES, type Feature, featuresOf } from './features.ts'
export { FITS, type Fit, fitTo } from './fit.ts'
export {
  type Edit,
  editProgram,
  kindsOf,
  type Locus,
  lociOf,
  type Part,
  printLocus,
  siblingsOf,
  stepAt,
} from './locus.ts'
export { type Argument, argumentsOf, type Kind, type Parameter, type Primitive } from './op.ts'
export { RIGID_NAMES, type Rigid } from './ops/rigid.ts'
export { type ParseResult, parseProgram } from './parse.ts'
export { printProgram, printStage, printStep } from './print.ts'
export * from './program.ts'
export {
  findOperator,
  findPrimitive,
  OPERATORS,
  type Operator,
  PRIMITIVES,
  resultKind,
  runOperator,
} from './registry.ts'
export { type Lens, lensOf } from './view.ts'
