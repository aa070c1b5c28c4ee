import { describe, expect, it } from 'vitest'
import { parseProgram } from '../dsl/index.ts'
import { gridKey, sameGrid } from '../grid/index.ts'
import { verifyProgram } from '../verify/index.ts'
import { generateTasks } from './index.ts'

describe('the task generator', () => {
  const tasks = generateTasks(40, 7)

  it('makes tasks that their program solves, test included', () => {
    for (const { labelled, program } of tasks) {
      const parsed = parseProgram(program)
      if (parsed.kind === 'rejected') throw new Error(parsed.reason)
      const [input, output] = [labelled.task.tests[0], labelled.answers[0]]
      if (input === undefined || output === undefined) throw new Error('a test pair is missing')
      expect(verifyProgram(parsed.program, [...labelled.task.train, { input, output }]).solved).toBe(true)
    }
  })

  it('drops dull tasks: no output equals its input, has one colour, or repeats another', () => {
    for (const { labelled } of tasks) {
      const outputs = [...labelled.task.train.map((pair) => pair.output), ...labelled.answers]
      expect(new Set(outputs.map((grid) => grid && gridKey(grid))).size).toBe(outputs.length)
      for (const { input, output } of labelled.task.train) {
        expect(sameGrid(input, output)).toBe(false)
        expect(new Set(output.cells).size).toBeGreaterThan(1)
      }
    }
  })

  it('gives the same tasks for the same seed, others for another, and only adds for a larger count', () => {
    const again = JSON.stringify(generateTasks(40, 7))
    expect(again).toBe(JSON.stringify(tasks))
    expect(JSON.stringify(generateTasks(10, 7))).toBe(JSON.stringify(tasks.slice(0, 10)))
    expect(JSON.stringify(generateTasks(10, 8))).not.toBe(JSON.stringify(tasks.slice(0, 10)))
  })

  it('keeps to the verbs it is given', () => {
    const verbs = ['crop', 'turn', 'paint', 'mirror']
    const made = generateTasks(6, 1, verbs)
    expect(made).toHaveLength(6)
    for (const { program } of made) {
      const steps = program.replace(/^\(program \(view none as-is\)/, '').match(/(?<=\()[a-z-]+/g) ?? []
      expect(steps.filter((name) => !['pipe', 'stack', 'of', 'layer', ...verbs].includes(name))).toEqual([])
    }
  })

  it('gives every task its own id and a variety of verbs', () => {
    expect(new Set(tasks.map(({ labelled }) => labelled.task.id)).size).toBe(tasks.length)
    expect(
      new Set(tasks.flatMap(({ program }) => program.match(/(?<=\()[a-z-]+/g) ?? [])).size,
    ).toBeGreaterThan(25)
  })
})
