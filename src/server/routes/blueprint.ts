import { judgeBlueprint, reportFolder } from '../../actions/index.ts'
import { NODE_STATUSES, openBlueprint } from '../../blueprint/index.ts'
import { ReportCache } from '../../fill/index.ts'
import type { ServerParts } from '../parts.ts'
import type { ApiRouter } from '../router.ts'
import * as schemas from '../schemas.ts'

/** The blueprint is judged by what is known already: a look at a page starts no elaboration and no check. */
export function addBlueprint(router: ApiRouter, { door, lean, settings, starter }: ServerParts): void {
  router.get(
    '/api/blueprint',
    {
      summary: 'The blueprint of the project in the folder of the dashboard, judged by receipts',
      tag: 'Blueprint',
      answer: schemas.blueprint,
    },
    async ({ signal }) => {
      const { folder } = starter
      // Where there is no blueprint, nobody waits for Lean.
      if (!openBlueprint(folder)) return nothing(folder)
      const { fingerprint } = (await lean.open()).pool.toolchain
      const cache = new ReportCache(reportFolder(settings.config), fingerprint)
      const found = await judgeBlueprint({ folder, ledger: await door.open(), cache, fingerprint, signal })
      if (!found) return nothing(folder)
      const { nodes, counts, criticalPath, problems, graph } = found.judgement
      return {
        project: folder,
        main: found.blueprint.main,
        nodes: nodes.map(({ id, node, status, given, receipts, waitsFor, unlocks }) => ({
          id,
          kind: node.kind,
          title: node.title ?? null,
          status,
          file: node.file,
          line: node.line,
          declarations: [...node.declarations],
          uses: {
            statement: [...(graph.needs.get(id)?.statement ?? [])],
            proof: [...(graph.needs.get(id)?.proof ?? [])],
          },
          given: [...given],
          waits_for: [...waitsFor],
          unlocks,
          receipts: [...receipts],
          tickets: (found.tickets.get(id) ?? []).map(({ ticketId, status: state, goal }) => ({
            ticket_id: ticketId,
            status: state,
            goal,
          })),
        })),
        counts: { ...counts },
        critical_path: [...criticalPath],
        problems: [...problems],
        unread: [...found.unread.keys()],
      }
    },
  )
}

function nothing(project: string): schemas.BlueprintAnswer {
  const counts = Object.fromEntries(
    NODE_STATUSES.map((status) => [status, 0]),
  ) as schemas.BlueprintAnswer['counts']
  return { project, main: null, nodes: [], counts, critical_path: [], problems: [], unread: [] }
}
