import { CONVINCING, LENGTH, PLAUSIBLE, vouchedLength } from '../cost.ts'
import { violatedFacts } from '../critic/index.ts'
import { type Grid, gridFromRows, gridKey } from '../grid/index.ts'
import { rowsOf, type Task } from '../io/index.ts'
import type { ScoredCandidate, TestAttempts } from '../trace/index.ts'
import { confidences, type Explanation } from './confidence.ts'
import type { Draft } from './drafts.ts'

type Merit = Pick<ScoredCandidate, 'pairs_solved' | 'verifier_score' | 'critic_score'>

/** Best first: more pairs solved, then how close the others come, then the critic's word. */
export function byMerit(a: Merit, b: Merit): number {
  return (
    b.pairs_solved - a.pairs_solved || b.verifier_score - a.verifier_score || b.critic_score - a.critic_score
  )
}

interface Guess {
  readonly program: string
  readonly pairsSolved: number
  readonly spare: boolean
  readonly score: number
  readonly cost: number
  readonly support: number
  readonly outputs: readonly (Grid | undefined)[]
}

/** Predictions whose broken facts are counted, for a test input. */
const LOOKED_AT = 10

interface Group {
  readonly grid: Grid
  readonly guess: Guess
  readonly broken: number
}

function isSimple({ pairsSolved, cost }: Guess, pairs: number): boolean {
  return pairsSolved < pairs && 2 * pairsSolved >= pairs && cost < CONVINCING
}

const lengthOf = ({ guess: { cost, support }, broken }: Group): number =>
  vouchedLength(cost, support) + LENGTH.brokenFact * broken

/**
 * The two attempts per test input: candidates grouped by what they predict for it, the groups in order of their best
 * member. Drafts beyond the first `candidate-k` were not scored; they stand behind the scored ones that solve as much.
 * The first two groups are the attempts; where the second is long, a short program that explains most pairs is the
 * better guess. Where there are facts to hold predictions against, the order is by length, and those that they would
 * break count as length; without them it is the critic's.
 */
export function chooseAttempts(
  task: Task,
  scored: readonly ScoredCandidate[],
  spares: readonly Draft[],
  facts: readonly string[] | undefined,
): TestAttempts[] {
  const pairs = task.train.length
  const guesses: Guess[] = [
    ...scored.map((c) => ({
      program: c.program,
      pairsSolved: c.pairs_solved,
      spare: false,
      score: c.pairs_solved === pairs ? c.critic_score : c.verifier_score,
      cost: c.cost,
      support: c.support,
      outputs: c.outputs.map((rows) => (rows === null ? undefined : gridFromRows(rows))),
    })),
    ...spares.map(({ text, pairsSolved, cost, support, outputs }) => ({
      program: text,
      pairsSolved,
      spare: true,
      score: -vouchedLength(cost, support),
      cost,
      support,
      outputs,
    })),
  ]
  guesses.sort(
    (a, b) => b.pairsSolved - a.pairsSolved || Number(a.spare) - Number(b.spare) || b.score - a.score,
  )
  const known = new Map<Guess, number>()
  const brokenBy = (guess: Guess): number => {
    const count =
      known.get(guess) ?? (facts === undefined ? 0 : violatedFacts(task, facts, guess.outputs).length)
    known.set(guess, count)
    return count
  }
  const explained = (group: Group | undefined): Explanation | undefined =>
    group && { ...group.guess, pairs, broken: group.broken }
  return task.tests.map((_, test) => {
    const groups = new Map<string, Group>()
    let simple: Group | undefined
    for (const guess of guesses) {
      const grid = guess.outputs[test]
      if (grid === undefined) continue
      const key = gridKey(grid)
      if (groups.has(key)) continue
      if (groups.size < LOOKED_AT) groups.set(key, { grid, guess, broken: brokenBy(guess) })
      if (isSimple(guess, pairs) && guess.cost < (simple?.guess.cost ?? CONVINCING))
        simple = { grid, guess, broken: 0 }
    }
    const order = [...groups.values()]
    if (facts !== undefined)
      order.sort(
        (a, b) =>
          b.guess.pairsSolved - a.guess.pairsSolved ||
          (a.guess.pairsSolved === 0 ? 0 : lengthOf(a) - lengthOf(b)),
      )
    const [first, next] = order
    const second = next === undefined || next.guess.cost > PLAUSIBLE ? (simple ?? next) : next
    const [confidence_1, confidence_2] = confidences(explained(first), explained(second))
    return {
      attempt_1: rowsOf(first?.grid),
      attempt_2: rowsOf(second?.grid),
      program_1: first?.guess.program ?? null,
      program_2: second?.guess.program ?? null,
      confidence_1,
      confidence_2,
    }
  })
}
