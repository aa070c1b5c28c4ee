import { type Command, InvalidArgumentError, Option } from 'commander'
import { ArcWork } from '../arc/index.ts'
import type { Config } from '../config/index.ts'
import type { Lane } from '../engine/index.ts'
import { InputError } from '../errors.ts'
import { buildHash, ORCH_VERSION, openJobs, type WorkerVersions } from '../jobs/index.ts'
import { LeanPool } from '../lean/index.ts'
import { leanCapability, leanVersions, makeRoom } from '../search/index.ts'
import { loadStrategies } from '../strategies/index.ts'
import { arcKind, LeanWork, leanKind, runWorker, type WorkKind } from '../worker/index.ts'
import { EXIT, note, paint, print, printJson, runAction } from './output.ts'
import { forOthers, leanOption, type OthersFlags, openToolchain, unsandboxedOption } from './session.ts'
import { settings, withLedger } from './settings.ts'

type Lanes = Readonly<Record<Lane, number>>

interface WorkerFlags extends OthersFlags {
  readonly lanes?: Lanes
  readonly json?: boolean
  readonly quiet?: boolean
  readonly only?: 'lean' | 'arc'
}

export function addWorker(program: Command): void {
  program
    .command('worker')
    .description(
      'Make attempts for the runs of other machines: needs ORCH_DATABASE_URL, on any number of machines.',
    )
    .option(
      '--lanes <list>',
      'attempts at once, such as light:4,heavy:1 (as ORCH_MAX_LIGHT and the cores allow)',
      lanesOf,
    )
    .addOption(new Option('--only <kind>', 'take this kind of work only').choices(['lean', 'arc']))
    .addOption(leanOption())
    .addOption(unsandboxedOption())
    .option('--json', 'print one JSON object at the end')
    .option('-q, --quiet', 'say nothing on the way')
    .addHelpText(
      'after',
      `
Examples:
  $ export ORCH_DATABASE_URL=postgres://orch:secret@db.example/orch
  $ orch worker --lanes light:4,heavy:1
  $ orch bank            # on another machine: its goals come here

Ctrl-C or SIGTERM lets what runs come to its end; a second one gives it back to the queue at once.
A worker is not believed: proofs count when the machine that asked has checked them.
Exit code: 0, or 2 if it could not run.`,
    )
    .action((flags: WorkerFlags) => runAction(flags.json, () => workerCommand(flags)))
}

function lanesOf(text: string): Lanes {
  const lanes = { light: 0, heavy: 0 }
  for (const part of text.split(',')) {
    const [name = '', count = ''] = part.trim().split(':')
    const slots = Number(count)
    if ((name !== 'light' && name !== 'heavy') || !Number.isInteger(slots) || slots < 0 || count === '')
      throw new InvalidArgumentError('Say it as light:4,heavy:1.')
    lanes[name] = slots
  }
  if (lanes.light + lanes.heavy === 0) throw new InvalidArgumentError('A worker needs a slot at least.')
  return lanes
}

export function needDatabase({ databaseUrl }: Pick<Config, 'databaseUrl'>): string {
  if (databaseUrl !== undefined) return databaseUrl
  throw new InputError('no_database', 'Machines meet in a PostgreSQL database, and none is given.', {
    hint: 'Set ORCH_DATABASE_URL=postgres://user:password@host/name, on the workers and where the runs start.',
  })
}

async function workerCommand(flags: WorkerFlags): Promise<number> {
  const loaded = settings()
  const { config, origins } = loaded
  const databaseUrl = needDatabase(config)
  const room = makeRoom(config)
  const lanes = flags.lanes ?? room.lanes
  const strategies = await loadStrategies(config.strategies)
  const [drain, abandon] = [new AbortController(), new AbortController()]
  const onSignal = () => (drain.signal.aborted ? abandon : drain).abort()
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  let jobs = 0
  await withLedger(loaded, async (ledger) => {
    await using open = new AsyncDisposableStack()
    const kinds: WorkKind[] = []
    let versions: WorkerVersions = {
      orch: ORCH_VERSION,
      build: buildHash(),
      work: [],
      toolchain: '',
      checker: '',
      strategies: [],
    }
    let capability = 'no-lean'
    if (flags.only !== 'arc') {
      const toolchain = await openToolchain(forOthers(flags), drain.signal)
      versions = leanVersions(toolchain, strategies)
      capability = leanCapability(versions)
      const threads = Math.ceil((lanes.light + lanes.heavy + 1) / room.pool.size)
      const pool = new LeanPool(toolchain, { ...room.pool, threads })
      kinds.push(leanKind(open.use(await LeanWork.open({ pool, ledger, config, strategies })), capability))
      // The time limit of a job begins when a worker takes it, so Lean is started before the first one is taken.
      await pool.warm()
    }
    if (flags.only !== 'lean') kinds.push(arcKind(open.use(new ArcWork(lanes.light + lanes.heavy))))
    const queue = open.use(await openJobs({ databaseUrl }))
    await runWorker({
      ledger,
      queue,
      lanes,
      versions: { ...versions, work: kinds.map(({ name }) => name) },
      capability,
      kinds,
      // A machine given to workers is used, unless its owner has said how much of it.
      cpuTarget: origins.cpuTarget === 'default' ? 1 : config.cpuTarget,
      memoryTarget: config.memoryTarget,
      onReady: () => {
        if (!flags.quiet)
          note(
            `worker of capability ${capability}: ${lanes.light} light and ${lanes.heavy} heavy slots, ${ledger.place}`,
          )
      },
      drain: drain.signal,
      abandon: abandon.signal,
      onJob: ({ job, what, ended }) => {
        if (ended) jobs += 1
        else if (!flags.quiet) note(`${paint('dim', job.queue.split('-')[1] ?? '', process.stderr)} ${what}`)
      },
    })
  })
  if (flags.json) printJson('worker', { jobs })
  else if (!flags.quiet) print(`${jobs} jobs done.`)
  return EXIT.done
}
