import { CONVINCING, LENGTH, PLAUSIBLE } from '../cost.ts'
import { deterministicCritic, violatedFacts } from '../critic/index.ts'
import { type Grid, gridFromRows, gridKey } from '../grid/index.ts'
import { rowsOf, type Task } from '../io/index.ts'
import type { ScoredCandidate, TestAttempts } from '../trace/index.ts'
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

/** How the second attempt is chosen: in the critic's order, or by the facts that the predictions would break. */
export type SecondLook =
  | { readonly kind: 'by-critic' }
  | { readonly kind: 'by-facts'; readonly keys: readonly string[] }

/** Predictions looked at for the second attempt. */
const LOOKED_AT = 8

interface Group {
  readonly grid: Grid
  readonly guess: Guess
}

function isSimple({ pairsSolved, cost }: Guess, pairs: number): boolean {
  return pairsSolved < pairs && 2 * pairsSolved >= pairs && cost < CONVINCING
}

/**
 * The two attempts per test input: candidates grouped by what they predict for it, the groups in order of their best
 * member. Drafts beyond the first `candidate-k` were not scored; they stand behind the scored ones that solve as much.
 * The first attempt is the best by score. The second hedges: among the next groups it prefers one that keeps the facts
 * of the train pairs, and where these are long it takes a short program that explains most pairs instead.
 */
export function chooseAttempts(
  task: Task,
  scored: readonly ScoredCandidate[],
  spares: readonly Draft[],
  look: SecondLook,
): TestAttempts[] {
  const pairs = task.train.length
  const guesses: Guess[] = [
    ...scored.map((c) => ({
      program: c.program,
      pairsSolved: c.pairs_solved,
      spare: false,
      score: c.critic_score,
      cost: c.cost,
      support: c.support,
      outputs: c.outputs.map((rows) => (rows === null ? undefined : gridFromRows(rows))),
    })),
    ...spares.map(({ text, pairsSolved, cost, support, outputs }) => ({
      program: text,
      pairsSolved,
      spare: true,
      score: deterministicCritic([], { pairsSolved, pairs, cost, support }),
      cost,
      support,
      outputs,
    })),
  ]
  guesses.sort(
    (a, b) => b.pairsSolved - a.pairsSolved || Number(a.spare) - Number(b.spare) || b.score - a.score,
  )
  return task.tests.map((_, test) => {
    const groups = new Map<string, Group>()
    let simple: Group | undefined
    for (const guess of guesses) {
      const grid = guess.outputs[test]
      if (grid === undefined) continue
      const key = gridKey(grid)
      if (groups.has(key)) continue
      if (groups.size <= LOOKED_AT) groups.set(key, { grid, guess })
      if (isSimple(guess, pairs) && guess.cost < (simple?.guess.cost ?? CONVINCING)) simple = { grid, guess }
    }
    const [first, ...others] = [...groups.values()]
    const next = look.kind === 'by-critic' ? others[0] : keepingFacts(task, look.keys, others)
    const second = next === undefined || next.guess.cost > PLAUSIBLE ? (simple ?? next) : next
    return {
      attempt_1: rowsOf(first?.grid),
      attempt_2: rowsOf(second?.grid),
      program_1: first?.guess.program ?? null,
      program_2: second?.guess.program ?? null,
    }
  })
}

/** Of the groups that solve as much as the first of them, the shortest when every broken fact counts as length. */
function keepingFacts<G extends { readonly guess: Guess }>(
  task: Task,
  keys: readonly string[],
  groups: readonly G[],
): G | undefined {
  const most = groups[0]?.guess.pairsSolved
  let best: { group: G; score: number } | undefined
  for (const group of groups) {
    const { pairsSolved, cost, support, outputs } = group.guess
    if (pairsSolved !== most) break
    const broken = violatedFacts(task, keys, outputs).length
    const longer = { pairsSolved, pairs: task.train.length, cost: cost + LENGTH.brokenFact * broken, support }
    const score = deterministicCritic([], longer)
    if (best === undefined || score > best.score) best = { group, score }
  }
  return best?.group
}
