import { atHole, Dojo, type GoalInput, type LeanPool } from '../lean/index.ts'
import { Bench } from './bench.ts'
import { readProject } from './extract.ts'
import type { Hole } from './hole.ts'
import { placeOfHole } from './hole-place.ts'
import { introductionOf, prepareHole } from './hole-problem.ts'
import { holesAtLine } from './holes-at-line.ts'
import { openProject } from './project.ts'
import type { ReportCache } from './report-cache.ts'

const NEVER = new AbortController().signal

/** A hole of a file, opened where it stands: its tactics see what the file has there, and its local context. */
export interface OpenedHole extends AsyncDisposable {
  readonly hole: Hole
  readonly dojo: Dojo
  /** The goal of the hole as a statement of its own, which a checker can judge. */
  readonly input: GoalInput
  /** The tactics that lead from that statement to the state in the hole. */
  readonly introduction: readonly string[]
}

/** The first hole on a line of a file. Throws `InputError` if there is none, with the lines that have one. */
export async function openHole(
  pool: LeanPool,
  { file, line }: { readonly file: string; readonly line: number },
  { cache, signal = NEVER }: { readonly cache?: ReportCache; readonly signal?: AbortSignal } = {},
): Promise<OpenedHole> {
  const project = openProject(file)
  const reports = await readProject(project, () => pool, { signal, ...(cache && { cache }) })
  const holes = reports.flatMap((report) => report.holes)
  const [hole] = holesAtLine(project, holes, line)
  const bench = new Bench(project, reports)
  const problem = await prepareHole(pool, bench, hole, { priority: 0, delivered: [] }, signal)
  const introduction = await introductionOf(pool, problem, signal)
  const place = placeOfHole(project, bench.report(hole.module), hole, [])
  const dojo = await Dojo.openAt(pool, atHole(place), { structured: true, signal })
  return {
    hole,
    dojo,
    input: problem.input,
    introduction,
    [Symbol.asyncDispose]: () => dojo[Symbol.asyncDispose](),
  }
}
