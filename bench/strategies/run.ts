/**
 * How much each strategy solves of a set of goals over user-defined functions, true and false.
 *
 *   node bench/strategies/run.ts [--strategy micro]... [--set file.jsonl] [--only id,id] [--every n] [--record file]
 *     [--ledger folder] [--table file.md]
 *
 * Every claim goes to the checker; only what it accepts is counted. With --record every strategy is run by itself on
 * every goal, and each attempt is a line for bench/policies. With --table the outcome of each goal is a row of a file, kept
 * up to date while the bench runs: CPU seconds of all strategies together, and the lemmas that the proof has.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { cacheDir } from '../../src/config/index.ts'
import { Checker, chooseToolchain, LeanPool } from '../../src/lean/index.ts'
import { openLedger } from '../../src/ledger/index.ts'
import { type AttemptNews, prove } from '../../src/search/index.ts'
import { type GoalRow, lemmasIn, writeTable } from './table.ts'

interface Line {
  readonly id: string
  readonly goal: string
  readonly preamble: string
  readonly truth: boolean
}

const { values } = parseArgs({
  options: {
    strategy: { type: 'string', multiple: true, default: ['refute', 'micro'] },
    set: { type: 'string', default: join(import.meta.dirname, 'induction.jsonl') },
    only: { type: 'string' },
    every: { type: 'string', default: '1' },
    /** Stretches the time limit of a goal, for a machine that is busy: strategies count their work by themselves. */
    patience: { type: 'string', default: '1' },
    record: { type: 'string' },
    /** A folder for a ledger that counts what each row of the tables did, for bench/tactics. */
    ledger: { type: 'string' },
    table: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})

const only = values.only?.split(',')
const lines = readFileSync(values.set, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line): Line => JSON.parse(line))
  .filter((line, index) => (only ? only.includes(line.id) : index % Number(values.every) === 0))

const toolchain = await chooseToolchain({ lean: 'auto', cacheDir: cacheDir() })
await using pool = new LeanPool(toolchain, { size: 1 })
await using checker = new Checker(pool)
await Promise.all([pool.warm(), checker.warm()])

const ledger = values.ledger === undefined ? undefined : await openLedger({ home: values.ledger })
const timeoutMs = 60_000 * Number(values.patience)

const fates = new Map<string, number>()
const unsolved: string[] = []
const rows: GoalRow[] = []
let cpuSeconds = 0
const rounds = values.record ? values.strategy.map((name) => [name]) : [values.strategy]
for (const { id, goal, preamble, truth, strategies } of lines.flatMap((line) =>
  rounds.map((strategies) => ({ ...line, strategies })),
)) {
  const spent: string[] = []
  const onAttempt = (news: AttemptNews): void => {
    if (news.kind === 'ended') spent.push(`${news.strategy} ${news.attempt.cpuSeconds.toFixed(1)}`)
  }
  const result = await prove(
    { pool, checker },
    { statement: goal, preamble },
    { strategies, timeoutMs, ledger, onAttempt },
  )
  if (values.record) {
    const attempt = {
      goal_hash: id,
      goal_text: goal,
      strategy: strategies[0],
      outcome: result.outcome,
      cpu_seconds: result.cpu_seconds,
    }
    appendFileSync(values.record, `${JSON.stringify(attempt)}\n`)
  }
  cpuSeconds += result.cpu_seconds
  const fate = `${truth ? 'true' : 'false'}: ${result.outcome}${result.strategy ? ` by ${result.strategy}` : ''}`
  fates.set(fate, (fates.get(fate) ?? 0) + 1)
  if (truth ? result.outcome !== 'proved' : result.outcome !== 'refuted') unsolved.push(`${id} ${goal}`)
  console.log(
    `${id} ${strategies.join(' + ')} ${fate} ${result.time_seconds} s ${result.cpu_seconds} CPU-s (${spent.join(', ')})  ${goal}`,
  )
  const { outcome, strategy, cpu_seconds: cpu, script } = result
  rows.push({ id, goal, truth, outcome, strategy, cpuSeconds: cpu, lemmas: lemmasIn(script ?? '') })
  if (values.table)
    writeTable(
      values.table,
      { set: basename(values.set), strategies: values.strategy, of: lines.length },
      rows,
    )
  if (values.verbose && result.script) console.log(result.script.replace(/^/gm, '      '))
}

const settled = lines.length * rounds.length - unsolved.length
console.log(`\n${values.strategy.join(' + ')} on ${lines.length} goals`)
for (const [fate, count] of [...fates].sort()) console.log(`  ${fate}: ${count}`)
console.log(`  CPU seconds: ${cpuSeconds.toFixed(1)}, per settled goal ${(cpuSeconds / settled).toFixed(2)}`)
console.log(`  not settled:\n    ${unsolved.join('\n    ')}`)
await ledger?.close()
