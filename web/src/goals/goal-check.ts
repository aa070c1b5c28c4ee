import { useEffect, useState } from 'react'
import { answer, api, type GoalCheckAnswer, type GoalRequest, schemas } from '../data/api.ts'

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

/** Nobody wants to hear of every letter. */
const QUIET_MS = 400

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

interface Checked {
  /** `away`: the server or Lean did not answer. */
  readonly state: 'empty' | 'reading' | 'read' | 'away'
  readonly answer: GoalCheckAnswer | undefined
}

/** What Lean says of the goal as it stands, a moment after the last letter. The last answer stays until the next. */
export function useGoalCheck({ goal, preamble, imports, context }: GoalFields): Checked {
  const [checked, setChecked] = useState<Checked>({ state: 'empty', answer: undefined })
  useEffect(() => {
    if (goal.trim() === '') {
      setChecked({ state: 'empty', answer: undefined })
      return
    }
    const asking = new AbortController()
    const timer = setTimeout(() => {
      setChecked(({ answer: last }) => ({ state: 'reading', answer: last }))
      const json = bodyOf({ ...EMPTY_GOAL, goal, preamble, imports, context })
      answer(
        api.playground.goal.$post({ json }, { init: { signal: asking.signal } }),
        schemas.goalCheck,
      ).then(
        (said) => setChecked({ state: 'read', answer: said }),
        () => !asking.signal.aborted && setChecked({ state: 'away', answer: undefined }),
      )
    }, QUIET_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [goal, preamble, imports, context])
  return checked
}
