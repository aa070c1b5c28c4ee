import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as schemas from '../api/index.ts'
import { appendEvents, openLedger } from '../ledger/index.ts'
import { openTestServer, type TestServer } from './test-server.ts'

let server: TestServer
let runId: string

const TASKS = [
  {
    task_id: 'mirror',
    train: [
      { input: [[1, 0]], output: [[0, 1]] },
      { input: [[2, 3, 0]], output: [[0, 3, 2]] },
    ],
    test: [{ input: [[5, 6, 7]], output: [[7, 6, 5]] }],
  },
  {
    task_id: '../../secret',
    train: [{ input: [[1]], output: [[2]] }],
    test: [{ input: [[1]] }],
  },
]

beforeAll(async () => {
  server = await openTestServer()
  const batch = join(server.folder, 'tasks.jsonl')
  writeFileSync(batch, TASKS.map((task) => `${JSON.stringify(task)}\n`).join(''))
  const cli = join(import.meta.dirname, '..', 'cli.ts')
  const flags = ['--batch-file', 'tasks.jsonl', '--out-jsonl', 'out.jsonl', '--trace-jsonl', 'trace.jsonl']
  const checkpoints = ['--describer-checkpoint', 'builtin:symbolic', '--ruler-checkpoint', 'builtin:symbolic']
  execFileSync(process.execPath, [cli, 'arc', 'run', ...flags, ...checkpoints, '--workers', '1'], {
    cwd: server.folder,
    env: { ...process.env, ORCH_HOME: join(server.folder, 'home') },
    stdio: 'ignore',
  })
  const ledger = await openLedger({ home: join(server.folder, 'home') })
  const [run] = await ledger.sql.all<{ run_id: string }>(`select run_id from runs where command = 'arc run'`)
  runId = run?.run_id ?? ''
  await ledger.close()
})
afterAll(() => server[Symbol.asyncDispose]())

const read = async (path: string): Promise<unknown> => (await server.get(path)).json()

