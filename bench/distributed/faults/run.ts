/**
 * Faults, each really done to real workers, a real submitter and a real PostgreSQL server, again and again at random
 * moments; after each the ledger and the queue are audited: no goal lost, no attempt recorded twice, no proof without a
 * receipt, nothing stuck.
 *
 *   node bench/distributed/faults/run.ts [--times 20] [--seed 1] [--only worker-killed,wire-cut] [--minutes 7]
 *
 * After so many minutes it stops between two runs and says how often each fault was done.
 */
import { parseArgs } from 'node:util'
import { createRandom } from '../../../src/engine/index.ts'
import { clockJump, databaseRestarted, duplicateDelivery, wireCut } from './database.ts'
import { type Fault, type SubmittedRun, whatIsWrong } from './fault.ts'
import { lyingWorker } from './liar.ts'
import { diskFull, poison, submitterKilled, workerKilled } from './processes.ts'
import { Stage } from './stage.ts'

const FAULTS: readonly Fault[] = [
  workerKilled,
  submitterKilled,
  databaseRestarted,
  wireCut,
  diskFull,
  clockJump,
  duplicateDelivery,
  poison,
  lyingWorker,
]

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    minutes: { type: 'string', default: 'Infinity' },
    only: { type: 'string', default: FAULTS.map(({ name }) => name).join(',') },
  },
})

/** Runs banks until the fault was done so often; after each run everything is audited. */
async function repeat(fault: Fault, times: number, seed: number): Promise<boolean> {
  const missing = fault.missing?.()
  if (missing) {
    console.log(`${fault.name}: not done: ${missing}`)
    return false
  }
  await using stage = await Stage.open(createRandom(seed))
  const prepared = await fault.prepare?.(stage)
  if (!fault.prepare) await stage.staff(2)
  let [done, runs, bad] = [0, 0, 0]
  while (done < times && performance.now() < stopAt) {
    runs += 1
    const bank = stage.bank()
    const run: SubmittedRun = { bank, process: stage.cluster.orch(bank.args, stage.submitterEnv) }
    const struck = await strikeWhileItRuns(fault, stage, run, times - done)
    done += struck.length
    const wrong = await stage.end(run.process).then(
      (end) => whatIsWrong(fault, bank, end),
      (error: unknown) => String(error),
    )
    const findings = [...(wrong ? [wrong] : []), ...(await stage.findings())]
    if (findings.length > 0) bad += 1
    const verdict = findings.length === 0 ? 'ok' : `WRONG: ${findings.join('; ')}`
    console.log(`${fault.name} ${done}/${times}, run ${runs}: ${struck.join('; ')}: ${verdict}`)
  }
  await prepared?.[Symbol.asyncDispose]()
  const returned = await stage.returned()
  console.log(
    `${fault.name}: ${done} times in ${runs} runs, ${bad} runs wrong, ${returned} jobs came back (${fault.says})`,
  )
  return bad === 0 && done >= times
}

async function strikeWhileItRuns(
  fault: Fault,
  stage: Stage,
  run: SubmittedRun,
  most: number,
): Promise<string[]> {
  const struck: string[] = []
  const isOver = () => run.process.child.exitCode !== null || run.process.child.signalCode !== null
  while (struck.length < most && performance.now() < stopAt) {
    await stage.until('an attempt on a worker', async () => isOver() || (await stage.isBusy()))
    if (isOver()) break
    const ms = await stage.moment(2_000)
    if (isOver()) break
    const before = await stage.answered().catch(() => 0)
    const said = await fault.strike(stage, run)
    if (said === undefined) continue
    struck.push(`${said} (${ms} ms into it)`)
    await stage.until('an answer after the fault', async () => isOver() || (await stage.answered()) > before)
  }
  return struck
}

const stopAt = performance.now() + 60_000 * Number(values.minutes)
const seed = Number(values.seed)
const wanted = values.only.split(',')
for (const name of wanted)
  if (!FAULTS.some((fault) => fault.name === name)) throw new Error(`There is no fault ${name}.`)
console.log(`seed ${seed}`)
let isGood = true
for (const fault of FAULTS.filter(({ name }) => wanted.includes(name)))
  isGood = (await repeat(fault, Number(values.times), seed)) && isGood
process.exitCode = isGood ? 0 : 1
