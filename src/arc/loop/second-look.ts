import { scoreOutputs } from '../compare/index.ts'
import { printProgram, printView } from '../dsl/index.ts'
import { gridsKey } from '../grid/index.ts'
import type { Task } from '../io/index.ts'
import { LOOK_AGAIN, solve, type TeacherOptions } from '../teacher/index.ts'
import type { EditTrial } from './tried.ts'

/** Of what the other views show, so many programs are held against the seed. */
const MOST_LOOKS = 24

/**
 * The task searched through views that the teacher has no nodes for: each input turned until it stands upright, or a
 * part of it. What it finds counts as an edit of a seed: the view is exchanged, and the rule fitted anew.
 */
export function secondLook(task: Task, seed: string, limits: TeacherOptions): EditTrial[] {
  const found = solve(task, { ...limits, plan: LOOK_AGAIN })
  const predictions = Map.groupBy(found, (c) => `${c.pairsSolved} ${gridsKey(c.outputs)}`)
  return [...predictions.values()].slice(0, MOST_LOOKS).flatMap((group) =>
    group.slice(0, 1).map(({ program, made, cost }) => ({
      parent: seed,
      directive: {
        locus: 'view',
        edit: 'look' as const,
        step: printView(program.view),
        was: null,
        origin: 'ruler' as const,
      },
      program,
      text: printProgram(program),
      found: { cost, support: group.length },
      score: scoreOutputs(task, made),
    })),
  )
}
