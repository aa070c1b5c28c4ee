export { type EvalOptions, type Evaluation, evaluate } from './eval.ts'
export {
  isHeldOut,
  type Trained,
  type TrainingData,
  type TrainOptions,
  trainCritic,
  trainDescriber,
  trainRuler,
} from './train.ts'
