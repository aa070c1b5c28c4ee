import { judgeNode, type NodeJudgement, type OpenBlueprint, openBlueprint } from '../blueprint/index.ts'
import { InputError } from '../errors.ts'
import { openProject, type ReportCache, readProject } from '../fill/index.ts'
import type { Checker, LeanPool } from '../lean/index.ts'
import type { Ledger } from '../ledger/index.ts'
import { createMarket, type Ticket } from '../market/index.ts'
import { Declarations } from './declarations.ts'

export interface BlueprintRequest {
  /** The folder of the project. */
  readonly folder: string
  /** The main file of the blueprint, if it is not where one looks for it. */
  readonly main?: string | undefined
  readonly ledger: Ledger
  readonly cache: ReportCache
  readonly fingerprint: string
  /** Lean to read files with and to check declarations that lack a receipt; without it, what is known must do. */
  readonly lean?: (() => Promise<{ readonly pool: LeanPool; readonly checker: Checker }>) | undefined
  readonly onProgress?: ((message: string, fraction: number) => void) | undefined
  readonly signal: AbortSignal
}

export interface JudgedBlueprint {
  readonly blueprint: OpenBlueprint
  readonly judgement: NodeJudgement
  /** Tickets by the node that they are for. */
  readonly tickets: ReadonlyMap<string, readonly Ticket[]>
  /** Declarations that the checker did not accept, and why. */
  readonly refused: ReadonlyMap<string, string>
  /** Lean files that nobody has read in their present form, and why not where Lean has said it. */
  readonly unread: ReadonlyMap<string, string | undefined>
}

/** Judges the blueprint of a project by the receipts of the declarations that it names. Undefined where there is none. */
export async function judgeBlueprint(request: BlueprintRequest): Promise<JudgedBlueprint | undefined> {
  const { ledger, lean, signal, onProgress } = request
  const blueprint = openBlueprint(request.folder, request.main)
  if (!blueprint) return undefined
  const { project, reports, unread } = await readModules(request, blueprint.root)
  const declarations = new Declarations({ project, reports, fingerprint: request.fingerprint })
  const named = blueprint.nodes.flatMap((node) => node.declarations)
  const missing = await declarations.findReceipts(ledger, named)
  const refused = new Map<string, string>()
  if (lean && missing.length > 0) {
    const { checker } = await lean()
    for (const [index, name] of missing.entries()) {
      onProgress?.(`checking ${name} (${index + 1} of ${missing.length})`, index / missing.length)
      const why = await declarations.check(name, { ledger, checker }, signal)
      if (why !== undefined) refused.set(name, why)
    }
  }
  const judgement = judgeNode(blueprint, (name) => declarations.fact(name))
  const keys = holesByDeclaration(reports)
  const tickets = await ticketsFor(ledger, judgement, keys)
  return { blueprint, judgement, tickets, refused, unread }
}

async function readModules({ cache, lean, signal, onProgress }: BlueprintRequest, root: string) {
  const project = openProject(root)
  const known = project.buildOrder.filter((name) => {
    const module = project.modules.get(name)
    return module !== undefined && cache.read(project, module) !== undefined
  })
  const pool = async () => {
    if (!lean) throw new InputError('no_lean', 'Files cannot be read without Lean.')
    return (await lean()).pool
  }
  const reports = await readProject(project, pool, {
    cache,
    signal,
    modules: lean ? project.buildOrder : known,
    onProgress: ({ done, total, path }) => onProgress?.(`reading ${path}`, done / total),
  })
  const byName = new Map(reports.map((report) => [report.module, report]))
  const unread = project.buildOrder.flatMap((name): [string, string | undefined][] => {
    const report = byName.get(name)
    return report && report.failure === undefined
      ? []
      : [[project.modules.get(name)?.path ?? name, report?.failure]]
  })
  return { project, reports, unread: new Map(unread) }
}

type Reports = Awaited<ReturnType<typeof readProject>>

function holesByDeclaration(reports: Reports): ReadonlyMap<string, ReadonlySet<string>> {
  const holes = reports.flatMap((report) => report.holes)
  const byName = Map.groupBy(holes, ({ declaration }) => declaration ?? '')
  return new Map([...byName].map(([name, all]) => [name, new Set(all.map(({ key }) => key))]))
}

/** A ticket belongs to a node if it asks for one of its declarations, or if one of their holes waits for it. */
async function ticketsFor(
  ledger: Ledger,
  { nodes }: NodeJudgement,
  keys: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<ReadonlyMap<string, readonly Ticket[]>> {
  const tickets = await createMarket(ledger).listTickets({ limit: 10_000 })
  return new Map(
    nodes.map(({ id, node }) => {
      const holes = new Set(node.declarations.flatMap((name) => [...(keys.get(name) ?? [])]))
      const belongs = ({ goalKey, waitingGoals, suggestedName }: Ticket) =>
        holes.has(goalKey) ||
        waitingGoals.some((goal) => holes.has(goal)) ||
        (suggestedName !== undefined && node.declarations.includes(suggestedName))
      return [id, tickets.filter(belongs)]
    }),
  )
}
