import type { Command } from 'commander'
import { ALIVE_SECONDS, listWorkers, type SeenWorker } from '../jobs/index.ts'
import { EXIT, print, printJson, runAction } from './output.ts'
import { settings, withLedger } from './settings.ts'
import { table } from './table.ts'
import { needDatabase } from './worker.ts'

export function addWorkers(program: Command): void {
  program
    .command('workers')
    .description('The workers on all machines: who is there, what they run, since when.')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  $ orch workers\n\nExit code: 0, 1 if no worker is alive, 2 if it could not run.',
    )
    .action(({ json }: { json?: boolean }) => runAction(json, () => workersCommand(json)))
}

async function workersCommand(json: boolean | undefined): Promise<number> {
  const loaded = settings()
  needDatabase(loaded.config)
  return withLedger(loaded, async (ledger) => {
    const workers = await listWorkers(ledger)
    const isAlive = ({ silentSeconds }: SeenWorker) => silentSeconds < ALIVE_SECONDS
    if (json)
      printJson('workers', {
        ledger: ledger.place,
        workers: workers.map((worker) => ({
          worker: worker.worker,
          host: worker.host,
          pid: worker.pid,
          alive: isAlive(worker),
          capability: worker.capability,
          versions: worker.versions,
          lanes: worker.lanes,
          up_seconds: Math.round(worker.upSeconds),
          silent_seconds: Math.round(worker.silentSeconds),
          running: worker.running,
        })),
      })
    else if (workers.length === 0)
      print(`No worker has been heard of in ${ledger.place}. Start one: orch worker`)
    else show(workers, isAlive)
    return workers.some(isAlive) ? EXIT.done : EXIT.unsolved
  })
}

function show(workers: readonly SeenWorker[], isAlive: (worker: SeenWorker) => boolean): void {
  const rows = workers.map((worker) => [
    worker.worker,
    isAlive(worker) ? 'alive' : `silent for ${Math.round(worker.silentSeconds)} s`,
    `light:${worker.lanes.light},heavy:${worker.lanes.heavy}`,
    worker.capability,
    worker.versions.orch,
    `${Math.round(worker.upSeconds)} s`,
    String(worker.running.length),
  ])
  const head = ['worker', 'state', 'lanes', 'capability', 'Orch', 'up', 'running']
  for (const line of table([head, ...rows])) print(line)
  for (const { worker, running } of workers)
    for (const { what, seconds } of running) print(`  ${worker}: ${what} (${seconds} s)`)
}
