/**
 * The three classic workers, written as strategies: quick tactics, Lean Copilot, ReProver. What they return is a
 * claim; the checker decides. Run: node examples/workers.ts
 */
import {
  Checker,
  chooseToolchain,
  LeanPool,
  loadConfig,
  openAssistants,
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

const { config } = loadConfig()
const toolchain = await chooseToolchain({ cacheDir: config.cacheDir })
await using pool = new LeanPool(toolchain, { size: 1 })
await using checker = new Checker(pool)
await using assistants = await openAssistants({ config, fingerprint: toolchain.fingerprint })
const tools = strategyTools(pool, assistants.tools)

for (const strategy of [micro, copilot, reprover]) {
  const input = { statement: '∀ (a b c : Nat), a + b + c = a + (b + c)' }
  const { signal } = new AbortController()
  const result = await strategy.run(strategyGoal(input), tools, {
    budgetSeconds: strategy.timeoutSeconds,
    signal,
  })
  if (result.kind !== 'proved') console.log(strategy.name, result.kind)
  else {
    const statement = await checker.fix(input)
    const { kind } = await checker.check({ statement, proof: { script: result.script } })
    console.log(strategy.name, 'claims a proof; the checker:', kind)
  }
}
