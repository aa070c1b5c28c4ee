import * as z from 'zod'
import type { WrittenProofs } from '../../fill/index.ts'
import type { ServerParts } from '../parts.ts'
import { ApiProblem } from '../problem.ts'
import { holesAnswer, projectAnswer } from '../project/answers.ts'
import type { ApiRouter } from '../router.ts'
import * as schemas from '../schemas.ts'

/** The holes of the project in the folder of the dashboard. Only `apply` writes, and nothing but the project's files. */
export function addProject(router: ApiRouter, { project }: ServerParts): void {
  const tag = 'Project'

  router.get(
    '/api/project',
    {
      summary:
        'The Lean files of the project with counts of their holes; a first look, or one after a change, reads them',
      tag,
      answer: schemas.project,
    },
    async () => {
      project.look()
      return projectAnswer(project)
    },
  )

  router.get(
    '/api/project/holes',
    {
      summary: 'The holes of one file, with what was found for each and the diff of each proposed proof',
      tag,
      request: { query: z.object({ path: z.string().min(1).max(2000) }) },
      answer: schemas.projectHoles,
    },
    async ({ query: { path } }) => holesAnswer(project, path),
  )

  router.post(
    '/api/project/read',
    {
      summary: 'Read the project again',
      tag,
      request: { body: z.object({}) },
      answer: schemas.projectActivity,
      status: 202,
    },
    async () => {
      project.look({ again: true })
      return project.activity
    },
  )

  router.post(
    '/api/project/search',
    {
      summary: 'Search one hole, the holes of a file, or all of them, as orch fill does; nothing is written',
      tag,
      request: { body: schemas.searchProject },
      answer: schemas.projectActivity,
      status: 202,
    },
    async ({ body }) => {
      project.search(body, body)
      return project.activity
    },
  )

  router.post(
    '/api/project/stop',
    {
      summary: 'Stop the search',
      tag,
      request: { body: z.object({}) },
      answer: schemas.projectActivity,
      status: 202,
    },
    async () => {
      project.stop()
      return project.activity
    },
  )

  router.post(
    '/api/project/apply',
    {
      summary:
        'Write proposed proofs into the files, each file checked as a whole first, as orch fill --apply does',
      tag,
      request: { body: schemas.applyProject },
      answer: schemas.appliedProject,
    },
    async ({ body }) => applied(await project.apply(body, body.version)),
  )
}

/** Where nothing at all was written, that is a refusal with its reasons. */
function applied({ written, withdrawn }: WrittenProofs): schemas.AppliedProject {
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
