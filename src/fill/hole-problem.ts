/** A hole as the engine and the strategies see it. */
import type { Problem } from '../engine/index.ts'
import { goalFeatures } from '../goal/index.ts'
import {
  atHole,
  atStatement,
  Dojo,
  type DojoGoal,
  type GoalInput,
  type HolePlace,
  type LeanPool,
} from '../lean/index.ts'
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
  readonly hypotheses: NonNullable<DojoGoal['hypotheses']>
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
  return {
    key: hole.key,
    text: hole.goal,
    difficulty: hole.difficulty,
    priority,
    features: goalFeatures({ text: statement ?? hole.goal, preamble }),
    hole,
    input: { statement: statement ?? hole.goal, preamble, imports },
    // An attempt with other lemmas is a new attempt and no repetition.
    lemmas: delivered.map(({ text }) => text).join('\n'),
    delivered,
    hypotheses: dojo.root.goals[0]?.hypotheses ?? [],
  }
}

/** The holes that a run has opened, by what strategies know them by. */
export class OpenProblems {
  readonly #byInput = new Map<GoalInput, HoleProblem>()
  /** Holes of one declaration share the text above them; any of them will do. */
  readonly #byPreamble = new Map<string, HoleProblem>()

  add(problem: HoleProblem): void {
    this.#byInput.set(problem.input, problem)
    this.#byPreamble.set(problem.input.preamble ?? '', problem)
  }

  of(input: GoalInput): HoleProblem | undefined {
    return this.#byInput.get(input)
  }

  below(preamble = ''): HoleProblem | undefined {
    return this.#byPreamble.get(preamble)
  }

  placeOf(bench: Bench): (input: GoalInput) => HolePlace | undefined {
    return (input) => {
      const problem = this.of(input)
      return problem && placeNow(bench, problem)
    }
  }
}

/**
 * What strategies work with: the problem's own input opens the hole itself, any other input is a statement. One about
 * the same text above, as a negation is, is opened behind what Lean has read of the file already.
 */
export function holeTools(
  pool: LeanPool,
  bench: Bench,
  problems: OpenProblems,
  more: Parameters<typeof strategyTools>[1],
): StrategyTools {
  const tools = strategyTools(pool, more)
  return {
    ...tools,
    openDojo: (goal, signal) => {
      const options = { structured: true, keys: true, signal }
      const problem = problems.of(goal.input)
      if (problem) return Dojo.openAt(pool, atHole(placeNow(bench, problem)), options)
      const beside = goal.lemmas ? undefined : problems.below(goal.input.preamble)
      if (!beside) return tools.openDojo(goal, signal)
      const { hole } = beside
      const { before } = placeOfHole(bench.project, bench.report(hole.module), hole, [])
      return Dojo.openAt(pool, atStatement(goal.input, before), options)
    },
  }
}

/** Where a hole stands by now: with what has been proved for it and above it since the run began. */
export function placeNow(bench: Bench, problem: HoleProblem): HolePlace {
  const { hole } = problem
  return placeOfHole(bench.project, bench.report(hole.module), hole, bench.given(hole.module), {
    offered: bench.offered(hole),
    delivered: stillWanted(bench, problem)
      .map(({ text }) => text)
      .join('\n'),
  })
}

/** Of what was delivered for a hole, that which another hole above it has not brought into the file already. */
export function stillWanted(bench: Bench, { hole, delivered }: HoleProblem): readonly HelperLemma[] {
  const nameless = ({ name, text }: HelperLemma) => text.replaceAll(name, '')
  const above = new Set(bench.offered(hole).map(nameless))
  return delivered.filter((lemma) => !above.has(nameless(lemma)))
}

/**
 * The tactic that brings the closed statement to where the hole's script begins. The statement has the hypotheses in an
 * order of its own, and those that nothing depends on without their names: they are known by their types.
 */
export async function introductionOf(
  pool: LeanPool,
  { input, hypotheses }: Pick<HoleProblem, 'input' | 'hypotheses'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (hypotheses.length === 0) return []
  await using dojo = await Dojo.open(pool, input, { structured: true, signal })
  const opened = await dojo.runTactic(dojo.root, 'set_option tactic.hygienic false in intros', { signal })
  const found = opened.kind === 'open' ? (opened.state.goals[0]?.hypotheses ?? []) : []
  const left = [...hypotheses]
  const names: string[] = []
  for (const { name, type, isProof } of found) {
    const same = left.findIndex(
      (one) => one.type === type && (one.name === name || isProof || !one.isAccessible),
    )
    // The hypotheses of the hole end here; the binders that follow are those of its goal.
    if (same === -1) break
    const [one] = left.splice(same, 1)
    names.push(one?.isAccessible ? one.name : '_')
  }
  return names.length === 0 ? [] : [`intro ${names.join(' ')}`]
}
