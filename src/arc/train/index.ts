export { type EvalOptions, type Evaluation, evaluate, evaluateEach, ratioOf } from './eval.ts'
export { isForValidation, type ModuleData, moduleData } from './module-data.ts'
export * from './train.ts'