describe('ARC over the API', () => {
  it('says how far a run is and what it scores, why a task is not solved, and compares two runs', async () => {
    const { items } = schemas.arcRuns.parse(await read('/api/arc/runs'))
    expect(items[0]).toMatchObject({ done: 2, scored: 1, correct: 1, per_minute: null, seconds_left: null })
    const whole = schemas.arcTaskDetail.parse(await read(`/api/arc/runs/${runId}/tasks/mirror`))
    expect(whole).toMatchObject({ why_not: null, best_on_train: [{ wrong_cells: 0 }, { wrong_cells: 0 }] })
    const compared = schemas.arcComparison.parse(await read(`/api/arc/compare?left=${runId}&right=${runId}`))
    expect(compared).toMatchObject({ same_tasks: true, shared: 2, only_left: [], only_right: [] })
    expect((await server.get(`/api/arc/compare?left=${runId}&right=nowhere`)).status).toBe(404)
    // Among runs of goals it would have nothing in common with itself.
    const asGoals = await server.get(`/api/runs/compare?left=${runId}&right=${runId}`)
    expect([asGoals.status, await asGoals.json()]).toMatchObject([409, { hint: 'Ask /api/arc/compare.' }])
  })

  it('applies a program to a grid, and says why it does not', async () => {
    const task = schemas.arcTaskDetail.parse(await read(`/api/arc/runs/${runId}/tasks/mirror`))
    const apply = async (body: object) =>
      schemas.arcApplied.parse(await (await server.post('/api/arc/apply', body)).json())
    const { program } = task
    expect(await apply({ program, grid: [[1, 2, 3]] })).toEqual({ output: [[3, 2, 1]], detail: null })
    expect((await apply({ program: '(program', grid: [[1]] })).detail).not.toBeNull()
    expect((await apply({ program, grid: [[1], [1, 2]] })).detail).toContain('rows of one length')
    expect((await server.post('/api/arc/apply', { program, grid: [[11]] })).status).toBe(400)
  })

  it('keeps traces of a run that nobody asked for, and shows a run that is not over from its log', async () => {
    const cli = join(import.meta.dirname, '..', 'cli.ts')
    const flags = [
      '--batch-file',
      'tasks.jsonl',
      '--out-jsonl',
      'again.jsonl',
      '--workers',
      '1',
      '--nodes',
      '50',
    ]
    execFileSync(process.execPath, [cli, 'arc', 'run', ...flags], {
      cwd: server.folder,
      env: { ...process.env, ORCH_HOME: join(server.folder, 'home') },
      stdio: 'ignore',
    })
    const { items } = schemas.arcRuns.parse(await read('/api/arc/runs'))
    const second = items.find(({ run_id }) => run_id !== runId)
    expect(second).toMatchObject({ has_traces: true, state: 'ended' })
    const task = schemas.arcTaskDetail.parse(await read(`/api/arc/runs/${second?.run_id}/tasks/mirror`))
    expect(task.rounds.length).toBeGreaterThan(0)
    const [row] = readFileSync(
      join(server.folder, 'home', 'arc-traces', `${second?.run_id}.jsonl`),
      'utf8',
    ).split('\n')
    const config = { batchFile: 'tasks.jsonl', outJsonl: 'live.jsonl', folder: server.folder }
    await server.ledger.startRun({ runId: 'live', command: 'arc run', config, seed: 0 })
    mkdirSync(join(server.folder, 'live.jsonl.running'))
    const line = `{"index":0,"result":{"kind":"trace","trace":${row}}}\n`
    writeFileSync(join(server.folder, 'live.jsonl.running', 'finished.jsonl'), line)
    const live = schemas.arcRuns
      .parse(await read('/api/arc/runs'))
      .items.find(({ run_id }) => run_id === 'live')
    expect(live).toMatchObject({ state: 'running', tasks: 2, done: 1, solved: 1, per_minute: null })
    // One task was done by a run before it: the rate is that of this run's own work.
    const lanes = { light: { running: 1, limit: 1 }, heavy: { running: 0, limit: 0 } }
    const goals = { total: 2, processed: 1, solved: 1 }
    const shares = { cpu_share: 0, memory_share: 0, cpu_target: 1, paused: false, queued: 0 }
    const data = { ...shares, lanes, running: [], goals, arms: [], tasks_per_second: 0.5 }
    await appendEvents(server.ledger, [{ type: 'pulse', runId: 'live', data }])
    const working = schemas.arcRuns.parse(await read('/api/arc/runs'))
    expect(working.items.find(({ run_id }) => run_id === 'live')).toMatchObject({
      per_minute: 30,
      seconds_left: 2,
    })
    const page = schemas.arcTaskList.parse(await read('/api/arc/runs/live/tasks'))
    expect(page.items.map(({ status }) => status)).toEqual(['solved', 'pending'])
    expect((await server.get('/api/arc/runs/live/tasks/mirror/trace')).status).toBe(200)
    const control = await server.post('/api/runs/live/control', { action: 'pause' })
    expect(control.status).toBe(200)
  })

  it('lists runs and their tasks with a preview and whether they are right', async () => {
    const { items } = schemas.arcRuns.parse(await read('/api/arc/runs'))
    expect(items.filter(({ run_id }) => run_id === runId)).toMatchObject([{ tasks: 2, has_traces: true }])
    const page = schemas.arcTaskList.parse(await read(`/api/arc/runs/${runId}/tasks?q=mirror`))
    expect(page.items).toMatchObject([
      { task_id: 'mirror', status: 'solved', correct: true, preview: { input: [[1, 0]], output: [[0, 1]] } },
    ])
    const first = schemas.arcTaskList.parse(await read(`/api/arc/runs/${runId}/tasks?limit=1`))
    const second = schemas.arcTaskList.parse(
      await read(`/api/arc/runs/${runId}/tasks?limit=1&cursor=${first.next ?? ''}`),
    )
    expect([...first.items, ...second.items].map(({ task_id }) => task_id)).toEqual([
      'mirror',
      '../../secret',
    ])
    expect(second.next).toBeNull()
  })

  it('shows one task with its pairs, attempts, candidates and facts, and its trace', async () => {
    const path = `/api/arc/runs/${runId}/tasks/mirror`
    const task = schemas.arcTaskDetail.parse(await read(path))
    expect(task.train).toEqual(TASKS[0]?.train)
    expect(task.attempts[0]?.attempt_1).toEqual([[7, 6, 5]])
    expect(task.rounds[0]?.candidates[0]?.pairs_solved).toBe(2)
    expect(task.facts.length).toBeGreaterThan(0)
    expect(schemas.arcTrace.parse(await read(`${path}/trace`))).toMatchObject({ task_id: 'mirror' })
  })

  it('takes a task id for a name, never for a path', async () => {
    const hostile = encodeURIComponent('../../secret')
    const task = schemas.arcTaskDetail.parse(await read(`/api/arc/runs/${runId}/tasks/${hostile}`))
    expect(task.task_id).toBe('../../secret')
    const other = encodeURIComponent('../../../etc/passwd')
    expect((await server.get(`/api/arc/runs/${runId}/tasks/${other}/trace`)).status).toBe(404)
    expect((await server.get('/api/arc/runs/nothing/tasks')).status).toBe(404)
  })
})
