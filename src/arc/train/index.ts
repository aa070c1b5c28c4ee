export { type EvalOptions, type Evaluation, evaluate, evaluateEach, ratioOf } from './eval.ts'
export { isForValidation, type ModuleData, moduleData } from './module-data.ts'
export {
  isHeldOut,
  type Trained,
  type TrainingData,
  type TrainOptions,
  trainCritic,
  trainDescriber,
  trainRuler,
} from './train.ts'
