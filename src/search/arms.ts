import type { Arm, Problem } from '../engine/index.ts'
import { tacticsOf } from '../goal/index.ts'
import { type RowCount, type Strategy, type StrategyTools, strategyGoal } from '../strategies/index.ts'
import type { GoalProblem, ProofEvidence } from './problem.ts'
import type { RunMemory } from './run-memory.ts'
import { SearchTree } from './search-tree.ts'

/** What a strategy needs to know of a problem. */
type StrategyProblem = Problem & Pick<GoalProblem, 'input' | 'lemmas'> & Partial<Pick<GoalProblem, 'goal'>>

export interface ArmContext<P = GoalProblem> {
  readonly tools: StrategyTools
  readonly memory: Pick<RunMemory, 'unfinished' | 'keepUnfinished' | 'countRows'> &
    Partial<Pick<RunMemory, 'keepTree' | 'keepPath'>>
  /** A validated outline of the problem needs these lemmas. */
  readonly onHoles: (problem: P, holes: readonly string[]) => void
  /** Told what a strategy is doing, tactic by tactic: several are at work at once. */
  readonly onProgress?: ((note: string, strategy: string) => void) | undefined
  /** Given the tree of states of an attempt when it begins; it grows while the attempt goes on. */
  readonly onTree?: ((strategy: string, tree: SearchTree) => void) | undefined
}

/** A strategy as the engine sees it. */
export function toArm<P extends StrategyProblem>(
  strategy: Strategy,
  { tools, memory, onHoles, onProgress, onTree }: ArmContext<P>,
): Arm<P, ProofEvidence> {
  const { name } = strategy
  const version = String(strategy.version)
  return {
    name,
    version,
    ...(strategy.patience !== undefined && { patience: strategy.patience }),
    ...(strategy.glances !== undefined && { glances: strategy.glances }),
    ...(strategy.early === true && { screens: true }),
    async run(problem, { budget, signal, isGlance = false }) {
      const { input, lemmas, key, difficulty, priority } = problem
      const goal = strategyGoal(input, { ...(problem.goal ?? { id: key, difficulty, priority }), lemmas })
      const resume = await memory.unfinished(key, name, version)
      let stoppedAfter: number | undefined
      const stoppedRows: RowCount[] = []
      const onStopped = (cpuSeconds: number, rows: readonly RowCount[] = []) => {
        stoppedAfter = (stoppedAfter ?? 0) + cpuSeconds
        stoppedRows.push(...rows)
      }
      const tree = new SearchTree()
      onTree?.(name, tree)
      const options = {
        tree,
        budgetSeconds: budget.seconds,
        ...(isGlance && { isGlance }),
        signal,
        onStopped,
        ...(onProgress && { onProgress: (note: string) => onProgress(note, name) }),
        key,
        ...(resume.length > 0 && { resume }),
      }
      const result = await strategy.run(goal, tools, options).catch((error: unknown) => {
        if (stoppedAfter === undefined) throw error
        return stoppedAfter
      })
      await memory.keepTree?.(key, name, tree.record())
      await memory.countRows(name, typeof result === 'number' ? stoppedRows : (result.rows ?? []))
      if (typeof result === 'number') return { kind: 'cancelled', cpuSeconds: result }
      const { worker, timeSeconds, cpuSeconds } = result
      const spent = {
        ...(cpuSeconds !== null && { cpuSeconds }),
        ...(worker !== undefined && { worker }),
        ...(timeSeconds !== undefined && { timeSeconds }),
      }
      if (result.kind === 'failed') {
        if (result.unfinished) await memory.keepUnfinished(key, name, version, result.unfinished)
        // What a short look has left open is not worth asking others for.
        if (result.holes && !signal.aborted && !isGlance) onHoles(problem, result.holes)
        // Holes are filed by themselves, and are not to displace what another strategy is stuck on.
        const stuckOn = result.stuckOn === undefined || result.holes ? [] : [result.stuckOn]
        return { kind: result.outOfTime ? 'timeout' : 'failed', error: result.why, stuckOn, ...spent }
      }
      const { kind, script } = result
      const path = kind === 'proved' ? tree.pathOf(script) : undefined
      if (path) await memory.keepPath?.(key, script, path)
      const facts = {
        ...(result.kind === 'refuted' && { counterexample: result.counterexample }),
        ...(result.kind === 'proved' && result.premises && { premises: result.premises }),
      }
      const evidence = { script, strategy: name, ...facts }
      return { kind, evidence, tactics: tacticsOf(script), ...facts, ...spent }
    },
  }
}
