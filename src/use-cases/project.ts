/** The holes of a Lean project, for whoever asks: an agent, an editor, a page. */
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Config } from '../config/index.ts'
import {
  assertWritable,
  Bench,
  type ExtractionProgress,
  type FillEvent,
  FillMemory,
  type FillResult,
  fillProject,
  type GolfResult,
  golf,
  type Hole,
  type HoleOutcome,
  lastOutcomes,
  type ModuleReport,
  openProject,
  type Project,
  proofsWithNeeds,
  ReportCache,
  readProject,
  recallOutcomes,
  restingOnRefuted,
  type WrittenProofs,
  writeProofs,
} from '../fill/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { chooseStrategies, makeRoom } from '../search/index.ts'
import { loadStrategies } from '../strategies/index.ts'
import type { LazyLean } from './lazy-lean.ts'

export interface ProjectParts {
  readonly ledger: Ledger
  readonly lean: LazyLean
  readonly config: Config
}

const fillFolder = ({ cacheDir }: Pick<Config, 'cacheDir'>): string => join(cacheDir, 'fill')

/** Where what Lean said about files is kept. */
export const reportFolder = (config: Pick<Config, 'cacheDir'>): string => join(fillFolder(config), 'reports')

export interface FoundHoles {
  readonly project: Project
  readonly reports: readonly ModuleReport[]
  /** With how the last attempt on each ended. */
  readonly holes: readonly Hole[]
}

/** Every hole of a project, a folder or a file. */
export async function listHoles(
  { ledger, lean, config }: ProjectParts,
  path: string,
  signal: AbortSignal,
): Promise<FoundHoles> {
  const project = openProject(path)
  const { pool } = await lean.open()
  const cache = new ReportCache(reportFolder(config), pool.toolchain.fingerprint)
  const reports = await readProject(project, () => pool, { cache, signal })
  const holes = await lastOutcomes(
    ledger,
    reports.flatMap((report) => report.holes),
  )
  return { project, reports, holes }
}

export interface KnownHoles {
  /** The files as they were read, with the proofs that were found for them. */
  readonly bench: Bench
  readonly reports: readonly ModuleReport[]
  readonly outcomes: readonly HoleOutcome[]
}

/** Reads a project and recalls what earlier searches found, so that somebody can look at it. Nothing is searched. */
export async function recallHoles(
  { ledger, lean, config }: ProjectParts,
  project: Project,
  signal: AbortSignal,
  onProgress: (progress: ExtractionProgress) => void,
): Promise<KnownHoles> {
  const { pool } = await lean.open()
  const cache = new ReportCache(reportFolder(config), pool.toolchain.fingerprint)
  const read = await readProject(project, () => pool, {
    cache,
    modules: project.buildOrder,
    signal,
    onProgress,
  })
  const bench = new Bench(project, read)
  const memory = memoryOf(config)
  const outcomes: HoleOutcome[] = []
  const reports: ModuleReport[] = []
  for (const report of read) {
    // Thousands of holes are looked up; whoever shares the thread gets a turn in between.
    await nextTurn()
    signal.throwIfAborted()
    const holes = await lastOutcomes(ledger, report.holes)
    reports.push({ ...report, holes })
    outcomes.push(...(await recallOutcomes({ bench, memory, ledger }, report.holes)))
  }
  return { bench, reports, outcomes: [...outcomes, ...restingOnRefuted(bench, outcomes)] }
}

/** Writes the proofs of some holes, and of those that they rest on, with the guards of `orch fill --apply`. */
export async function applyProofs(
  { lean, config }: Omit<ProjectParts, 'ledger'>,
  bench: Bench,
  holes: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<WrittenProofs> {
  const proofs = proofsWithNeeds(bench, holes)
  assertWritable([...new Set(proofs.map(({ hole }) => hole.file))])
  const { pool } = await lean.open()
  const cache = new ReportCache(reportFolder(config), pool.toolchain.fingerprint)
  const memory = memoryOf(config)
  return writeProofs({ bench, proofs, lean: () => pool, cache, memory, apply: true, signal })
}

const memoryOf = (config: Pick<Config, 'cacheDir'>): FillMemory =>
  new FillMemory(join(fillFolder(config), 'holes'))

export interface FillRequest {
  /** Only the holes with these ids. */
  readonly holes?: ReadonlySet<string> | undefined
  /** Of the file that is asked for: the hole on this line; all holes otherwise. */
  readonly line?: number | undefined
  readonly timeoutSeconds: number
  readonly strategies?: readonly string[] | undefined
  /** Writes the proofs into the files. */
  readonly apply: boolean
  /** Search again what earlier runs found nothing for. */
  readonly again?: boolean | undefined
  readonly signal: AbortSignal
  readonly onEvent?: ((event: FillEvent) => void) | undefined
}

/** Searches the holes of a project, as `orch fill` does; one that is open already is searched as it was read. */
export async function fillProjectHoles(
  parts: ProjectParts,
  place: string | Project,
  request: FillRequest,
): Promise<FillResult> {
  const { ledger, lean, config } = parts
  const { strategies: names, ...rest } = request
  const all = await loadStrategies(config.strategies)
  const strategies = await chooseStrategies({ profile: config.profile, names, all })
  return fillProject({
    ...rest,
    project: typeof place === 'string' ? openProject(place) : place,
    lean: await lean.open(),
    ledger,
    config,
    strategies,
    lanes: makeRoom(config).lanes,
    cacheFolder: fillFolder(config),
  })
}

/** Looks for a shorter proof of a declaration, as `orch golf` does. Nothing is written. */
export async function golfDeclaration(
  { ledger, lean, config }: ProjectParts,
  path: string,
  declaration: string,
  signal: AbortSignal,
): Promise<GolfResult> {
  const project = openProject(path)
  return golf({
    project,
    declaration,
    by: 'length',
    lean: await lean.open(),
    ledger,
    cacheFolder: fillFolder(config),
    signal,
  })
}
