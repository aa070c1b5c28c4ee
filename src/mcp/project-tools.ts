import { resolve } from 'node:path'
import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { type Hole, type HoleOutcome, unifiedDiff } from '../fill/index.ts'
import { fillProjectHoles, listHoles } from '../use-cases/index.ts'
import { pageFields, pageOf } from './page.ts'
import type { McpParts } from './server.ts'
import { addTool } from './tool.ts'

const placeOf = ({ path, span, declaration }: Hole) => ({
  path,
  line: span.start.line,
  column: span.start.column,
  declaration,
})

export function addProjectTools(server: McpServer, parts: McpParts): void {
  const project = async () => ({ ledger: await parts.ledger(), lean: parts.lean, config: parts.config })

  addTool(
    server,
    'list_sorries',
    {
      title: 'List the holes of a project',
      description:
        'Every sorry and admit of a Lake project, a folder of Lean files or one file, with its goal and what was tried ' +
        'on it. Files with errors still show their other holes. Give fill_sorry a path and a line from here.',
      readOnly: true,
      input: z.object({
        path: z.string().default('.').describe('A folder or a .lean file'),
        ...pageFields(50),
      }),
    },
    async ({ path, offset, limit }, { signal }) => {
      const found = await listHoles(await project(), resolve(path), signal)
      const { items, total, next_offset } = pageOf(found.holes, offset, limit)
      return {
        root: found.project.root,
        total,
        next_offset,
        holes: items.map((one) => ({
          ...placeOf(one),
          goal: one.goal,
          goal_hash: one.key,
          difficulty: one.difficulty,
          unsearchable: one.unsearchable ?? null,
          last_outcome: one.lastOutcome?.outcome ?? null,
          counterexample: one.lastOutcome?.counterexample ?? null,
        })),
        problems: found.reports.flatMap((report) => [
          ...(report.failure === undefined
            ? []
            : [{ path: report.path, line: null, column: null, message: report.failure }]),
          ...report.errors.map(({ start, text }) => ({ path: report.path, ...start, message: text })),
        ]),
      }
    },
  )

  addTool(
    server,
    'fill_sorry',
    {
      title: 'Fill a hole',
      description:
        'Search for a proof of the sorry on a line of a file, or of all holes of a path, in the environment where they ' +
        'stand. Only what the kernel accepts counts, and the whole file is checked with the proof in it. Without apply ' +
        'nothing is written: you get a diff.',
      readOnly: false,
      input: z.object({
        path: z.string().describe('A .lean file; with no line, also a folder or a project'),
        line: z.int().min(1).optional().describe('The line of the sorry, from 1'),
        timeout_seconds: z.number().positive().max(3600).default(60),
        apply: z.boolean().default(false).describe('Write the proof into the file'),
      }),
    },
    async ({ path, line, timeout_seconds: timeoutSeconds, apply }, { signal, progress }) => {
      let tried = 0
      const result = await fillProjectHoles(await project(), resolve(path), {
        line,
        timeoutSeconds,
        apply,
        signal,
        onEvent: (event) => {
          if (event.kind !== 'started') return
          tried += 1
          progress(tried, `trying ${event.strategy} on ${event.hole.declaration ?? event.hole.id}`)
        },
      })
      return {
        outcomes: result.outcomes.map(outcomeOf),
        diff: unifiedDiff(result.changes),
        written: result.written.map((one) => ({
          path: one.path,
          result: one.kind === 'written' ? 'written' : `not written: ${one.why}`,
        })),
      }
    },
  )
}

function outcomeOf(outcome: HoleOutcome) {
  const accepted = outcome.kind === 'proved' ? outcome.accepted : undefined
  return {
    ...placeOf(outcome.hole),
    outcome: outcome.kind,
    script: accepted?.script ?? null,
    counterexample: outcome.kind === 'refuted' ? outcome.counterexample : null,
    receipt_uri: accepted ? `orch://receipts/${accepted.receipt}` : null,
    given: outcome.kind === 'proved' ? [...outcome.given] : [],
    why: 'why' in outcome ? outcome.why : null,
  }
}
