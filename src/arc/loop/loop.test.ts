import { describe, expect, it } from 'vitest'
import { applyProgram } from '../apply/index.ts'
import { factKey } from '../describe/index.ts'
import { PLAIN_VIEW, parseProgram } from '../dsl/index.ts'
import { gridFromRows, gridToRows } from '../grid/index.ts'
import type { Task } from '../io/index.ts'
import { errorType, NO_MEMORY, opsSignature } from '../memory/index.ts'
import { solve } from '../teacher/index.ts'
import { FLIP, NONSENSE, RAYS, TASKS } from '../test-tasks.ts'
import { checked, traceSchema } from '../trace/index.ts'
import { verifyProgram } from '../verify/index.ts'
import { chooseAttempts, confidences } from './choose.ts'
import { draftOf } from './drafts.ts'
import { type LoopSettings, openParts, runTask } from './index.ts'
import { secondLook } from './tried.ts'

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

/** A task whose outputs a program makes of these inputs; the last is the test. */
function madeBy(steps: string, texts: readonly string[]): Task {
  const parsed = parseProgram(`(program (view none as-is) (pipe ${steps}))`)
  if (parsed.kind === 'rejected') throw new Error(parsed.reason)
  const inputs = texts.map((text) => gridFromRows(text.split('/').map((row) => [...row].map(Number))))
  const train = inputs.slice(0, -1).flatMap((input) => {
    const output = applyProgram(parsed.program, input)
    return output === undefined ? [] : [{ input, output }]
  })
  return { id: 'made', train, tests: inputs.slice(-1) }
}

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
      const outcomes = iteration.candidates.map((c) => JSON.stringify([c.verifier_score, c.outputs]))
      expect(new Set(outcomes).size).toBe(outcomes.length)
      for (const candidate of iteration.candidates) {
        expect(candidate.source).toBe('edit')
        expect(iteration.seeds).toContain(candidate.parent_id)
      }
    }
    const best = trace.iterations.map((iteration) => iteration.best_score)
    expect(best[2]).toBeGreaterThanOrEqual(best[0] ?? 1)
  })

  it('looks once more through views that each input finds for itself', () => {
    const parsed = parseProgram('(program (view rare-down as-is) (pipe (drop 4) (mirror across)))')
    if (parsed.kind === 'rejected') throw new Error(parsed.reason)
    const inputs = ['40000/08800/08000', '00000/88000/08004', '00800/08800/00040', '00080/40880/00000'].map(
      (rows) => gridFromRows(rows.split('/').map((row) => [...row].map(Number))),
    )
    const pairs = inputs.map((input) => ({ input, output: applyProgram(parsed.program, input) ?? input }))
    const [last, ...train] = pairs
    if (last === undefined) throw new Error('there is no pair')
    const task: Task = { id: 'directions', train, tests: [last.input] }
    const [first] = secondLook(task, 'c0', { nodes: 400 })
    expect(first).toMatchObject({ score: 1, parent: 'c0', directive: { edit: 'look', locus: 'view' } })
    expect(first && applyProgram(first.program, last.input)).toEqual(last.output)
  })

  it('prefers seeds whose kind of error was repaired before', async () => {
    const plain = await runTask(NONSENSE.task, { ...loop, editTopM: 1 }, parts, NO_MEMORY)
    const drafts = plain.iterations[0]?.candidates ?? []
    const [first] = plain.iterations[1]?.seeds ?? []
    const best = drafts.find((draft) => draft.candidate_id === first)
    const other = drafts.find(
      (draft) => draft.candidate_id !== first && draft.pairs_solved === best?.pairs_solved,
    )
    const parsed = parseProgram(other?.program ?? '')
    if (other === undefined || parsed.kind !== 'program') throw new Error('there is no other draft')
    const repaired = { ops_signature: opsSignature(parsed.program), error_type: errorType(other) }
    const critic = { ...NO_MEMORY.critic, cases: [{ ...repaired, uses: 9, mean_delta: 1 }] }
    const reminded = await runTask(NONSENSE.task, { ...loop, editTopM: 1 }, parts, { ...NO_MEMORY, critic })
    expect(reminded.iterations[1]?.seeds).toEqual([other.candidate_id])
  })

  it('goes on from a remembered step sequence as if it were one operator', async () => {
    const fragment = '(objects corner) (pick-most area)'
    const task = madeBy(`${fragment} (mirror across) (turn left) (mirror along)`, [
      '1000000/0022000/0022300/4000000',
      '3000000/3051000/3000000/0000020',
      '0000000/4401000/0440060/0000000',
      '0700000/0700800/0770000/0000090',
    ])
    const small = { ...loop, nodes: 1000, loopIters: 1 }
    expect(await runTask(task, small, parts, NO_MEMORY)).toMatchObject({ status: 'unsolved' })
    const ruler = { ...NO_MEMORY.ruler, fragments: [fragment] }
    const helped = await runTask(task, small, parts, { ...NO_MEMORY, ruler })
    expect(helped.status).toBe('solved')
    const best = helped.iterations[0]?.candidates.find((c) => c.candidate_id === helped.best_id)
    expect(best).toMatchObject({ source: 'memory', program: expect.stringContaining(`(pipe ${fragment})`) })
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

  it('offers by default what the teacher ranks first, and beside it another of its predictions', async () => {
    for (const { task } of TASKS) {
      const predictions = solve(task, { nodes: single.nodes }).flatMap(({ outputs: [grid] }) =>
        grid === undefined ? [] : [JSON.stringify(gridToRows(grid))],
      )
      const [first, ...others] = new Set(predictions)
      const { attempts } = await runTask(task, single, parts, NO_MEMORY)
      expect(JSON.stringify(attempts[0]?.attempt_1)).toBe(first)
      expect(others.length === 0 ? ['null'] : others).toContain(JSON.stringify(attempts[0]?.attempt_2))
    }
  })

  it('prefers a prediction that keeps the facts of the train pairs', () => {
    const { task } = FLIP
    const draft = (rows: number[][], cost: number) => ({
      ...draftOf(task, { view: PLAIN_VIEW, stages: [] }, 'teacher', ''),
      outputs: [gridFromRows(rows)],
      pairsSolved: 3,
      cost,
      text: String(cost),
    })
    const drafts = [
      draft([[1]], 10),
      draft([[7, 7]], 20),
      draft(
        [
          [0, 0, 7],
          [9, 8, 0],
        ],
        22,
      ),
    ]
    const keys = parts.describe(task).map(factKey)
    const order = (facts: readonly string[] | undefined) => {
      const [attempts] = chooseAttempts(task, [], drafts, facts)
      return [attempts?.program_1, attempts?.program_2]
    }
    expect(order(undefined)).toEqual(['10', '20'])
    expect(order(keys)[0]).toBe('22')
  })

  it('prefers as second attempt a short program that explains most pairs to a long one that explains all', () => {
    const { task } = FLIP
    const draft = (colour: number, pairsSolved: number, cost: number) => ({
      ...draftOf(task, { view: PLAIN_VIEW, stages: [] }, 'teacher', ''),
      outputs: [gridFromRows([[colour]])],
      pairsSolved,
      cost,
      text: String(cost),
    })
    const second = (...drafts: ReturnType<typeof draft>[]) =>
      chooseAttempts(task, [], drafts, [])[0]?.program_2
    expect(second(draft(1, 3, 10), draft(2, 3, 120), draft(3, 2, 30))).toBe('30')
    expect(second(draft(1, 3, 10), draft(2, 3, 90), draft(3, 2, 30))).toBe('90')
    expect(second(draft(1, 3, 10), draft(2, 3, 120), draft(3, 1, 30))).toBe('120')
  })

  it('is the surer of an attempt the shorter it is, the more agree and the more facts it keeps, and surest of the first', () => {
    const of = (change: object) => ({ pairsSolved: 3, pairs: 3, cost: 20, broken: 0, support: 4, ...change })
    const sure = (change: object) => confidences(of(change), undefined)[0]
    expect(sure({ support: 16 })).toBeGreaterThan(sure({}))
    expect(sure({})).toBeGreaterThan(sure({ cost: 60 }))
    expect(sure({})).toBeGreaterThan(sure({ broken: 1 }))
    expect(sure({ cost: 150 })).toBeGreaterThan(sure({ pairsSolved: 2 }))
    const [one, two] = confidences(of({}), of({}))
    expect(one + two).toBeLessThanOrEqual(1)
    expect(one).toBeGreaterThan(two)
  })

  it('stops when the time is up and says so', async () => {
    const stopped = await runTask(NONSENSE.task, { ...loop, timeBudget: 0 }, parts, NO_MEMORY)
    expect(stopped.stopped_by_time).toBe(true)
    expect(stopped.iterations).toHaveLength(1)
    const free = await runTask(NONSENSE.task, { ...loop, timeBudget: 1e6 }, parts, NO_MEMORY)
    expect(free).toEqual({
      ...(await runTask(NONSENSE.task, loop, parts, NO_MEMORY)),
      stopped_by_time: false,
    })
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
