/** What the dashboard says of workers and dead jobs, from a real queue. */
import { expect, it } from 'vitest'
import { openJobs, sayAlive } from '../jobs/index.ts'
import { postgresDatabases } from '../ledger/test-databases.ts'
import { HOSTILE, openTestServer } from './test-server.ts'

it('without a shared database there are none, and it says so', async () => {
  await using server = await openTestServer()
  expect(await (await server.get('/api/workers')).json()).toEqual({
    ...{ shared: false, workers: [], queues: [], dead: 0, dead_jobs: [] },
  })
})

it('shows who is there, what waits, and what broke every worker, whatever text is in it', async () => {
  const databases = await postgresDatabases()
  await using cleanup = new AsyncDisposableStack()
  cleanup.defer(() => databases.close())
  const database = await databases.fresh()
  const queue = cleanup.use(await openJobs({ databaseUrl: database.databaseUrl }))
  const server = cleanup.use(await openTestServer({ database }))
  await sayAlive(server.ledger, {
    worker: 'box:1:a',
    host: 'box',
    pid: 1,
    capability: 'c',
    versions: { orch: '1', build: 'b', work: ['lean'], toolchain: '', checker: '', strategies: [] },
    lanes: { light: 4, heavy: 1 },
    running: [{ what: 'micro on x', run: 'r', seconds: 1 }],
  })
  const job = (name: string, key: string) => ({
    ...{ queue: name, key, data: {}, priority: 0.5, group: HOSTILE, expireSeconds: 60 },
  })
  await queue.enqueue([job('idle', 'later')])
  const service = queue.serve({ queues: ['broken'], slots: 1, worker: 'w', restMs: 0 }, async () => {
    throw new Error(HOSTILE)
  })
  expect(await queue.ask(job('broken', HOSTILE), new AbortController().signal)).toMatchObject({
    kind: 'dead',
  })
  await service.drain()
  const shown = HOSTILE.replaceAll('\u0000', '\ufffd')
  expect(await (await server.get('/api/workers')).json()).toMatchObject({
    shared: true,
    workers: [
      { worker: 'box:1:a', alive: true, lanes: { light: 4, heavy: 1 }, running: [{ what: 'micro on x' }] },
    ],
    queues: [{ queue: 'idle', waiting: 1, active: 0 }],
    dead: 1,
    dead_jobs: [{ queue: 'broken', run: shown, key: shown, error: shown }],
  })
  const metrics = await (await server.get('/metrics')).text()
  expect(metrics.split('\n')).toEqual(
    expect.arrayContaining([
      'orch_workers{state="alive"} 1',
      'orch_worker_slots{lane="light"} 4',
      'orch_jobs{state="waiting"} 1',
      'orch_jobs{state="dead"} 1',
    ]),
  )
}, 120_000)
