import { describe, expect, it } from 'vitest'
import { parseProgram } from '../dsl/index.ts'
import { gridToRows } from '../grid/index.ts'
import { NO_MEMORY } from '../memory/index.ts'
import { solve } from '../rule/index.ts'
import { FLIP, NONSENSE, RAYS, TASKS } from '../test-tasks.ts'
import { checked, traceSchema } from '../trace/index.ts'
import { verifyProgram } from '../verify/index.ts'
import { type LoopSettings, openParts, runTask } from './index.ts'

const parts = openParts({ describer: 'builtin:symbolic', ruler: 'builtin:symbolic' })
const single: LoopSettings = {
  seed: 0,
  nodes: 2000,
  loopIters: 1,
  candidateK: 1,
  editK: 0,
  editTopM: 1,
  analyse: false,
}
const loop: LoopSettings = { ...single, loopIters: 3, candidateK: 4, editK: 4, editTopM: 2, analyse: true }

describe('the loop over one task', () => {
  it.each(TASKS)('gives a trace that fits its schema and repeats: $task.id', async ({ task }) => {
    const trace = await runTask(task, loop, parts, NO_MEMORY)
    checked(traceSchema, trace)
    expect(await runTask(task, loop, parts, NO_MEMORY)).toEqual(trace)
  })

  it.each([FLIP, RAYS])('solves $task.id in one iteration and stops there', async ({ task, answers }) => {
    const trace = await runTask(task, loop, parts, NO_MEMORY)
    expect(trace.status).toBe('solved')
    expect(trace.iterations).toHaveLength(1)
    const { attempt_1, attempt_2 } = trace.attempts[0] ?? {}
    const rows =
      answers[0] &&
      Array.from({ length: answers[0].height }, (_, y) => [
        ...(answers[0]?.cells.subarray(y * answers[0].width, (y + 1) * answers[0].width) ?? []),
      ])
    expect([attempt_1, attempt_2]).toContainEqual(rows)
  })

  it('edits the best seeds of an unsolved task in every later iteration', async () => {
    const trace = await runTask(NONSENSE.task, loop, parts, NO_MEMORY)
    expect(trace.status).toBe('unsolved')
    expect(trace.iterations).toHaveLength(3)
    for (const iteration of trace.iterations.slice(1)) {
      expect(iteration.seeds.length).toBeLessThanOrEqual(2)
      expect(iteration.candidates.length).toBeLessThanOrEqual(4)
      for (const candidate of iteration.candidates) {
        expect(candidate.source).toBe('edit')
        expect(iteration.seeds).toContain(candidate.parent_id)
      }
    }
    const best = trace.iterations.map((iteration) => iteration.best_score)
    expect(best[2]).toBeGreaterThanOrEqual(best[0] ?? 1)
  })

  it('records verdicts that the verifier confirms', async () => {
    for (const { task } of TASKS) {
      const trace = await runTask(task, loop, parts, NO_MEMORY)
      for (const candidate of trace.iterations.flatMap((iteration) => iteration.candidates)) {
        const parsed = parseProgram(candidate.program)
        if (parsed.kind === 'rejected') throw new Error(parsed.reason)
        const exact = verifyProgram(parsed.program, task.train).pairs.map((pair) => pair.kind === 'exact')
        expect(candidate.solved).toEqual(exact)
      }
    }
  })

  it('makes a single pass by default: one draft, no edits, no analysis, and still two attempts', async () => {
    const trace = await runTask(NONSENSE.task, single, parts, NO_MEMORY)
    expect(trace.iterations).toHaveLength(1)
    expect(trace.iterations[0]?.candidates).toHaveLength(1)
    expect(trace.iterations[0]?.csa).toEqual([])
    expect(trace.attempts[0]?.attempt_2).not.toBeNull()
  })

  it('offers by default what the teacher ranks first, two different predictions', async () => {
    for (const { task } of TASKS) {
      const predictions = solve(task, { nodes: single.nodes }).flatMap(({ outputs: [grid] }) =>
        grid === undefined ? [] : [JSON.stringify(gridToRows(grid))],
      )
      const [first, second] = [...new Set(predictions)]
      const { attempts } = await runTask(task, single, parts, NO_MEMORY)
      expect(JSON.stringify(attempts[0]?.attempt_1)).toBe(first)
      expect(JSON.stringify(attempts[0]?.attempt_2)).toBe(second ?? 'null')
    }
  })

  it('never offers the same guess twice for a test input', async () => {
    for (const { task } of TASKS) {
      const { attempts } = await runTask(task, loop, parts, NO_MEMORY)
      for (const { attempt_1, attempt_2 } of attempts) {
        if (attempt_2 !== null) expect(attempt_2).not.toEqual(attempt_1)
      }
    }
  })
})
