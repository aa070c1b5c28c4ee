/**
 * What a run did, and where its time went: a strategy that writes a log, the results of a bank, a profile.
 * Run: node examples/debugging.ts
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLog, type Strategy } from '../src/index.ts'

// Verbose logging: JSON lines of a level, a constant message and fields, in files that do not grow beyond 1 MB.
const log = openLog({ level: 'debug', file: process.env.MY_LOG })

export const logged: Strategy = {
  name: 'logged',
  version: 1,
  profile: 0,
  timeoutSeconds: 60,
  availability: async () => ({ available: true }),
  async run(goal, tools, { signal }) {
    log.write('debug', 'running logged', { goal: goal.goal.id })
    await using dojo = await tools.openDojo(goal, signal)
    const result = await dojo.runTactic(dojo.root, 'intros; omega', { signal })
    log.write('debug', 'tactic ended', { goal: goal.goal.id, result: result.kind })
    return result.kind === 'closed'
      ? { kind: 'proved', script: 'intros; omega', cpuSeconds: null }
      : { kind: 'failed', why: 'omega does not close it', cpuSeconds: null }
  },
}

/** The format of a results file; it has more fields than these. */
interface Results {
  timestamp: string
  goals_total: number
  goals_processed: number
  goals_solved: number
  strategies: Record<string, { used: number; succeeded: number }>
  config: { timeout: number; max_heavy: number; max_light: number; cpu_target: number; profile: number }
}

/** What Node writes with `--cpu-prof`: at every sample the function that was running, and how long since the last. */
interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[]
  samples: number[]
  timeDeltas: number[]
}

function main(): void {
  const folder = mkdtempSync(join(tmpdir(), 'orch-example-'))
  const file = (name: string) => readdirSync(folder).find((each) => each.endsWith(name)) ?? ''
  const read = (name: string) => readFileSync(join(folder, file(name)), 'utf8')
  const bank = join(folder, 'bank.jsonl')
  const goals = [
    { id: 'add_comm', goal: '∀ a b : Nat, a + b = b + a', difficulty: 0.2, priority: 0.7 },
    { id: 'less', goal: '∀ n : Nat, n < n + 1', difficulty: 0.1, priority: 0.5 },
  ]
  writeFileSync(bank, goals.map((goal) => `${JSON.stringify(goal)}\n`).join(''))

  // A bank of goals with this file's strategy alone, profiled on the way.
  const profiling = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-name=stats.cpuprofile']
  const orch = join(import.meta.dirname, '..', 'src', 'cli.ts')
  const strategy = ['--strategies', import.meta.filename, '--strategy', 'logged', '--profile', '0']
  const flags = ['--bank', bank, '--results', folder, '--timeout', '600', '--quiet', ...strategy]
  execFileSync(process.execPath, [...profiling, orch, 'bank', ...flags], {
    env: { ...process.env, ORCH_HOME: folder, MY_LOG: join(folder, 'my.log') },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

  for (const line of read('my.log').trimEnd().split('\n').toSorted(byGoal)) {
    const { level, message, goal, result } = JSON.parse(line)
    console.log(level, message, goal, result ?? '')
  }

  const results: Results = JSON.parse(read(file('.goals.jsonl').replace('.goals.jsonl', '.json')))
  const { goals_total, goals_processed, goals_solved, strategies, config } = results
  console.log({ goals_total, goals_processed, goals_solved, profile: config.profile })
  const { used, succeeded } = strategies.logged ?? { used: 0, succeeded: 0 }
  console.log('logged:', { used, succeeded })

  const { nodes, samples, timeDeltas }: Profile = JSON.parse(read('stats.cpuprofile'))
  const spent = new Map<number, number>()
  for (const [at, id] of samples.entries()) spent.set(id, (spent.get(id) ?? 0) + (timeDeltas[at] ?? 0))
  const longest = nodes.toSorted((a, b) => (spent.get(b.id) ?? 0) - (spent.get(a.id) ?? 0)).slice(0, 20)
  console.log(
    'functions:',
    longest.length,
    'the longest took some time:',
    (spent.get(longest[0]?.id ?? 0) ?? 0) > 0,
  )

  rmSync(folder, { recursive: true, force: true })
}

/** Goals are worked on side by side: what is said of one of them stays in order. */
function byGoal(a: string, b: string): number {
  return JSON.parse(a).goal < JSON.parse(b).goal ? -1 : JSON.parse(a).goal > JSON.parse(b).goal ? 1 : 0
}

if (import.meta.main) main()
