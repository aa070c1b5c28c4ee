import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gridFromRows, gridToRows } from '../grid/index.ts'
import { loadTasks, parseTasks, printTask } from './index.ts'

const pair = { input: [[1, 2]], output: [[2], [1]] }
const good = { task_id: 'a', train: [pair], test: [{ input: [[3]], output: [[4]] }] }
const line = (change: object): string => JSON.stringify({ ...good, ...change })

describe('loading tasks', () => {
  it('reads a batch and keeps test outputs apart from the task', () => {
    const { tasks, problems } = parseTasks(`${line({})}\n\n${line({ task_id: 'b' })}\n`, 'x.jsonl')
    expect(problems).toEqual([])
    expect(tasks.map(({ task }) => task.id)).toEqual(['a', 'b'])
    expect(Object.keys(tasks[0]?.task ?? {})).toEqual(['id', 'train', 'tests'])
    expect(tasks[0]?.answers.map((grid) => grid && gridToRows(grid))).toEqual([[[4]]])
  })

  it('reads one ARC file over many lines and names the task after the file', () => {
    const text = JSON.stringify({ train: [pair], test: [{ input: [[1]] }] }, null, 2)
    const { tasks } = parseTasks(text, 'data/0a1b.json')
    expect(tasks[0]?.task.id).toBe('0a1b')
    expect(tasks[0]?.answers).toEqual([undefined])
  })

  it.each([
    ['a ragged grid', { test: [{ input: [[1, 2], [1]] }] }, 'test[0].input[1]', 'ragged'],
    ['an empty grid', { train: [{ input: [], output: [[1]] }] }, 'train[0].input', 'empty'],
    ['an empty row', { train: [{ input: [[]], output: [[1]] }] }, 'train[0].input[0]', 'empty'],
    ['a colour above nine', { test: [{ input: [[10]] }] }, 'test[0].input[0][0]', 'from 0 to 9'],
    ['a colour that is no number', { test: [{ input: [['1']] }] }, 'test[0].input[0][0]', 'from 0 to 9'],
    ['too many pairs', { test: Array(101).fill({ input: [[1]] }) }, 'test', 'more than 100'],
    ['too many rows', { test: [{ input: Array(31).fill([1]) }] }, 'test[0].input', 'more than 30'],
    ['too many columns', { test: [{ input: [Array(31).fill(1)] }] }, 'test[0].input[0]', 'more than 30'],
    ['no train pairs', { train: [] }, 'train', 'empty'],
    ['an id that is no text', { task_id: 7 }, 'task_id', 'text'],
  ])('reports %s with file, line and field', (_, change, field, words) => {
    const { tasks, problems } = parseTasks(`${line({ task_id: 'ok' })}\n${line(change)}`, 'x.jsonl')
    expect(tasks).toHaveLength(1)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({ file: 'x.jsonl', line: 2, field })
    expect(problems[0]?.message).toContain(words)
    expect(problems[0]?.message).toContain(`x.jsonl, line 2, field ${field}`)
  })

  it('reports a second task with the same id, naming the first line', () => {
    const { problems } = parseTasks(`${line({})}\n${line({})}`, 'x.jsonl')
    expect(problems[0]?.message).toContain('used on line 1 already')
  })

  it('reports a line that is not JSON', () => {
    expect(parseTasks(`${line({})}\n{"task_id":`, 'x.jsonl').problems[0]?.message).toContain('not JSON')
  })

  it('refuses a file that cannot be read with a sentence', () => {
    expect(() => loadTasks('no/such/file.jsonl')).toThrow('The task file no/such/file.jsonl cannot be read.')
  })

  it('reads back what it prints', () => {
    const cell = fc.integer({ min: 0, max: 9 })
    const grid = fc
      .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }))
      .chain(([w, h]) =>
        fc.array(fc.array(cell, { minLength: w, maxLength: w }), { minLength: h, maxLength: h }),
      )
      .map(gridFromRows)
    fc.assert(
      fc.property(grid, grid, grid, fc.option(grid, { nil: undefined }), (input, output, test, answer) => {
        const labelled = { task: { id: 't', train: [{ input, output }], tests: [test] }, answers: [answer] }
        expect(parseTasks(printTask(labelled), 'x').tasks).toEqual([labelled])
      }),
    )
  })
})
