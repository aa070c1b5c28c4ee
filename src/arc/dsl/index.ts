export { type Feature, featuresOf } from './features.ts'
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
export { printProgram, printStep } from './print.ts'
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
