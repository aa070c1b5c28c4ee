import { answer, api, type GoalCheckAnswer, type GoalRequest, schemas } from '../data/api.ts'
import { type Typed, useTyped } from '../data/typed.ts'

export interface GoalFields {
  readonly goal: string
  readonly id: string
  readonly preamble: string
  readonly imports: string
  readonly context: string
  readonly priority: number
}

export const EMPTY_GOAL: GoalFields = {
  goal: '',
  id: '',
  preamble: '',
  imports: '',
  context: '',
  priority: 0.5,
}

export function bodyOf({ goal, id, preamble, imports, context, priority }: GoalFields): GoalRequest {
  const modules = imports.split(/[\s,]+/).filter(Boolean)
  const hypotheses = context
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return {
    goal: goal.trim(),
    ...(id.trim() !== '' && { id: id.trim() }),
    ...(preamble.trim() !== '' && { preamble: preamble.trimEnd() }),
    ...(modules.length > 0 && { imports: modules }),
    ...(hypotheses.length > 0 && { context: hypotheses }),
    priority,
  }
}

/** What Lean says of the goal as it stands. */
export function useGoalCheck({ goal, preamble, imports, context }: GoalFields): Typed<GoalCheckAnswer> {
  const body = bodyOf({ ...EMPTY_GOAL, goal, preamble, imports, context })
  return useTyped(goal.trim() === '' ? undefined : JSON.stringify(body), (_, signal) =>
    answer(api.playground.goal.$post({ json: body }, { init: { signal } }), schemas.goalCheck),
  )
}
