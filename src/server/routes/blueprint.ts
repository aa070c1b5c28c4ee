import type * as schemas from '../../api/index.ts'
import * as routes from '../../api/routes/index.ts'
import { NODE_STATUSES, openBlueprint } from '../../blueprint/index.ts'
import { ReportCache } from '../../fill/index.ts'
import { judgeBlueprint, reportFolder } from '../../use-cases/index.ts'
import { createRoutes } from '../route.ts'
import type { ServerContext } from '../server-context.ts'

/** The blueprint is judged by what is known already: a look at a page starts no elaboration and no check. */
export function blueprintRoutes({ connection, lean, settings, starter }: ServerContext) {
  return createRoutes().openapi(routes.getBlueprint, async ({ req, json }) => {
    const { signal } = req.raw
    const { folder } = starter
    // Where there is no blueprint, nobody waits for Lean.
    if (!openBlueprint(folder)) return json(nothing(folder), 200)
    const { fingerprint } = (await lean.open()).pool.toolchain
    const cache = new ReportCache(reportFolder(settings.config), fingerprint)
    const found = await judgeBlueprint({
      folder,
      ledger: await connection.open(),
      cache,
      fingerprint,
      signal,
    })
    if (!found) return json(nothing(folder), 200)
    const { nodes, counts, criticalPath, problems, graph } = found.judgement
    return json(
      {
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
      },
      200,
    )
  })
}

function nothing(project: string): schemas.BlueprintAnswer {
  const counts = Object.fromEntries(
    NODE_STATUSES.map((status) => [status, 0]),
  ) as schemas.BlueprintAnswer['counts']
  return { project, main: null, nodes: [], counts, critical_path: [], problems: [], unread: [] }
}
