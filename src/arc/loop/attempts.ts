import { deterministicCritic } from '../critic/index.ts'
import { type Grid, gridFromRows, gridKey } from '../grid/index.ts'
import { rowsOf, type Task } from '../io/index.ts'
import type { ScoredCandidate, TestAttempts } from '../trace/index.ts'
import type { Draft } from './drafts.ts'

type Merit = Pick<ScoredCandidate, 'pairs_solved' | 'critic_score'>

/** Best first: more pairs solved, then the critic's word. */
export function byMerit(a: Merit, b: Merit): number {
  return b.pairs_solved - a.pairs_solved || b.critic_score - a.critic_score
}

interface Guess {
  readonly program: string
  readonly pairsSolved: number
  readonly spare: boolean
  readonly score: number
  readonly outputs: readonly (Grid | undefined)[]
}

/**
 * The two attempts per test input: candidates grouped by what they predict for it, the groups in order of their best
 * member. Drafts beyond the first `candidate-k` were not scored; they stand behind the scored ones that solve as much.
 */
export function chooseAttempts(
  task: Task,
  scored: readonly ScoredCandidate[],
  spares: readonly Draft[],
): TestAttempts[] {
  const guesses: Guess[] = [
    ...scored.map((c) => ({
      program: c.program,
      pairsSolved: c.pairs_solved,
      spare: false,
      score: c.critic_score,
      outputs: c.outputs.map((rows) => (rows === null ? undefined : gridFromRows(rows))),
    })),
    ...spares.map((draft) => ({
      program: draft.text,
      pairsSolved: draft.pairsSolved,
      spare: true,
      score: deterministicCritic([], { ...draft, pairs: task.train.length }),
      outputs: draft.outputs,
    })),
  ]
  guesses.sort(
    (a, b) => b.pairsSolved - a.pairsSolved || Number(a.spare) - Number(b.spare) || b.score - a.score,
  )
  return task.tests.map((_, test) => {
    const groups = new Map<string, { grid: Grid; program: string }>()
    for (const guess of guesses) {
      const grid = guess.outputs[test]
      if (grid === undefined) continue
      const key = gridKey(grid)
      if (!groups.has(key)) groups.set(key, { grid, program: guess.program })
      if (groups.size === 2) break
    }
    const [first, second] = [...groups.values()]
    return {
      attempt_1: rowsOf(first?.grid),
      attempt_2: rowsOf(second?.grid),
      program_1: first?.program ?? null,
      program_2: second?.program ?? null,
    }
  })
}
