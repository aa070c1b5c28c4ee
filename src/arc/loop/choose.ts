import { round } from '../compare/index.ts'
import { CONVINCING, LENGTH, PLAUSIBLE, vouchedLength } from '../cost.ts'
import { violatedFacts } from '../critic/index.ts'
import { type Grid, gridFromRows, gridKey } from '../grid/index.ts'
import { rowsOf, type Task } from '../io/index.ts'
import type { ScoredCandidate, TestAttempts, Trace } from '../trace/index.ts'
import { type Draft, draftOf } from './drafts.ts'
import type { EditTrial } from './tried.ts'

/** Programs of one build that explain the same pairs may take this part of the places; so may tables that list all pairs. */
const SHARE = 3

/**
 * The drafts that are scored, best first, and those that are left over. A task that is not solved is looked at from
 * several sides: drafts that fail alike teach a critic nothing, and are edited to no other end.
 */
export function chooseDrafts(
  ranked: readonly Draft[],
  count: number,
): { readonly chosen: readonly Draft[]; readonly spares: readonly Draft[] } {
  const most = Math.ceil(count / SHARE)
  const taken = new Map<string, number>()
  const isAnother = ({ solved, cost, program }: Draft): boolean => {
    const isWhole = solved.every(Boolean)
    if (isWhole && cost <= PLAUSIBLE) return true
    const build = isWhole ? 'list' : program.stages.map(({ kind }) => kind).join()
    const key = `${solved.map(Number).join('')} ${build}`
    const before = taken.get(key) ?? 0
    taken.set(key, before + 1)
    return before < most
  }
  const different = ranked.filter(isAnother)
  const places = new Set([...new Set([...different, ...ranked])].slice(0, count))
  return {
    chosen: ranked.filter((draft) => places.has(draft)),
    spares: ranked.filter((draft) => !places.has(draft)),
  }
}

/** Scores are rounded to six places; anything nearer is no improvement. */
export const STRICT = 1e-9

/** Programs that score alike and predict the same are one idea in several wordings: editing one of them is enough. */
const outcomeOf = (score: number, outputs: ScoredCandidate['outputs']): string =>
  `${score} ${JSON.stringify(outputs)}`

/**
 * Of the edits that were tried, the best that are strictly better than the program they came from, each outcome once.
 * Among explanations of every pair a shorter one for a known prediction is better, too.
 */
export function betterOf(
  task: Task,
  tried: readonly EditTrial[],
  scored: readonly ScoredCandidate[],
  most: number,
): { readonly trial: EditTrial; readonly draft: Draft }[] {
  const before = new Map(scored.map((c) => [c.candidate_id, c.verifier_score]))
  const outcomes = new Map<string, number>()
  const note = (outcome: string, cost: number): unknown =>
    outcomes.set(outcome, Math.min(cost, outcomes.get(outcome) ?? cost))
  for (const c of scored) note(outcomeOf(c.verifier_score, c.outputs), c.cost)
  const kept: { trial: EditTrial; draft: Draft }[] = []
  for (const trial of tried.toSorted((a, b) => b.score - a.score)) {
    if (kept.length === most) break
    if (trial.score < 1 && trial.score <= (before.get(trial.parent) ?? 1) + STRICT) continue
    const why = `${trial.directive.edit} at ${trial.directive.locus}`
    const draft = { ...draftOf(task, trial.program, 'edit', why), ...trial.found }
    const outcome = outcomeOf(trial.score, draft.outputs.map(rowsOf))
    const known = outcomes.get(outcome)
    if (known !== undefined && (trial.score < 1 || draft.cost >= known)) continue
    note(outcome, draft.cost)
    kept.push({ trial, draft })
  }
  return kept
}

type Merit = Pick<ScoredCandidate, 'pairs_solved' | 'verifier_score' | 'critic_score'>

