import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { writeWhole } from '../../files/index.ts'
import { gridFromRows, gridToRows } from '../grid/index.ts'
import {
  importTasks,
  type LabelledTask,
  scoreAttempts,
  submissionOf,
  taskPng,
  taskSvg,
  taskText,
} from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-arc-io-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const grid = (text: string) => gridFromRows(text.split('/').map((row) => [...row].map(Number)))
const rows = (text: string) => text.split('/').map((row) => [...row].map(Number))
const labelled = (id: string, answers: string[]): LabelledTask => ({
  task: { id, train: [{ input: grid('12'), output: grid('21') }], tests: answers.map(() => grid('34')) },
  answers: answers.map(grid),
})

describe('scoring', () => {
  const dataset = [labelled('a', ['43', '5']), labelled('b', ['6']), labelled('c', ['7'])]
  const attempts = new Map([
    [
      'a',
      [
        { attempt_1: rows('43'), attempt_2: null },
        { attempt_1: rows('0'), attempt_2: rows('5') },
      ],
    ],
    ['b', [{ attempt_1: rows('9'), attempt_2: rows('8') }]],
    ['not in the dataset', [{ attempt_1: rows('1'), attempt_2: null }]],
  ])

  it('counts outputs, tasks and fractions over the tasks of the dataset', () => {
    expect(scoreAttempts(dataset, attempts)).toEqual({
      tasks: 3,
      tasks_solved_1: 0,
      tasks_solved_2: 1,
      outputs: 4,
      outputs_solved_1: 1,
      outputs_solved_2: 2,
      mean_fraction_1: 0.166667,
      mean_fraction: 0.333333,
      missing: 1,
    })
  })

  it('fills both attempts of every test input of every task in a submission', () => {
    const submission = submissionOf(attempts, dataset)
    expect(Object.keys(submission)).toEqual(['a', 'b', 'c'])
    expect(submission.a?.[0]).toEqual({ attempt_1: rows('43'), attempt_2: rows('43') })
    expect(submission.c).toEqual([{ attempt_1: [[0]], attempt_2: [[0]] }])
  })
})

describe('pictures', () => {
  const own = labelled('p', ['98'])

  it('shows a task as digits or as coloured cells', () => {
    expect(taskText(own, [[grid('77')]], false)).toBe(
      'p train 0\n1 2    2 1\n\np test 0: input, output, guess 1\n3 4    9 8    7 7\n',
    )
    expect(taskText(own, [], true)).toContain('\x1b[48;2;0;116;217m  \x1b[0m')
  })

  it('draws each grid at a place of its own as SVG', () => {
    const places = taskSvg(own).match(/<svg x="\d+" y="\d+"/g)
    expect(new Set(places).size).toBe(4)
    expect(taskSvg(own)).toContain('fill="#0074d9"')
  })

  it('writes a PNG whose pixels are the colours of the cells', () => {
    const png = taskPng(own)
    expect([...png.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10])
    const width = png.readUInt32BE(16)
    const length = png.readUInt32BE(33)
    const pixels = inflateSync(png.subarray(41, 41 + length))
    const at = (x: number, y: number) => pixels.readUIntBE(y * (1 + width * 3) + 1 + x * 3, 3)
    expect(at(0, 0)).toBe(0xffffff)
    expect(at(20 + 7, 20 + 7)).toBe(0x0074d9)
    expect(at(20 + 14 + 7, 20 + 7)).toBe(0xff4136)
  })
})

describe('writing whole files', () => {
  it('leaves every old file as it was when one cannot be written', () => {
    const first = join(folder, 'first')
    writeFileSync(first, 'old')
    writeFileSync(join(folder, 'file'), '')
    const files = [
      { path: first, text: ['new'] },
      { path: join(folder, 'file', 'second'), text: ['new'] },
    ]
    expect(() => writeWhole(files)).toThrow('a part of the path is a file')
    expect(readFileSync(first, 'utf8')).toBe('old')
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

describe('importing', () => {
  it('reads a folder of ARC files in the order of their names and reports what it cannot use', () => {
    const source = join(folder, 'arc')
    const task = { train: [{ input: [[1]], output: [[2]] }], test: [{ input: [[3]], output: [[4]] }] }
    writeWhole([
      { path: join(source, 'b.json'), text: [JSON.stringify(task, null, 2)] },
      { path: join(source, 'a.json'), text: [JSON.stringify(task)] },
      { path: join(source, 'c.json'), text: [JSON.stringify({ ...task, id: 'a' })] },
      { path: join(source, 'd.json'), text: ['{"train": []}'] },
    ])
    const { tasks, problems } = importTasks(source)
    expect(tasks.map(({ task: { id } }) => id)).toEqual(['a', 'b'])
    expect(problems.map((p) => p.field)).toEqual(['task_id', 'train'])
  })

  it('takes a folder of Kaggle files, each with its solutions beside it, and says when those are none', () => {
    const source = join(folder, 'kaggle')
    mkdirSync(source)
    const write = (name: string, content: object): void =>
      writeFileSync(join(source, name), JSON.stringify(content))
    const train = [{ input: [[1]], output: [[2]] }]
    write('x_challenges.json', { a: { train, test: [{ input: [[1]] }, { input: [[3]] }] } })
    write('x_solutions.json', { a: [[[2]], [[4]]] })
    const { tasks, problems } = importTasks(source)
    expect(problems).toEqual([])
    expect(tasks.map(({ answers }) => answers.map((grid) => grid && gridToRows(grid)))).toEqual([
      [[[2]], [[4]]],
    ])
    write('x_solutions.json', { a: 'nothing' })
    expect(() => importTasks(source)).toThrow(
      'x_solutions.json does not have a list of grids for each task id',
    )
  })
})
