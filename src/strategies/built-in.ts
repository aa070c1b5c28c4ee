import { CLOSERS, suggested } from './closers.ts'
import type { Strategy, StrategyResult } from './strategy.ts'

const TACTIC_TIMEOUT_MS = 2_500

/** Closing tactics on the goal as it stands; with lemmas at hand, also those that use them. */
const micro: Strategy = {
  name: 'micro',
  version: 1,
  profile: 0,
  timeoutSeconds: 8,
  availability: async () => ({ available: true }),
  async run(goal, tools, { signal }): Promise<StrategyResult> {
    await using dojo = await tools.openDojo(goal, signal)
    let cpuMicros = 0
    let stuckOn: string | undefined
    for (const tactic of [...withLemmas(goal.lemmas ?? ''), ...CLOSERS]) {
      const result = await dojo.runTactic(dojo.root, tactic, { timeoutMs: TACTIC_TIMEOUT_MS, signal })
      if (result.kind === 'crashed') continue
      cpuMicros += result.timing.cpuMicros ?? result.timing.wallMicros
      if (result.kind !== 'closed') continue
      const script = (await suggested(dojo, result.messages, signal)) ?? tactic
      return { kind: 'proved', script, cpuSeconds: cpuMicros / 1e6 }
    }
    for (const tactic of OPENERS) {
      const result = await dojo.runTactic(dojo.root, tactic, { timeoutMs: TACTIC_TIMEOUT_MS, signal })
      if (result.kind !== 'open' || result.state.goals.length !== 1) continue
      stuckOn = await dojo.restate(result.state, signal)
      if (stuckOn !== undefined) break
    }
    return {
      kind: 'failed',
      why: 'no closing tactic works',
      cpuSeconds: cpuMicros / 1e6,
      ...(stuckOn !== undefined && { stuckOn }),
    }
  },
}

/** Ways to leave one open subgoal, for the marketplace. */
const OPENERS = ['intro x; induction x <;> simp_all', 'intros; simp_all', 'intro x; cases x <;> simp_all']

function withLemmas(lemmas: string): string[] {
  const names = [...lemmas.matchAll(/^theorem\s+(\S+)/gmu)].map(([, name]) => name)
  if (names.length === 0) return []
  const list = names.join(', ')
  return [
    `intros; simp_all [${list}]`,
    `intros; grind [${list}]`,
    `intro x; induction x <;> simp_all [${list}]`,
    `intro x; induction x <;> grind [${list}]`,
    ...names.map((name) => `intros; apply ${name} <;> assumption`),
  ]
}

export function builtInStrategies(): readonly Strategy[] {
  return [micro]
}
