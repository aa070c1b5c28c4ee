import type * as schemas from '../../api/index.ts'
import * as routes from '../../api/routes/index.ts'
import { gridToRows, type Trace } from '../../arc/index.ts'
import type { Ledger } from '../../ledger/index.ts'
import { fromCursor, idCursor, toCursor } from '../cursor.ts'
import { type ArcFiles, arcFiles, arcTrace, readArcRun, readArcRuns, readArcTasks } from '../data/arc.ts'
import { applyToGrid, bestOnTrain, compareArc, whyNot } from '../data/arc-views.ts'
import { ApiProblem } from '../problem.ts'
import { createRoutes } from '../route.ts'
import type { ServerContext } from '../server-context.ts'

export function arcRoutes({ connection, settings }: ServerContext) {
  const { home } = settings.config
  return createRoutes()
    .openapi(routes.listArcRuns, async ({ json }) =>
      json({ items: await readArcRuns(await connection.open(), home) }, 200),
    )
    .openapi(routes.listArcTasks, async ({ req, json }) => {
      const params = req.valid('param')
      const { status, q = '', cursor, limit } = req.valid('query')
      const all = await readArcTasks(await filesOf(await connection.open(), params.run_id, home))
      const fitting = all
        .map(({ task }) => task)
        .filter((task) => (status === undefined || task.status === status) && task.task_id.includes(q.trim()))
      const from = fromCursor(idCursor, cursor)?.[0] ?? 0
      const end = from + limit
      return json({ items: fitting.slice(from, end), next: end < fitting.length ? toCursor(end) : null }, 200)
    })
    .openapi(routes.getArcTask, async ({ req, json }) => {
      const { run_id, task_id } = req.valid('param')
      const files = await filesOf(await connection.open(), run_id, home)
      const found = (await readArcTasks(files)).find(({ task }) => task.task_id === task_id)
      if (!found) throw unknownTask()
      const { labelled, row, task } = found
      const trace = await arcTrace(files, task_id)
      const onTrain = bestOnTrain(found)
      return json(
        {
          ...task,
          error: row?.error ?? null,
          best_on_train: onTrain,
          why_not: whyNot(found, onTrain),
          train: (labelled?.task.train ?? []).map(({ input, output }) => ({
            input: gridToRows(input),
            output: gridToRows(output),
          })),
          test: (labelled?.task.tests ?? []).map((input, index) => {
            const answer = labelled?.answers[index]
            return { input: gridToRows(input), output: answer ? gridToRows(answer) : null }
          }),
          attempts: row?.attempts ?? [],
          facts: trace?.facts ?? [],
          rounds: trace ? roundsOf(trace) : [],
        },
        200,
      )
    })
    .openapi(routes.compareArcRuns, async ({ req, json }) => {
      const { left, right } = req.valid('query')
      const ledger = await connection.open()
      const side = async (runId: string) => {
        const files = await filesOf(ledger, runId, home)
        const run = await readArcRun(ledger, runId, home)
        if (!run) throw unknownRun(runId)
        return { run, tasks: await readArcTasks(files) }
      }
      return json(compareArc(await side(left), await side(right)), 200)
    })
    .openapi(routes.postArcApply, ({ req, json }) => {
      const { program, grid } = req.valid('json')
      return json(applyToGrid(program, grid), 200)
    })
    .openapi(routes.getArcTrace, async ({ req, json }) => {
      const { run_id, task_id } = req.valid('param')
      const trace = await arcTrace(await filesOf(await connection.open(), run_id, home), task_id)
      if (trace) return json({ ...trace }, 200)
      throw new ApiProblem(
        404,
        'no-trace',
        'This run has kept no trace of that task.',
        'Traces of the last ten runs are kept; --trace-jsonl and --out-dir keep them where you want.',
      )
    })
}

function unknownTask(): ApiProblem {
  return new ApiProblem(404, 'unknown-task', 'There is no such task in this run.')
}

async function filesOf(ledger: Ledger, runId: string, home: string): Promise<ArcFiles> {
  const files = await arcFiles(ledger, runId, home)
  if (files) return files
  throw unknownRun(runId)
}

function unknownRun(runId: string): ApiProblem {
  return new ApiProblem(404, 'unknown-run', `There is no ARC run ${runId} in the ledger.`)
}

function roundsOf({ iterations }: Trace): schemas.ArcTaskDetail['rounds'] {
  return iterations.map(({ iter_idx, best_id, best_score, solved, candidates, csa }) => {
    const reports = new Map(csa.map((report) => [report.candidate_id, report]))
    return {
      iter_idx,
      best_id,
      best_score,
      solved,
      candidates: candidates.map((candidate) => {
        const report = reports.get(candidate.candidate_id)
        return {
          candidate_id: candidate.candidate_id,
          iter_idx: candidate.iter_idx,
          source: candidate.source,
          parent_id: candidate.parent_id,
          program: candidate.program,
          why: candidate.why,
          solved: candidate.solved,
          pairs_solved: candidate.pairs_solved,
          cost: candidate.cost,
          outputs: candidate.outputs,
          verifier_score: candidate.verifier_score,
          critic_score: candidate.critic_score,
          violated: candidate.violated,
          blame: report?.blame ?? null,
          loci: (report?.loci ?? []).map(({ locus, drop_delta, best_delta, sensitivity }) => ({
            locus,
            drop_delta,
            best_delta,
            sensitivity,
          })),
        }
      }),
    }
  })
}
