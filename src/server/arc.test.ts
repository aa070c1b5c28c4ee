import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as schemas from '../api/index.ts'
import { openLedger } from '../ledger/index.ts'
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
  it('lists runs and their tasks with a preview and whether they are right', async () => {
    const { items } = schemas.arcRuns.parse(await read('/api/arc/runs'))
    expect(items).toMatchObject([{ run_id: runId, tasks: 2, has_traces: true }])
    const page = schemas.arcTaskPage.parse(await read(`/api/arc/runs/${runId}/tasks?q=mirror`))
    expect(page.items).toMatchObject([
      { task_id: 'mirror', status: 'solved', correct: true, preview: { input: [[1, 0]], output: [[0, 1]] } },
    ])
    const first = schemas.arcTaskPage.parse(await read(`/api/arc/runs/${runId}/tasks?limit=1`))
    const second = schemas.arcTaskPage.parse(
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
