/**
 * Which policy solves most per CPU-second? Replays recorded attempts under every policy and prints the ratios.
 *
 *   node bench/policies/run.ts attempts.jsonl [--train other.jsonl] [--order micro,copilot] [--share 0.3] [--seeds 50] [--json]
 *   node bench/policies/run.ts attempts.jsonl --split
 *   node bench/policies/run.ts --ledger .orch
 *   node bench/policies/run.ts attempts.jsonl --beliefs
 *
 * A line is one attempt: {"goal_hash", "goal_text", "strategy", "outcome", "cpu_seconds"}. Record every strategy
 * on every goal (slate 1, no early stop), or the replay cannot know what the untried ones would have done. With
 * `--split` policies learn from one half of the goals and are measured on the other. `--beliefs` prints what each
 * strategy does in a short look: the table of src/search/beliefs.ts.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { type Attempt, OUTCOMES } from '../../src/attempt.ts'
import { openLedger } from '../../src/ledger/index.ts'
import { GLANCE_SECONDS } from '../../src/search/index.ts'
import { beliefs, compete, halves, type ReplayTable, toTable, totalCpuSeconds } from './replay.ts'

const Line = z.object({
  goal_hash: z.string(),
  goal_text: z.string(),
  strategy: z.string(),
  outcome: z.enum(OUTCOMES),
  cpu_seconds: z.number().nonnegative(),
})

function readTable(path: string): ReplayTable {
  const lines = readFileSync(path, 'utf8').split('\n')
  return toTable(
    lines.flatMap((text, index) => {
      if (text.trim() === '') return []
      try {
        const line = Line.parse(JSON.parse(text))
        const { goal_hash: goalKey, goal_text: goalText, strategy, outcome, cpu_seconds: cpuSeconds } = line
        return [{ goalKey, goalText, strategy, outcome, cpuSeconds }]
      } catch (cause) {
        throw new Error(`${path}, line ${index + 1} is not a recorded attempt.`, { cause })
      }
    }),
  )
}

async function readLedger(home: string): Promise<ReplayTable> {
  const ledger = await openLedger({ home })
  const attempts: Attempt[] = []
  for (let before: number | undefined; ; ) {
    const page = await ledger.attempts({ limit: 1000, ...(before !== undefined && { before }) })
    // A success without a receipt teaches nothing.
    for (const { outcome, ...rest } of page.items)
      if (outcome !== 'claimed') attempts.push({ ...rest, outcome })
    before = page.next
    if (before === undefined) break
  }
  await ledger.close()
  return toTable(attempts.reverse())
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ledger: { type: 'string' },
    train: { type: 'string' },
    split: { type: 'boolean', default: false },
    order: { type: 'string' },
    beliefs: { type: 'boolean', default: false },
    share: { type: 'string', default: '0.3' },
    seeds: { type: 'string', default: '50' },
    json: { type: 'boolean', default: false },
  },
})
const [file] = positionals
if (file === undefined && values.ledger === undefined) {
  console.error('Give a file of recorded attempts, or --ledger and the folder of a ledger.')
  process.exit(2)
}
if (values.split && values.train !== undefined) {
  console.error('Give either --split or --train, not both.')
  process.exit(2)
}
const recorded = file === undefined ? await readLedger(values.ledger ?? '') : readTable(file)
if (values.beliefs) {
  console.table(beliefs(recorded, GLANCE_SECONDS))
  process.exit()
}
const parts = values.split ? halves(recorded) : undefined
const table = parts?.heldOut ?? recorded
const standings = compete(table, {
  training: values.train === undefined ? parts?.learning : readTable(values.train),
  order: values.order?.split(',') ?? table.arms,
  share: Number(values.share),
  seeds: Number(values.seeds),
})
if (values.json) console.log(JSON.stringify(standings))
else {
  const budget = totalCpuSeconds(table) * Number(values.share)
  console.log(
    `${table.goals.length} goals, ${table.arms.length} strategies, ${budget.toFixed(1)} CPU seconds to spend`,
  )
  const reference = standings.find(({ policy }) => policy === 'random')?.solvedPerCpuSecond ?? 1
  console.table(
    standings.map(({ policy, solved, solvedPerCpuSecond }) => ({
      policy,
      'solved (mean)': solved.toFixed(1),
      'solved per CPU-second': solvedPerCpuSecond.toPrecision(3),
      'ratio to random': (solvedPerCpuSecond / reference).toFixed(2),
    })),
  )
}
