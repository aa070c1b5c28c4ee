/** The ARC commands beside `run`: programs out of one ruler, data for every module, reports, explanations, Kaggle files. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { printTask } from '../../src/arc/index.ts'
import { FLIP, NONSENSE, TASKS } from '../../src/arc/test-tasks.ts'
import { orchHere } from '../cli/in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-arc-commands-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)
const lines = (name: string) =>
  readFileSync(at(name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
const orch = (...args: string[]) => orchHere(['arc', ...args], { env: { ORCH_HOME: at('home') } })
const BUILTIN = ['--describer-checkpoint', 'builtin:symbolic', '--ruler-checkpoint', 'builtin:symbolic']

beforeAll(async () => {
  writeFileSync(at('tasks.jsonl'), TASKS.map((task) => `${printTask(task)}\n`).join(''))
  const loop = [
    '--loop-iters',
    '2',
    '--candidate-k',
    '4',
    '--edit-k',
    '4',
    '--edit-top-m',
    '2',
    '--nodes',
    '600',
  ]
  const outputs = ['--out-jsonl', at('batch/out.jsonl'), '--out-dir', at('batch'), '--critic-batch-run']
  const log = ['--log-file', at('logs/deep/run.log'), '--log-level', 'debug']
  const { code } = await orch(
    'run',
    '--batch-file',
    at('tasks.jsonl'),
    ...BUILTIN,
    ...loop,
    ...outputs,
    ...log,
  )
  // One of the tasks has no rule.
  expect(code).toBe(1)
}, 120_000)

describe('orch arc', () => {
  it('makes the folder of the log', () => {
    expect(lines('logs/deep/run.log').length).toBeGreaterThan(0)
  })

  it('reports one HTML file with predictions beside what was expected, and the rules in words', async () => {
    const { code } = await orch('report', at('batch'), '--batch-file', at('tasks.jsonl'))
    expect(code).toBe(0)
    const html = readFileSync(at('batch/report.html'), 'utf8')
    for (const { task } of TASKS) expect(html).toContain(`id="${task.id}"`)
    expect(html).toContain('By task family')
    expect(html).toContain('expected')
    expect(html).toMatch(/confidence [01]\.\d\d/)
    expect(html.match(/<p>Blamed: /g)).toHaveLength(1)
    expect(html).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/)
  })

  it('explains the rule of a task from results, and by solving it', async () => {
    const known = await orch(
      'explain',
      'flip',
      '--batch-file',
      at('tasks.jsonl'),
      '--results',
      at('batch/out.jsonl'),
    )
    expect(known).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The output has the size of the input'),
    })
    const now = await orch('explain', 'flip', '--batch-file', at('tasks.jsonl'), '--nodes', '600', '--json')
    expect(JSON.parse(now.stdout)).toMatchObject({ pairs: 3, pairs_solved: 3 })
    expect(JSON.parse(now.stdout).sentences.length).toBeGreaterThan(0)
  })

  it('says of a rule that explains a task in part how far it comes, and ends with 1', async () => {
    const of = [NONSENSE.task.id, '--batch-file', at('tasks.jsonl'), '--results', at('batch/out.jsonl')]
    const { code, stdout } = await orch('explain', ...of)
    expect(stdout).toMatch(/the rule makes [0-2] of the 3 train outputs/)
    expect(code).toBe(1)
  })

  it('infers programs by one ruler, and ends with 1 when a task is not explained', async () => {
    const infer = (ruler: string) =>
      orch(
        'infer',
        '--batch-file',
        at('tasks.jsonl'),
        '--ruler',
        ruler,
        '--nodes',
        '600',
        '--out',
        at(`${ruler}.jsonl`),
      )
    expect((await infer('stack')).code).toBe(1)
    const rows = lines('stack.jsonl')
    expect(rows.find((row) => row.task_id === FLIP.task.id)).toMatchObject({ pairs_solved: 3, rank: 0 })
    expect(rows.filter((row) => row.task_id === NONSENSE.task.id && row.pairs_solved === 3)).toEqual([])
    for (const row of rows) expect(row.program).not.toContain('(each ')
  })

  it('generates data for every module, a task always on the same side', async () => {
    const make = (name: string, count: number) =>
      orch('generate', '--count', String(count), '--seed', '3', '--validation', '0.4', '--out-dir', at(name))
    expect((await make('few', 6)).code).toBe(0)
    await make('more', 9)
    const ids = (file: string) => lines(file).map((row) => row.task_id)
    expect(ids('more/tasks_train.jsonl')).toEqual(expect.arrayContaining(ids('few/tasks_train.jsonl')))
    expect(ids('more/tasks_validation.jsonl')).toEqual(
      expect.arrayContaining(ids('few/tasks_validation.jsonl')),
    )
    for (const module of ['describer', 'ruler', 'critic'])
      expect(lines(`more/${module}_train.jsonl`).length).toBeGreaterThan(0)
    for (const row of lines('more/critic_train.jsonl'))
      expect(row.better.verifier_score).toBeGreaterThan(row.worse.verifier_score)
    expect((await orch('generate', '--count', '1')).code).toBe(2)
  })

  it('refuses outputs that cannot be written before any task is run', async () => {
    mkdirSync(at('taken'), { recursive: true })
    const bad = (...flags: string[]) =>
      orch(
        'run',
        '--batch-file',
        at('tasks.jsonl'),
        ...BUILTIN,
        '--out-jsonl',
        at('never/out.jsonl'),
        ...flags,
      )
    expect(await bad('--metrics-json', at('never/out.jsonl'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--out-jsonl and --metrics-json name the same file'),
    })
    const batch = readFileSync(at('tasks.jsonl'), 'utf8')
    expect((await bad('--trace-jsonl', at('never/../tasks.jsonl'))).stderr).toContain(
      '--batch-file and --trace-jsonl name the same file',
    )
    expect((await orch('infer', '--batch-file', at('tasks.jsonl'), '--out', at('tasks.jsonl'))).code).toBe(2)
    expect(readFileSync(at('tasks.jsonl'), 'utf8')).toBe(batch)
    expect((await bad('--trace-jsonl', at('taken'))).stderr).toContain('there is a folder of that name')
    expect((await bad('--trace-jsonl', '/proc/none/trace.jsonl')).code).toBe(2)
    expect(existsSync(at('never/out.jsonl'))).toBe(false)
    const tasks = ['--batch-file', at('tasks.jsonl')]
    for (const command of [
      ['infer', ...tasks, '--out', at('taken')],
      ['generate', '--count', '100000', '--out', at('taken')],
      ['train', 'ruler', ...tasks, '--out', join(at('tasks.jsonl'), 'below-a-file')],
    ])
      expect(await orch(...command)).toMatchObject({ code: 2, stderr: expect.stringContaining('written') })
  })

  it('writes the same bytes for any number of workers, with memory, loop and datasets on', async () => {
    writeFileSync(at('two.jsonl'), [FLIP, NONSENSE].map((task) => `${printTask(task)}\n`).join(''))
    const pass = async (name: string, workers: string) => {
      const loop = [
        '--loop-iters',
        '2',
        '--candidate-k',
        '4',
        '--edit-k',
        '4',
        '--edit-top-m',
        '1',
        '--nodes',
        '200',
      ]
      const outputs = ['--out-jsonl', at(`${name}/out.jsonl`), '--out-dir', at(name), '--critic-batch-run']
      const datasets = ['--critic-build-ranking-ds', '--critic-build-blame-ds', '--critic-directive-sweep']
      const all = [...BUILTIN, ...loop, ...outputs, ...datasets, '--workers', workers]
      await orchHere(['arc', 'run', '--batch-file', at('two.jsonl'), ...all], {
        env: { ORCH_HOME: at('home'), ARC_V3_MEMORY_DIR: at(`memory-${name}`) },
      })
      const files = ['out.jsonl', 'index.jsonl', 'critic_ranking_pairs.jsonl', 'critic_blame_locus.jsonl']
      return files.map((file) => readFileSync(at(`${name}/${file}`), 'utf8'))
    }
    await pass('first', '2')
    for (const name of ['one', 'three']) cpSync(at('memory-first'), at(`memory-${name}`), { recursive: true })
    const [one, three] = [await pass('one', '1'), await pass('three', '3')]
    expect(three).toEqual(one)
    expect(one.map((text) => text.length > 0)).toEqual([true, true, true, true])
  })

  it('takes Kaggle files as they are, and checks a submission against them', async () => {
    const challenge = ({ task }: typeof FLIP) => {
      const { train, test } = JSON.parse(printTask({ task, answers: [] }))
      return [task.id, { train, test: test.map(({ input }: { input: unknown }) => ({ input })) }]
    }
    const solution = (labelled: typeof FLIP) => [
      labelled.task.id,
      JSON.parse(printTask(labelled)).test.map(({ output }: { output: unknown }) => output),
    ]
    writeFileSync(at('own_challenges.json'), JSON.stringify(Object.fromEntries(TASKS.map(challenge))))
    writeFileSync(at('own_solutions.json'), JSON.stringify(Object.fromEntries(TASKS.map(solution))))
    expect((await orch('import', at('own_challenges.json'), '--out', at('kaggle.jsonl'))).code).toBe(0)
    expect(lines('kaggle.jsonl').map((row) => row.test)).toEqual(lines('tasks.jsonl').map((row) => row.test))
    const submit = ['--out', at('submission.json'), '--batch-file', at('kaggle.jsonl')]
    expect((await orch('submission', at('batch/out.jsonl'), ...submit)).code).toBe(0)
    const check = () => orch('check-submission', at('submission.json'), '--batch-file', at('kaggle.jsonl'))
    expect((await check()).code).toBe(0)
    const { flip: _, ...rest } = JSON.parse(readFileSync(at('submission.json'), 'utf8'))
    writeFileSync(at('submission.json'), JSON.stringify(rest))
    expect(await check()).toMatchObject({ code: 1, stdout: expect.stringContaining('task flip is missing') })
    writeFileSync(at('submission.json'), JSON.stringify({ flip: [{ attempt_1: [[12]], attempt_2: [[0]] }] }))
    expect((await check()).code).toBe(2)
  })
})
