/** A hole as the engine and the strategies see it. */
import type { Problem } from '../engine/index.ts'
import { goalFeatures } from '../goal.ts'
import { atHole, Dojo, type GoalInput, type LeanPool } from '../lean/index.ts'
import { type StrategyTools, strategyTools } from '../strategies/index.ts'
import type { Bench } from './bench.ts'
import { flatText } from './flat-text.ts'
import type { HelperLemma } from './helper-lemmas.ts'
import type { Hole } from './hole.ts'
import { placeOfHole } from './hole-place.ts'

export interface HoleProblem extends Problem {
  readonly hole: Hole
  /** The goal as a statement of its own, for whoever needs one: a refutation does. */
  readonly input: GoalInput
  /** For the engine's records; lemmas for a hole are offered when it is opened. */
  readonly lemmas: string
  /** Lemmas that the marketplace delivered for it; what a proof uses of them goes into the file. */
  readonly delivered: readonly HelperLemma[]
  /** The hypotheses of the hole, by the names that tactics there use. */
  readonly names: readonly string[]
}

export interface Preparation {
  readonly priority: number
  readonly delivered: readonly HelperLemma[]
}

/** Opens the hole once to learn its goal as a closed statement. Throws `GoalError` if it is not there. */
export async function prepareHole(
  pool: LeanPool,
  bench: Bench,
  hole: Hole,
  { priority, delivered }: Preparation,
  signal: AbortSignal,
): Promise<HoleProblem> {
  const report = bench.report(hole.module)
  const place = placeOfHole(bench.project, report, hole, [])
  await using dojo = await Dojo.openAt(pool, atHole(place), { structured: true, keys: true, signal })
  const statement = (await dojo.restate(dojo.root, signal)) ?? (await dojo.texts(dojo.root, signal))?.plain
  const at = { upTo: report.commands[hole.command]?.from ?? 0, edits: [] }
  const { imports, text: preamble } = flatText(bench.project, bench.reports, hole.module, at)
  const names = (dojo.root.goals[0]?.hypotheses ?? []).map(({ name, isAccessible }) =>
    isAccessible ? name : '_',
  )
  return {
    key: hole.key,
    text: hole.goal,
    difficulty: hole.difficulty,
    priority,
    features: goalFeatures({ text: statement ?? hole.goal }),
    hole,
    input: { statement: statement ?? hole.goal, preamble, imports },
    // Another lemma makes another experiment.
    lemmas: delivered.map(({ text }) => text).join('\n'),
    delivered,
    names,
  }
}

/** What strategies work with: the problem's own input opens the hole itself, any other input is a statement. */
export function holeTools(
  pool: LeanPool,
  bench: Bench,
  problemOf: (input: GoalInput) => HoleProblem | undefined,
  more: Parameters<typeof strategyTools>[1],
): StrategyTools {
  const tools = strategyTools(pool, more)
  return {
    ...tools,
    openDojo: (goal, signal) => {
      const problem = problemOf(goal.input)
      if (!problem) return tools.openDojo(goal, signal)
      const { hole } = problem
      const lemmas = [...bench.offered(hole), ...problem.delivered].map(({ text }) => text).join('\n')
      const place = placeOfHole(bench.project, bench.report(hole.module), hole, bench.given(), lemmas)
      return Dojo.openAt(pool, atHole(place), { structured: true, keys: true, signal })
    },
  }
}

/** The tactic that brings a closed goal to where the hole's script begins. */
export async function introductionOf(
  pool: LeanPool,
  { input, names }: Pick<HoleProblem, 'input' | 'names'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (names.length === 0) return []
  await using dojo = await Dojo.open(pool, input, { structured: true, signal })
  const opened = await dojo.runTactic(dojo.root, 'set_option tactic.hygienic false in intros', { signal })
  const found = opened.kind === 'open' ? (opened.state.goals[0]?.hypotheses ?? []) : []
  const known = new Set(names)
  const bound = found.map(({ name }) => name)
  const count = bound.findIndex((name) => !known.has(name) && !known.has('_'))
  const mine = count === -1 ? bound.slice(0, names.length) : bound.slice(0, count)
  return mine.length === 0 ? [] : [`intro ${mine.map((name) => (known.has(name) ? name : '_')).join(' ')}`]
}
