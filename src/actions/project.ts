/** The holes of a Lean project, for whoever asks: an agent, an editor. */
import { join } from 'node:path'
import type { Config } from '../config/index.ts'
import {
  type FillEvent,
  type FillResult,
  fillProject,
  type GolfResult,
  golf,
  type Hole,
  lastOutcomes,
  type ModuleReport,
  openProject,
  type Project,
  ReportCache,
  readProject,
} from '../fill/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { chooseStrategies, makeRoom } from '../search/index.ts'
import { loadStrategies } from '../strategies/index.ts'
import type { LeanHouse } from './lean-house.ts'

export interface ProjectParts {
  readonly ledger: Ledger
  readonly lean: LeanHouse
  readonly config: Config
}

const fillFolder = ({ cacheDir }: Pick<Config, 'cacheDir'>): string => join(cacheDir, 'fill')

/** Where what Lean said about files is kept. */
export const reportFolder = (config: Pick<Config, 'cacheDir'>): string => join(fillFolder(config), 'reports')

export interface ProjectHoles {
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
): Promise<ProjectHoles> {
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

export interface FillRequest {
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

/** Searches the holes of a project, as `orch fill` does. */
export async function fillHoles(
  parts: ProjectParts,
  path: string,
  request: FillRequest,
): Promise<FillResult> {
  const { ledger, lean, config } = parts
  const { strategies: names, ...rest } = request
  const all = await loadStrategies(config.strategies)
  const strategies = await chooseStrategies({ profile: config.profile, names, all })
  return fillProject({
    ...rest,
    project: openProject(path),
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
