import { applyProgram } from '../apply/index.ts'
import { mean, round } from '../compare/index.ts'
import { colourCounts, describe, factKey, paletteOf } from '../describe/index.ts'
import { lensOf, PLAIN_VIEW, type Program, type Rigid } from '../dsl/index.ts'
import { type Grid, sameGrid } from '../grid/index.ts'
import type { Pair, Task } from '../io/index.ts'
import type { CandidateSetReport, ScoredCandidate } from '../trace/index.ts'

/** Numbers that say how an output looks, beside its input; what a stranger would notice without knowing the rule. */
function looksOf(input: Grid, output: Grid): readonly (readonly [name: string, value: number])[] {
  const area = output.cells.length
  const sameSize = input.width === output.width && input.height === output.height
  const changed = sameSize ? output.cells.reduce((n, c, i) => n + Number(c !== input.cells[i]), 0) : 0
  const { alike, specks } = texture(output)
  const before = texture(input)
  return [
    ['ink_off', 1 - colourCounts(output)[0]! / area],
    ['changed_off', changed / area],
    ['colours_off', paletteOf(output).length / 10],
    ['area_off', Math.log2(area / input.cells.length)],
    ['smooth_off', alike],
    ['smoother_off', alike - before.alike],
    ['specks_off', specks],
    ['more_specks_off', specks - before.specks],
    ['new_colours_off', paletteOf(output).filter((c) => !paletteOf(input).includes(c)).length / 10],
  ]
}

const DOT: Grid = { width: 1, height: 1, cells: new Uint8Array(1) }
export const LOOKS: readonly string[] = looksOf(DOT, DOT).map(([name]) => name)

/** The share of neighbouring cells that are alike, and of coloured cells that have no like neighbour. */
function texture({ width, height, cells }: Grid): { alike: number; specks: number } {
  const pairs = (width - 1) * height + width * (height - 1)
  let [alike, specks, ink] = [0, 0, 0]
  cells.forEach((own, i) => {
    const x = i % width
    const right = x < width - 1 && cells[i + 1] === own
    const left = x > 0 && cells[i - 1] === own
    const [up, down] = [cells[i - width] === own, cells[i + width] === own]
    alike += Number(right) + Number(down)
    ink += Number(own !== 0)
    specks += Number(own !== 0 && !right && !down && !left && !up)
  })
  return { alike: pairs === 0 ? 1 : alike / pairs, specks: ink === 0 ? 0 : specks / ink }
}

/** How far predictions look unlike the train outputs: per look, the distance outside the range that these span. */
export function looksOff(task: Task, outputs: readonly (Grid | undefined)[]): number[] {
  const known = task.train.map(({ input, output }) => looksOf(input, output))
  const off = LOOKS.map(() => 0)
  task.tests.forEach((input, t) => {
    const output = outputs[t]
    if (output === undefined) return
    looksOf(input, output).forEach(([, value], k) => {
      const seen = known.map((looks) => looks[k]![1])
      off[k]! += Math.max(0, Math.min(...seen) - value, value - Math.max(...seen)) / task.tests.length
    })
  })
  return off
}

/** Turning by these makes every other turn and flip. */
const TURNS: readonly Rigid[] = ['left-right', 'up-down', 'diagonal']

/**
 * Whether a program does the same to a turned grid: on the train inputs, on the test inputs, and how much of it is
 * lost from the ones to the others. Most rules know no direction; one that needs a direction needs a reason.
 */
export const EVENNESS: readonly string[] = ['even_train', 'even_test', 'even_lost']

export function evennessOf(
  task: Task,
  program: Program,
  outputs: readonly (Grid | undefined)[],
): readonly number[] {
  const share = (input: Grid, output: Grid | undefined): number => {
    if (output === undefined) return 0
    const same = TURNS.filter((turn) => {
      const lens = lensOf({ ...PLAIN_VIEW, turn }, input)
      const made = applyProgram(program, lens.view(input))
      return made !== undefined && sameGrid(lens.undo(made), output)
    })
    return same.length / TURNS.length
  }
  const train = mean(task.train.map(({ input, output }) => share(input, output)))
  const test = mean(task.tests.map((input, i) => share(input, outputs[i])))
  return [train, test, Math.max(0, train - test)]
}

/**
 * Which facts of the train pairs a prediction breaks: those that no longer hold when the test inputs with their
 * predicted outputs are looked at as further pairs.
 */
export function violatedFacts(
  task: Task,
  known: readonly string[],
  outputs: readonly (Grid | undefined)[],
): string[] {
  const guessed = task.tests.flatMap((input, i): Pair[] => {
    const output = outputs[i]
    return output === undefined ? [] : [{ input, output }]
  })
  if (guessed.length === 0) return []
  const holding = new Set(describe({ train: [...task.train, ...guessed] }).map(factKey))
  return [...new Set(known)].filter((key) => !holding.has(key))
}

/** How the candidates of one iteration stand to each other. */
export function candidateSetReport(
  candidates: readonly ScoredCandidate[],
  pairs: number,
): CandidateSetReport {
  const groups = new Map<string, number>()
  for (const candidate of candidates) {
    const key = JSON.stringify(candidate.outputs)
    groups.set(key, (groups.get(key) ?? 0) + 1)
  }
  const covered = Array.from({ length: pairs }, (_, i) => candidates.some((c) => c.solved[i] === true))
  const scores = candidates.map((candidate) => candidate.verifier_score)
  const pairsCovered = covered.filter(Boolean).length
  return {
    candidates: candidates.length,
    distinct_outputs: groups.size,
    largest_group: Math.max(0, ...groups.values()),
    pairs_covered: pairsCovered,
    pairs_open: pairs - pairsCovered,
    score_spread: scores.length === 0 ? 0 : round(Math.max(...scores) - Math.min(...scores)),
  }
}
