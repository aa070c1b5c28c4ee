import type { AppliedProject } from '../../api/index.ts'
import * as routes from '../../api/routes/index.ts'
import type { WrittenProofs } from '../../fill/index.ts'
import { ApiProblem } from '../problem.ts'
import { holesAnswer, projectAnswer } from '../project/answers.ts'
import { createRoutes } from '../route.ts'
import type { ServerContext } from '../server-context.ts'

/** The holes of the project in the folder of the dashboard. Only `apply` writes, and nothing but the project's files. */
export function projectRoutes({ project }: ServerContext) {
  return createRoutes()
    .openapi(routes.getProject, async ({ json }) => {
      project.look()
      return json(projectAnswer(project), 200)
    })
    .openapi(routes.listProjectHoles, async ({ req, json }) =>
      json(await holesAnswer(project, req.valid('query').path), 200),
    )
    .openapi(routes.postProjectRead, async ({ json }) => {
      project.look({ again: true })
      return json(project.activity, 202)
    })
    .openapi(routes.postProjectSearch, async ({ req, json }) => {
      const body = req.valid('json')
      project.search(body, body)
      return json(project.activity, 202)
    })
    .openapi(routes.postProjectStop, async ({ json }) => {
      project.stop()
      return json(project.activity, 202)
    })
    .openapi(routes.postProjectApply, async ({ req, json }) => {
      const body = req.valid('json')
      return json(applied(await project.apply(body, body.version)), 200)
    })
}

/** Where nothing at all was written, that is a refusal with its reasons. */
function applied({ written, withdrawn }: WrittenProofs): AppliedProject {
  const answer = {
    written: written.flatMap(({ kind, path }) => (kind === 'written' ? [path] : [])),
    kept: written.flatMap((one) => (one.kind === 'kept' ? [{ path: one.path, why: one.why }] : [])),
    withdrawn: withdrawn.map(({ hole, why }) => ({ path: hole.path, line: hole.span.start.line, why })),
  }
  if (answer.written.length > 0) return answer
  const why = [
    ...answer.kept.map((one) => `${one.path}: ${one.why}.`),
    ...answer.withdrawn.map((one) => `${one.path}:${one.line}: ${one.why}.`),
  ]
  throw new ApiProblem(409, 'not-written', `Nothing was written. ${why.join(' ')}`)
}
