/** The ARC commands on files: what they print, write and refuse. They run in this process, on tasks of a few cells. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { printTask } from '../../src/arc/index.ts'
import { FLIP, NONSENSE, TASKS } from '../../src/arc/test-tasks.ts'
import { orchHere } from '../cli/in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-arc-data-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)
const read = (name: string) => readFileSync(at(name), 'utf8')
const lines = (name: string) =>
  read(name)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
const orch = (...args: string[]) =>
  orchHere(['arc', ...args], { cwd: folder, env: { ORCH_HOME: at('home'), ORCH_DATABASE_URL: undefined } })

let metrics: unknown

beforeAll(async () => {
  writeFileSync(at('tasks.jsonl'), TASKS.map((task) => `${printTask(task)}\n`).join(''))
  writeFileSync(at('mixed.jsonl'), `${printTask(FLIP)}\n{"task_id":"bad","train":[],"test":[]}\nnot json\n`)
  const out = ['--out-jsonl', 'out.jsonl', '--workers', '1', '--nodes', '200', '--json']
  const { code, stdout } = await orch('run', '--batch-file', 'tasks.jsonl', ...out)
  // One of the tasks has no rule.
  expect(code).toBe(1)
  metrics = JSON.parse(stdout)
})

describe('orch arc run', () => {
  it('tells in JSON what stands in its results', () => {
    const rows = lines('out.jsonl')
    const solved = rows.filter((row) => row.status === 'solved').length
    expect(solved).toBeGreaterThan(0)
    expect(metrics).toMatchObject({ tasks: 4, solved })
  })

  it('goes on with tasks that can be used, names the others, and ends with 1', async () => {
    const flags = ['--out-jsonl', 'm.jsonl', '--nodes', '100', '--workers', '1']
    const { code, stderr, stdout } = await orch('run', '--batch-file', 'mixed.jsonl', ...flags)
    expect(code).toBe(1)
    expect(stderr).toContain('mixed.jsonl')
    expect(stdout).toMatch(/1 solved of 1 tasks/)
    expect(lines('m.jsonl').map((row) => row.task_id)).toContain('flip')
  })
})

describe('orch arc import', () => {
  it('takes a folder of tasks, each named by its file', async () => {
    mkdirSync(at('given'), { recursive: true })
    const { train, test } = JSON.parse(printTask(FLIP))
    writeFileSync(at('given/one.json'), JSON.stringify({ train, test }))
    writeFileSync(at('given/two.json'), JSON.stringify({ train, test }))
    expect(await orch('import', 'given', '--out', 'in.jsonl')).toMatchObject({
      stdout: '2 tasks written to in.jsonl\n',
      code: 0,
    })
    expect(lines('in.jsonl').map((row) => row.task_id)).toEqual(['one', 'two'])
    mkdirSync(at('outer/given'), { recursive: true })
    expect(await orch('import', 'outer', '--out', 'none.jsonl')).toMatchObject({
      stderr: expect.stringContaining('There is no .json or .jsonl file in the folder outer.'),
      code: 2,
    })
  })

  it('leaves out a task that is none, says which, and ends with 1', async () => {
    writeFileSync(at('given/three.json'), '{"train": [{"input": [[99]], "output": [[1]]}], "test": []}')
    const { stderr, code, stdout } = await orch('import', 'given', '--out', 'in.jsonl', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ tasks: 2, problems: [expect.stringContaining('three')] })
    expect(stderr).toContain('1 tasks cannot be used')
    expect(code).toBe(1)
    rmSync(at('given/three.json'))
  })
})

describe('orch arc score', () => {
  it('has a line for tasks, outputs and fractions, with one and two attempts', async () => {
    const { stdout, code } = await orch('score', 'out.jsonl', '--batch-file', 'tasks.jsonl')
    expect(stdout).toMatch(/^tasks +(\d)\/4 \([\d.]+ %\) +(\d)\/4/m)
    expect(stdout).toMatch(/^outputs +\d\/4/m)
    const scores = JSON.parse(
      (await orch('score', 'out.jsonl', '--batch-file', 'tasks.jsonl', '--json')).stdout,
    )
    expect(stdout).toContain(`${scores.tasks_solved_1}/4`)
    expect(scores.tasks_solved_2).toBeGreaterThanOrEqual(scores.tasks_solved_1)
    expect(code).toBe(0)
  })

  it('counts a task without a result as not solved, and says how many there are', async () => {
    writeFileSync(at('few.jsonl'), `${read('out.jsonl').split('\n')[0]}\n`)
    const { stderr, stdout } = await orch('score', 'few.jsonl', '--batch-file', 'tasks.jsonl')
    expect(stderr).toBe('3 tasks of the dataset have no result; they count as not solved\n')
    expect(stdout).toMatch(/^tasks +[01]\/4/m)
  })

  it('does not believe a result that says it is right', async () => {
    const boast = lines('out.jsonl').map((row) => ({ ...row, status: 'solved', attempts: [] }))
    writeFileSync(at('boast.jsonl'), boast.map((row) => `${JSON.stringify(row)}\n`).join(''))
    const { stdout } = await orch('score', 'boast.jsonl', '--batch-file', 'tasks.jsonl', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ tasks_solved_1: 0, tasks_solved_2: 0 })
  })

  it('refuses results that are something else, with the line', async () => {
    writeFileSync(at('odd.jsonl'), `${read('out.jsonl').split('\n')[0]}\n{"task_id": 7}\n`)
    const { stderr, code } = await orch('score', 'odd.jsonl', '--batch-file', 'tasks.jsonl')
    expect(stderr).toMatch(/odd\.jsonl.*2/)
    expect(code).toBe(2)
  })
})

describe('orch arc show', () => {
  it('draws the pairs as text without colours, and the attempts of a run beside them', async () => {
    const { stdout, code } = await orch(
      'show',
      'flip',
      '--batch-file',
      'tasks.jsonl',
      '--results',
      'out.jsonl',
    )
    expect(stdout).toContain('flip')
    expect(stdout).not.toContain('\u001b')
    expect(code).toBe(0)
  })

  it('finds the batch of the last run by itself', async () => {
    expect((await orch('show', 'rays')).code).toBe(0)
  })

  it('writes a drawing and an image instead', async () => {
    const { stdout } = await orch(
      'show',
      'flip',
      '--batch-file',
      'tasks.jsonl',
      '--svg',
      'f.svg',
      '--png',
      'f.png',
    )
    expect(stdout).toBe('')
    expect(read('f.svg')).toMatch(/^<svg /)
    expect(readFileSync(at('f.png')).subarray(1, 4).toString()).toBe('PNG')
  })

  it('says that a drawing cannot be written', async () => {
    const { stderr, code } = await orch(
      'show',
      'flip',
      '--batch-file',
      'tasks.jsonl',
      '--png',
      'no/such/f.png',
    )
    expect(stderr).toContain('The output no/such/f.png could not be written')
    expect(code).toBe(2)
  })
})

describe('orch arc infer and generate', () => {
  it('say what they wrote, and how many tasks have a program that explains them', async () => {
    const { stdout, code } = await orch(
      'infer',
      '--batch-file',
      'tasks.jsonl',
      '--out',
      'p.jsonl',
      '--nodes',
      '200',
    )
    const [, programs, solved] =
      /^(\d+) programs in p\.jsonl; (\d+) of 4 tasks are explained\n$/.exec(stdout) ?? []
    expect(lines('p.jsonl')).toHaveLength(Number(programs))
    expect(code).toBe(solved === '4' ? 0 : 1)
    expect(Number(solved)).toBeGreaterThan(0)
  })

  it('make the same tasks from the same seed, and others from another', async () => {
    const make = async (file: string, seed: string) => {
      await orch('generate', '--count', '2', '--seed', seed, '--out', file)
      return lines(file).map(({ metadata: _, ...task }) => task)
    }
    const first = await make('g1.jsonl', '5')
    expect(await make('g2.jsonl', '5')).toEqual(first)
    expect(await make('g3.jsonl', '6')).not.toEqual(first)
  })

  it('write nothing when the program for a task cannot be asked for', async () => {
    const { code } = await orch(
      'infer',
      '--batch-file',
      'tasks.jsonl',
      '--out',
      'q.jsonl',
      '--ruler-checkpoint',
      'gone',
    )
    expect(code).toBe(2)
    expect(existsSync(at('q.jsonl'))).toBe(false)
  })
})

describe('orch arc dataset', () => {
  it('says of an empty one why it is empty, and ends with 1', async () => {
    writeFileSync(at('flip.jsonl'), `${printTask(FLIP)}\n`)
    const run = [
      '--batch-file',
      'flip.jsonl',
      '--out-jsonl',
      'o.jsonl',
      '--out-dir',
      'traces',
      '--critic-batch-run',
    ]
    await orch('run', ...run, '--nodes', '100', '--workers', '1')
    const { code, stderr, stdout } = await orch('dataset', 'ranking', '--out-dir', 'traces', '--failed-only')
    expect(stdout).toMatch(/^ranking: 0 rows of /)
    expect(stderr).toMatch(/^orch: ranking: \S/)
    expect(code).toBe(1)
  })

  it('refuses a folder without traces', async () => {
    mkdirSync(at('bare'), { recursive: true })
    expect((await orch('dataset', 'blame', '--out-dir', 'bare')).code).toBe(2)
  })
})

describe('orch arc explain', () => {
  it('says that no rule was found, and ends with 1', async () => {
    writeFileSync(at('no-rule.jsonl'), `${printTask(NONSENSE)}\n`)
    const { code, stdout } = await orch(
      'explain',
      'nonsense',
      '--batch-file',
      'no-rule.jsonl',
      '--nodes',
      '20',
      '--json',
    )
    expect(JSON.parse(stdout).pairs_solved).toBeLessThan(3)
    expect(code).toBe(1)
  })
})
