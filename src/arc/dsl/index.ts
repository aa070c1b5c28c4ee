export {
  type GridObject,
  MEASURE_NAMES,
  MEASURES,
  OBJECT_MEASURES,
  type Picture,
  pictureOf,
  SEGMENTATIONS,
  type Segmentation,
} from '../objects/index.ts'
export {
  type Action,
  drawEach,
  type EachInk,
  findObjectAction,
  inkOf,
  OBJECT_ACTIONS,
} from './actions/act.ts'
export type { ObjectAction } from './actions/action.ts'
export { BOUND_NAMES, INKS } from './actions/inks.ts'
export { BOX_NAMES } from './box-view.ts'
export { CELL_FEATURES, featuresOf, NEIGHBOURS } from './features.ts'
export { FITS, type Fit, fitTo } from './fit.ts'
export {
  type Edit,
  editProgram,
  type Locus,
  lociOf,
  printLocus,
  siblingsOf,
  stepAt,
} from './locus.ts'
export { type Argument, argumentsOf, type Kind } from './op.ts'
export { RIGID_NAMES, type Rigid } from './ops/rigid.ts'
export { OUTSIDE } from './outside.ts'
export { type ParseResult, parseProgram } from './parse.ts'
export { printProgram, printStage, printStep, printView } from './print.ts'
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
export { UPRIGHT_NAMES } from './upright-view.ts'
export { lensOf } from './view.ts'
