/** `orch fill` from end to end: read the project, search its holes, check whole files, and write if asked to. */
import type { Config } from '../config/index.ts'
import type { Checker, LeanPool } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Fleet, Room } from '../search/index.ts'
import type { Strategy } from '../strategies/index.ts'
import { Bench } from './bench.ts'
import type { FileChange } from './edits.ts'
import { type ExtractionProgress, readProject } from './extract.ts'
import { FillMemory } from './fill-memory.ts'
import type { FillEvent } from './fill-options.ts'
import { FillRun } from './fill-project.ts'
import type { Hole, ModuleReport } from './hole.ts'
import { holesAtLine } from './holes-at-line.ts'
import type { HoleOutcome } from './outcome.ts'
import { plannedDependants } from './planned.ts'
import { StepProfile } from './profile.ts'
import { closure, type Project } from './project.ts'
import { ReportCache } from './report-cache.ts'
import { assertWritable, type Written } from './write-back.ts'
import { type WrittenProofs, writeProofs } from './write-proofs.ts'

export interface FillProjectOptions {
  readonly project: Project
  /** Only the hole on this line of the one file that was asked for, or the nearest one of its declaration. */
  readonly line?: number | undefined
  /** Only the holes with these ids. */
  readonly holes?: ReadonlySet<string> | undefined
  readonly lean: { readonly pool: LeanPool; readonly checker: Checker }
  readonly ledger: Ledger
  readonly config: Config
  readonly strategies: readonly Strategy[]
  readonly lanes: Room['lanes']
  /** Workers that make the attempts instead of this process. */
  readonly fleet?: Fleet | undefined
  readonly cpuTarget?: number
  readonly rounds?: number
  readonly timeoutSeconds: number
  /** Where reports and proofs of earlier runs are kept. */
  readonly cacheFolder: string
  readonly again?: boolean | undefined
  readonly apply?: boolean | undefined
  readonly signal: AbortSignal
  readonly onProgress?: ((progress: ExtractionProgress) => void) | undefined
  readonly onEvent?: ((event: FillEvent) => void) | undefined
}

export interface FillResult {
  readonly outcomes: readonly HoleOutcome[]
  /** The files as they should be. */
  readonly changes: readonly FileChange[]
  readonly withdrawn: readonly { readonly hole: Hole; readonly why: string }[]
  /** With `apply`: what became of each file. */
  readonly written: readonly Written[]
  readonly reports: readonly ModuleReport[]
  /** What the run has cost, step by step. */
  readonly profile: StepProfile
  readonly seconds: number
}

export async function fillProject(options: FillProjectOptions): Promise<FillResult> {
  const { project, lean, cacheFolder, signal, onProgress } = options
  const started = performance.now()
  const profile = new StepProfile()
  const cache = new ReportCache(`${cacheFolder}/reports`, lean.pool.toolchain.fingerprint)
  const memory = new FillMemory(`${cacheFolder}/holes`)
  // Declarations below count, too: what a proof rests on may stand there.
  const needed = closure(project.modules, project.wanted)
  const modules = project.buildOrder.filter((name) => needed.has(name))
  const reports = await profile.during('reading', undefined, () =>
    readProject(project, () => lean.pool, { cache, modules, signal, onProgress }),
  )
  const bench = new Bench(project, reports, plannedDependants(project.root))
  const wanted = new Set(project.wanted)
  const holes = reports.filter(({ module }) => wanted.has(module)).flatMap((report) => report.holes)
  const chosen = chooseHoles(options, holes)
  if (options.apply) assertWritable([...new Set(chosen.map(({ file }) => file))])
  const limit = AbortSignal.timeout(Math.min(options.timeoutSeconds * 1000, 2 ** 31 - 1))
  const { ledger, config, strategies, lanes, fleet, cpuTarget = 1, rounds = 4, again, onEvent } = options
  const shared = {
    ledger,
    config,
    strategies,
    lanes,
    fleet,
    cpuTarget,
    rounds,
    again,
    memory,
    profile,
    onEvent,
  }
  const { timeoutSeconds } = options
  const run = new FillRun({
    ...shared,
    timeoutSeconds,
    bench,
    lean: async () => lean,
    signal: AbortSignal.any([signal, limit]),
  })
  await run.add(chosen)
  await run.run()
  run.close({ isOutOfTime: limit.aborted && !signal.aborted })
  const outcomes = run.outcomes()
  const proved = outcomes.flatMap((outcome) => (outcome.kind === 'proved' ? [outcome.accepted] : []))
  // Whoever stops it gets an answer at once; what was found is kept for the next run.
  const { changes, withdrawn, written }: Omit<WrittenProofs, 'kept'> = signal.aborted
    ? { changes: [], withdrawn: [], written: [] }
    : await profile.during('rereading', undefined, () =>
        writeProofs({
          bench,
          proofs: proved,
          lean: () => lean.pool,
          memory,
          apply: options.apply ?? false,
          cache,
          signal,
          onProgress,
        }),
      )
  const lost = new Map(withdrawn.map(({ hole, why }) => [hole.id, why]))
  return {
    outcomes: outcomes.map((outcome) =>
      lost.has(outcome.hole.id)
        ? { kind: 'failed', hole: outcome.hole, why: `withdrawn: ${lost.get(outcome.hole.id)}`, seconds: 0 }
        : outcome,
    ),
    changes,
    withdrawn,
    written,
    reports,
    profile,
    seconds: (performance.now() - started) / 1000,
  }
}

function chooseHoles(
  { project, line, holes: ids }: FillProjectOptions,
  holes: readonly Hole[],
): readonly Hole[] {
  const asked = ids ? holes.filter(({ id }) => ids.has(id)) : holes
  return line === undefined ? asked : holesAtLine(project, asked, line)
}
