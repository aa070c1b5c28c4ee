/**
 * The classic workers, written as strategies: quick tactics, Lean Copilot, ReProver, and what worked before. What they
 * return is a claim; the checker decides. Run: node examples/workers.ts
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  Checker,
  chooseToolchain,
  hashGoalText,
  LeanPool,
  loadConfig,
  openAssistants,
  openLedger,
  type Strategy,
  strategyGoal,
  strategyTools,
} from '../src/index.ts'

const available = async () => ({ available: true }) as const
const failed = (why: string) => ({ kind: 'failed', why, cpuSeconds: null }) as const
const proved = (script: string) => ({ kind: 'proved', script, cpuSeconds: null }) as const

const micro: Strategy = {
  name: 'my-micro',
  version: 1,
  profile: 0,
  timeoutSeconds: 8,
  availability: available,
  async run(goal, tools, { signal, budgetSeconds }) {
    await using dojo = await tools.openDojo(goal, signal)
    // Get the proof state.
    let state = dojo.root
    // Try tactics.
    const tactics = ['intros', 'simp_all', 'omega']
    for (const tactic of tactics) {
      const timeoutMs = (budgetSeconds * 1000) / tactics.length
      const result = await dojo.runTactic(state, tactic, { signal, timeoutMs })
      // Closed all goals.
      if (result.kind === 'closed') return proved(dojo.script(result.state))
      // Continue from the new state; a tactic that Lean rejects or that takes too long is passed over.
      if (result.kind === 'open') state = result.state
    }
    return failed('the tactics leave goals open')
  },
}

const copilot: Strategy = {
  name: 'my-copilot',
  version: 1,
  profile: 1,
  timeoutSeconds: 20,
  availability: available,
  async run(goal, tools, { signal, budgetSeconds }) {
    await using dojo = await tools.openDojo(goal, signal)
    const state = dojo.root
    // Step 1: select premises. In a project with Lean Copilot its own tactic would do: `select_premises`.
    const premises = (await tools.findPremises?.(dojo, state, 12, signal)) ?? []
    // Step 2: search. `search_proof` is Lean Copilot's; where it is not there Lean rejects it and its own search follows.
    const searches = [
      'search_proof (beam := 4) (temperature := 0.2)',
      `intros; grind only [${premises.slice(0, 4).join(', ')}]`,
      `intros; grind`,
    ]
    for (const search of searches) {
      const result = await dojo.runTactic(state, search, { signal, timeoutMs: budgetSeconds * 1000 })
      // Extract the proof script from the dojo.
      if (result.kind === 'closed') return proved(dojo.script(result.state))
    }
    return failed('no search closes it')
  },
}

const reprover: Strategy = {
  name: 'my-reprover',
  version: 1,
  profile: 2,
  timeoutSeconds: 60,
  availability: available,
  async run(goal, tools, { signal }) {
    await using dojo = await tools.openDojo(goal, signal)
    const state = dojo.root
    // Encode the goal and retrieve premises: with a retriever by its vectors, otherwise by symbols and words.
    const premises = (await tools.findPremises?.(dojo, state, 12, signal)) ?? []
    // Generate tactics: with a generator by beam search; in any case of the premises themselves.
    const generated = (await tools.suggestTactics?.(dojo, state, premises, signal)) ?? []
    const tactics = [
      ...generated.map(({ tactic }) => tactic),
      ...premises.flatMap((name) => [`exact ${name}`, `intros; exact ${name} ..`, `intros; simp [${name}]`]),
      'intros; grind',
    ]
    // Try each with the dojo.
    for (const tactic of tactics) {
      const result = await dojo.runTactic(state, tactic, { signal, timeoutMs: 10_000 })
      if (result.kind === 'closed') {
        const script = dojo.script(result.state)
        return { ...proved(script), premises: premises.filter((name) => script.includes(name)) }
      }
    }
    return failed('no tactic made of a premise closes it')
  },
}

const home = mkdtempSync(join(tmpdir(), 'orch-example-'))
const ledger = await openLedger({ home })

const cache: Strategy = {
  name: 'my-cache',
  version: 1,
  profile: 0,
  timeoutSeconds: 8,
  availability: available,
  async run(goal, tools, { signal }) {
    const cached = await ledger.getCachedTactics(goal.goal.text)
    if (!cached || cached.successRate <= 0.7) return failed('nothing is known about it')
    await using dojo = await tools.openDojo(goal, signal)
    // Try cached tactics first.
    let state = dojo.root
    for (const tactic of cached.tactics) {
      const result = await dojo.runTactic(state, tactic, { signal })
      if (result.kind === 'closed') return proved(dojo.script(result.state))
      if (result.kind !== 'open') break
      state = result.state
    }
    return failed('what worked once does not work here')
  },
}

/** A worker with a mistake in it, and one that knows no end. */
const broken: Strategy = {
  ...cache,
  name: 'my-broken',
  run: () => Promise.reject(new Error('a mistake')),
}
const endless: Strategy = {
  ...cache,
  name: 'my-endless',
  timeoutSeconds: 0.1,
  run: (_goal, _tools, { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
}

const { config } = loadConfig()
const toolchain = await chooseToolchain({ cacheDir: config.cacheDir })
await using pool = new LeanPool(toolchain, { size: 1 })
await using checker = new Checker(pool)
await using assistants = await openAssistants({ config, fingerprint: toolchain.fingerprint })
const tools = strategyTools(pool, assistants.tools)

/** What goes wrong is an outcome, as the engine has it: a mistake is an error, and time that is up is a timeout. */
async function outcomeOf(strategy: Strategy, statement: string): Promise<string> {
  const signal = AbortSignal.timeout(strategy.timeoutSeconds * 1000)
  const budgetSeconds = strategy.timeoutSeconds
  try {
    const result = await strategy.run(strategyGoal({ statement }), tools, { budgetSeconds, signal })
    if (result.kind !== 'proved') return result.kind
    const fixed = await checker.fix({ statement })
    const { kind } = await checker.check({ statement: fixed, proof: { script: result.script } })
    await ledger.updateScript({
      goalKey: hashGoalText({ text: statement }),
      tactics: [result.script],
      strategy: strategy.name,
      success: kind === 'accepted',
      timeSeconds: 1,
    })
    return `claims a proof; the checker: ${kind}`
  } catch (error) {
    return signal.aborted ? 'timeout' : `error: ${error instanceof Error ? error.message : String(error)}`
  }
}

const goal = '∀ (a b c : Nat), a + b + c = a + (b + c)'
for (const strategy of [micro, copilot, reprover, cache, broken, endless])
  console.log(strategy.name, await outcomeOf(strategy, goal))

// Speculative execution: three at once, the first proof wins, the others are cancelled, inside Lean too.
const race = new AbortController()
const racing = [micro, copilot, reprover].map(async (strategy) => {
  const result = await strategy.run(strategyGoal({ statement: goal }), tools, {
    budgetSeconds: strategy.timeoutSeconds,
    signal: race.signal,
  })
  if (result.kind !== 'proved') throw new Error(`${strategy.name} found nothing`)
  return result
})
const first = await Promise.any(racing)
race.abort()
await Promise.allSettled(racing)
console.log('the first of three:', first.kind)

await ledger.close()
rmSync(home, { recursive: true, force: true })