/** Best first: more pairs solved, then how close the others come, then the critic's word. */
export function byMerit(a: Merit, b: Merit): number {
  return (
    b.pairs_solved - a.pairs_solved || b.verifier_score - a.verifier_score || b.critic_score - a.critic_score
  )
}

/** A prediction with what it rests on; a spare one was not scored. */
interface Guess extends Pick<Draft, 'text' | 'pairsSolved' | 'cost' | 'support' | 'outputs'> {
  readonly spare: boolean
  readonly score: number
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
      ...{ text: c.program, pairsSolved: c.pairs_solved, cost: c.cost, support: c.support },
      outputs: c.outputs.map((rows) => (rows === null ? undefined : gridFromRows(rows))),
      spare: false,
      score: c.pairs_solved === pairs ? c.critic_score : c.verifier_score,
    })),
    ...spares.map((draft) => ({
      ...draft,
      spare: true,
      score: -vouchedLength(draft.cost, draft.support),
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
      program_1: first?.guess.text ?? null,
      program_2: second?.guess.text ?? null,
      confidence_1,
      confidence_2,
    }
  })
}

/** What the attempts rest on, each program as long as it was counted: a later run of the task begins with it. */
export function answersOf(
  attempts: readonly TestAttempts[],
  scored: readonly ScoredCandidate[],
  spares: readonly Draft[],
): Trace['answers'] {
  const known = new Map<string | null, Pick<Draft, 'cost' | 'support'>>()
  for (const draft of spares) known.set(draft.text, draft)
  for (const candidate of scored) known.set(candidate.program, candidate)
  const programs = new Set(attempts.flatMap(({ program_1, program_2 }) => [program_1, program_2]))
  return [...programs].flatMap((program) => {
    const counted = known.get(program)
    if (program === null || counted === undefined) return []
    return [{ program, cost: round(counted.cost), support: counted.support }]
  })
}

/**
 * How sure an attempt is, from 0 to 1. Length, broken facts and how many candidates agree are what tells right
 * explanations from wrong ones: fitted by logistic regression on the first candidates for the even half of the public
 * training tasks (163 explained tasks at 1,000 nodes); docs/arc/pipeline.md says how well it holds on either half.
 */
const CERTAIN = 1
const PER_UNIT = 0.0294
const PER_BROKEN_FACT = 1.17
const PER_DOUBLED_SUPPORT = 0.547
/** More agreement than this says no more. */
const MOST_DOUBLINGS = 6
/** Longer than this says no more. */
const LONGEST = 200
const MOST_BROKEN = 4
/** A program that leaves a train pair unexplained is hardly ever right. */
const PARTIAL = 0.02
/**
 * When the first attempt is wrong, the next best explanation is right a little less often than it would be on its own:
 * with this factor as many second attempts are right on the even half as are promised (5 of 153).
 */
const SECOND = 0.85

/**
 * The loop begins where the first attempt promises less: on the even half at 1,000 nodes all wrong explanations do, and
 * one in five of those that are right.
 */
export const SURE = 0.9

export interface Explanation {
  readonly pairsSolved: number
  readonly pairs: number
  readonly cost: number
  /** Candidates that predict the same, this one included. */
  readonly support: number
  readonly broken: number
}

function likelihood({ pairsSolved, pairs, cost, support, broken }: Explanation): number {
  if (pairsSolved < pairs) return PARTIAL
  const log =
    CERTAIN +
    PER_DOUBLED_SUPPORT * Math.min(Math.log2(support), MOST_DOUBLINGS) -
    PER_UNIT * Math.min(cost, LONGEST) -
    PER_BROKEN_FACT * Math.min(broken, MOST_BROKEN)
  return 1 / (1 + Math.exp(-log))
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** The confidence of both attempts; the second counts only where the first is wrong. */
export function confidences(
  first: Explanation | undefined,
  second: Explanation | undefined,
): [number, number] {
  const one = first === undefined ? 0 : likelihood(first)
  const two = second === undefined ? 0 : (1 - one) * SECOND * likelihood(second)
  return [rounded(one), rounded(two)]
}
