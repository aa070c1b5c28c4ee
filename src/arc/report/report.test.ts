import { describe, expect, it } from 'vitest'
import { parseProgram } from '../dsl/index.ts'
import { openParts, runTask } from '../loop/index.ts'
import { NO_MEMORY } from '../memory/index.ts'
import { FLIP, NONSENSE } from '../test-tasks.ts'
import { explainProgram, reportHtml } from './index.ts'

const parts = openParts({ describer: 'builtin:symbolic', ruler: 'builtin:symbolic' })
const settings = { seed: 0, nodes: 60, loopIters: 2, candidateK: 2, editK: 2, editTopM: 1, analyse: true }

describe('the report of a batch', async () => {
  const tasks = [FLIP, NONSENSE]
  const traces = await Promise.all(tasks.map(({ task }) => runTask(task, settings, parts, NO_MEMORY)))
  const dataset = new Map(tasks.map((labelled) => [labelled.task.id, labelled]))
  const html = reportHtml(traces, dataset)

  it('counts what is right, and shows each task with its grids, rule, scores and blame', () => {
    expect(html).toContain('2 tasks: 1 right; 0 explained, wrong; 1 not explained; 0 not scored.')
    for (const [i, { task }] of tasks.entries()) {
      const section = html.split('<section ')[i + 1] ?? ''
      expect(section).toContain(`id="${task.id}"`)
      expect(html).toContain(`href="#${task.id}"`)
      const grids = 2 * task.train.length + 2 * task.tests.length
      expect(section.match(/<svg /g)?.length).toBeGreaterThanOrEqual(grids)
      expect(section).toContain('Best score by iteration')
    }
    expect(html.split('<section ')[2]).toContain('Blamed: ')
  })

  it('draws a grid by runs of one colour, each cell once', () => {
    const [grid] = html.match(/<svg .*?<\/svg>/) ?? []
    const input = FLIP.task.train[0]?.input
    const runs = [...(grid?.matchAll(/h(\d+)v1H/g) ?? [])].map(([, length]) => Number(length))
    expect(runs.reduce((sum, n) => sum + n, 0)).toBe(input?.cells.length)
  })

  it('marks nothing as right without the dataset', () => {
    expect(reportHtml(traces, new Map())).toContain(
      '0 right; 0 explained, wrong; 1 not explained; 1 not scored.',
    )
  })
})

describe('a program in plain English', () => {
  it('says one cell and several cells', () => {
    const said = (action: string) => {
      const parsed = parseProgram(
        `(program (view none as-is) (each side (keys) (otherwise (keep)) (row () (${action}))))`,
      )
      return parsed.kind === 'program' ? explainProgram(parsed.program).join(' ') : parsed.reason
    }
    expect(said('copy-right-1')).toContain('1 cell apart')
    expect(said('copy-right-0')).toContain('0 cells apart')
  })
})
