/** Outlines from the structure of the goal: all of it as one hole, an induction or a case distinction, or a step by a known theorem. */
import type { DojoState, Goal } from '../lean/index.ts'
import type { Opening } from './opening.ts'
import type { Session } from './session.ts'
import { caseSkeletons, functionalSkeletons, inductionSkeletons, LOGICAL_SKELETONS } from './skeletons.ts'

const STEP = { timeoutMs: 2_000, heartbeats: 20_000 }
const MOST_STEPS = 3
const MOST_SPLITS = 5

/** Drafts in the order in which they are worth a look; made one at a time, because most goals need few. */
export async function* structuralDrafts(
  session: Session,
  { state, survey }: Opening,
  premises: () => Promise<readonly string[]>,
): AsyncGenerator<string> {
  const intro = session.dojo.script(state)
  const draft = (...parts: string[]): string => [intro, ...parts].filter((part) => part !== '').join('\n')
  const split = async (skeleton: string): Promise<string | undefined> => {
    const next = await session.advance(state, skeleton, STEP)
    if (!next || next.goals.length > MOST_SPLITS || isSame(state, next)) return undefined
    await session.dojo.drop(next)
    return draft(skeleton, ...next.goals.map(() => '· sorry'))
  }
  yield draft('sorry')
  const inductions = [...functionalSkeletons(survey), ...inductionSkeletons(survey)]
  for (const skeleton of [...inductions, ...caseSkeletons(survey), ...LOGICAL_SKELETONS]) {
    const made = await split(skeleton)
    if (made !== undefined) yield made
  }
  for (const premise of await premises()) {
    for (const [tactic, end] of [
      [`apply ${premise}`, `apply ${premise} <;> assumption`],
      [`rw [${premise}]`, `rw [${premise}]\nexact step1`],
    ] as const) {
      const next = await session.advance(state, tactic, STEP)
      if (!next) continue
      await session.dojo.drop(next)
      const steps = haveSteps(state, next)
      if (steps) yield draft(...steps, end)
    }
  }
}

/** What a theorem leaves to show, as a chain of `have`s with holes; nothing if that says no more than the goal. */
function haveSteps(before: DojoState, after: DojoState): string[] | undefined {
  if (after.goals.length > MOST_STEPS || isSame(before, after)) return undefined
  const targets = after.goals.map(targetIn)
  if (targets.some((target) => target === undefined || /\?\w|✝/u.test(target))) return undefined
  return targets.map((target = '', index) => {
    const type = target.replaceAll('\n', '\n    ')
    return `have step${index + 1} : ${type} := by\n  sorry`
  })
}

function targetIn(goal: Goal): string | undefined {
  return goal.target
}

function isSame(before: DojoState, after: DojoState): boolean {
  return after.goals.some((goal) => goal.key !== undefined && goal.key === before.goals[0]?.key)
}
