/** What Prometheus and Grafana make of the metrics. */
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { appendEvents } from '../ledger/index.ts'
import { type Metric, readExposition } from './test-exposition.ts'
import { attemptOn, fill, goalOf, openTestServer, type TestServer } from './test-server.ts'

const NASTY = 'a"b\\c\nd,e="f"} 1 ∀'

let server: TestServer
let metrics: ReadonlyMap<string, Metric>

beforeAll(async () => {
  server = await openTestServer()
  await fill(server.ledger)
  await server.ledger.record(attemptOn(goalOf('g', 'True'), { strategy: NASTY }))
  const config = { pid: process.pid, host: hostname() }
  await server.ledger.startRun({ runId: 'bg-1', command: 'bg', config, seed: 1 })
  const pulse = {
    cpu_share: 0.5,
    memory_share: 0.25,
    cpu_target: 0.6,
    paused: false,
    queued: 3,
    lanes: { light: { running: 2, limit: 3 }, heavy: { running: 1, limit: 2 } },
    running: [],
    goals: { total: 10, processed: 5, solved: 3 },
    arms: [],
  }
  await appendEvents(server.ledger, [{ type: 'pulse', runId: 'bg-1', data: pulse }])
  for (;;) {
    metrics = readExposition(await (await server.get('/metrics')).text())
    // The first reading of the machine comes a moment after the start.
    if (metrics.has('orch_machine_cpu_share')) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
})
afterAll(() => server[Symbol.asyncDispose]())

describe('the metrics', () => {
  it('are what Prometheus can read, each with a word on what it is', () => {
    expect(metrics.size).toBeGreaterThan(15)
    for (const [name, { help, samples }] of metrics) {
      expect(help, name).toMatch(/\.$/)
      expect(samples.length, name).toBeGreaterThan(0)
    }
    expect(metrics.get('orch_goals')?.samples).toContainEqual({ labels: { status: 'open' }, value: 1 })
    const lanes = metrics.get('orch_run_attempts_running')?.samples
    expect(lanes).toContainEqual({ labels: { run: 'bg-1', lane: 'light' }, value: 2 })
  })

  it('keep a hostile name in its place', () => {
    const attempts = metrics.get('orch_attempts_total')?.samples
    expect(attempts).toContainEqual({ labels: { strategy: NASTY }, value: 1 })
  })
})

const Target = z.object({
  refId: z.string().regex(/^[A-Z]$/),
  expr: z.string(),
  legendFormat: z.string().optional(),
})
/** In Grafana's own notation. */
const VARIABLE = `$${'{datasource}'}`
const Panel = z.object({
  id: z.int().positive(),
  type: z.enum(['stat', 'timeseries', 'bargauge', 'table']),
  title: z.string().min(1),
  datasource: z.object({ type: z.literal('prometheus'), uid: z.literal(VARIABLE) }),
  gridPos: z.object({ h: z.int().positive(), w: z.int().positive(), x: z.int().min(0), y: z.int().min(0) }),
  targets: z.array(Target).min(1),
})
/** What Grafana wants of a board that is imported: no id of its own, a variable for the data source. */
const Board = z.object({
  id: z.null().optional(),
  uid: z.string().regex(/^[\w-]{1,40}$/),
  title: z.string().min(1),
  schemaVersion: z.int().min(36),
  version: z.int(),
  refresh: z.string(),
  time: z.object({ from: z.string(), to: z.string() }),
  templating: z.object({
    list: z.array(z.object({ name: z.string(), type: z.string(), query: z.string() })),
  }),
  panels: z.array(Panel).min(1),
})

describe('the board for Grafana', () => {
  const board = Board.parse(
    JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'grafana.json'), 'utf8')),
  )

  it('asks for the data source by a variable', () => {
    expect(board.templating.list).toContainEqual(
      expect.objectContaining({ name: 'datasource', type: 'datasource', query: 'prometheus' }),
    )
  })

  it('names only metrics and labels that the server gives out', () => {
    for (const { title, targets } of board.panels)
      for (const { expr, legendFormat = '' } of targets) {
        const names = expr.match(/\b(?:orch|process)_\w+/g) ?? []
        expect(names.length, title).toBeGreaterThan(0)
        for (const name of names) expect([...metrics.keys()], title).toContain(name)
        const labels = names.flatMap((name) => Object.keys(metrics.get(name)?.samples[0]?.labels ?? {}))
        const used = [...legendFormat.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, label]) => label)
        for (const label of used) expect(labels, `${title}: ${legendFormat}`).toContain(label)
        // Only what counts up is asked for its rate.
        for (const [, name = ''] of expr.matchAll(/\b(?:rate|increase)\((\w+)/g))
          expect(metrics.get(name)?.type, name).toBe('counter')
      }
  })

  it('has panels that lie beside each other, each with an id of its own', () => {
    expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length)
    const cells = new Set<string>()
    for (const { title, targets, gridPos } of board.panels) {
      expect(new Set(targets.map(({ refId }) => refId)).size, title).toBe(targets.length)
      expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(cells.has(`${x} ${y}`), title).toBe(false)
          cells.add(`${x} ${y}`)
        }
    }
  })
})
