import type { Arm } from '../engine/index.ts'
import type { Strategy, StrategyTools } from '../strategies/index.ts'
import type { Evidence, GoalProblem } from './problem.ts'

/** A strategy as the engine sees it. */
export function toArm(strategy: Strategy, tools: StrategyTools): Arm<GoalProblem, Evidence> {
  const { name } = strategy
  return {
    name,
    version: String(strategy.version),
    async run({ input, lemmas }, { budget, signal }) {
      const goal = { input, ...(lemmas && { lemmas }) }
      const result = await strategy.run(goal, tools, { budgetSeconds: budget.seconds, signal })
      const spent = result.cpuSeconds === null ? {} : { cpuSeconds: result.cpuSeconds }
      if (result.kind === 'failed') {
        const stuckOn = result.stuckOn === undefined ? [] : [result.stuckOn]
        return { kind: 'failed', error: result.why, stuckOn, ...spent }
      }
      const { kind, script } = result
      const evidence = {
        script,
        strategy: name,
        ...(result.kind === 'refuted' && { counterexample: result.counterexample }),
      }
      return { kind, evidence, tactics: script.split('\n'), ...spent }
    },
  }
}
