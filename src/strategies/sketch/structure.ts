/** Outlines from the structure of the goal: all of it as one hole, an induction or a case distinction, or a step by a known theorem. */
import type { DojoState } from '../../lean/index.ts'
import { EFFORTS, inductions, type Tactic } from '../../tactics/index.ts'
import type { Opening } from '../opening.ts'
import type { Session } from '../session.ts'
import { DRAFTS, MOST } from './plan.ts'

/** Drafts in the order in which they are worth a look; made one at a time, because most goals need few. */
export async function* structuralDrafts(
  session: Session,
  { state, survey }: Opening,
  premises: () => Promise<readonly string[]>,
): AsyncGenerator<string> {
  const intro = session.dojo.script(state)
  const draft = (...parts: string[]): string => [intro, ...parts].filter((part) => part !== '').join('\n')
  const split = async (induction: Tactic): Promise<string | undefined> => {
    const next = await session.advance(state, induction, EFFORTS.outlineStep)
    if (!next || next.goals.length > MOST.cases || isSame(state, next)) return undefined
    await session.dojo.drop(next)
    return draft(induction.text, ...next.goals.map(() => '· sorry'))
  }
  yield draft('sorry')
  for (const induction of inductions(DRAFTS, survey)) {
    const made = await split(induction)
    if (made !== undefined) yield made
  }
  for (const premise of await premises()) {
    for (const [tactic, end] of [
      [`apply ${premise}`, `apply ${premise} <;> assumption`],
      [`rw [${premise}]`, `rw [${premise}]\nexact step1`],
    ] as const) {
      const next = await session.advance(state, tactic, EFFORTS.outlineStep)
      if (!next) continue
      await session.dojo.drop(next)
      const steps = haveSteps(state, next)
      if (steps) yield draft(...steps, end)
    }
  }
}

/** What a theorem leaves to show, as a chain of `have`s with holes; nothing if that says no more than the goal. */
function haveSteps(before: DojoState, after: DojoState): string[] | undefined {
  if (after.goals.length > MOST.steps || isSame(before, after)) return undefined
  if (!after.goals.every(({ isWritable }) => isWritable)) return undefined
  return after.goals.map(({ target = '' }, index) => {
    const type = target.replaceAll('\n', '\n    ')
    return `have step${index + 1} : ${type} := by\n  sorry`
  })
}

function isSame(before: DojoState, after: DojoState): boolean {
  return after.goals.some((goal) => goal.key !== undefined && goal.key === before.goals[0]?.key)
}
