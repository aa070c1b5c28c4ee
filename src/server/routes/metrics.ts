import type { OpenAPIHono } from '@hono/zod-openapi'
import { ALIVE_SECONDS, listWorkers, queueOverview } from '../../jobs/index.ts'
import { goalCounts, type Ledger } from '../../ledger/index.ts'
import { createMarket } from '../../market/index.ts'
import { activeRuns } from '../data/runs.ts'
import type { ServerContext } from '../server-context.ts'

type Labels = Readonly<Record<string, string>>

/** Prometheus text format, version 0.0.4. */
class Exposition {
  readonly #lines: string[] = []

  metric(
    name: string,
    kind: 'counter' | 'gauge',
    help: string,
    samples: readonly (readonly [Labels, number])[],
  ): void {
    if (samples.length === 0) return
    this.#lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`)
    for (const [labels, value] of samples) this.#lines.push(`${name}${labelText(labels)} ${value}`)
  }

  toString(): string {
    return `${this.#lines.join('\n')}\n`
  }
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

export function addMetrics(app: OpenAPIHono, parts: ServerContext): void {
  app.get('/metrics', async (context) =>
    context.body(await metricsText(parts), 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    }),
  )
}

async function metricsText({ connection, tallies, feed, machine, version }: ServerContext): Promise<string> {
  const ledger = await connection.open()
  const { strategies, outcomes } = await tallies.all(ledger)
  const { total: _goals, ...goals } = await goalCounts(ledger)
  const { total: _tickets, ...tickets } = await createMarket(ledger).ticketCounts()
  const runs = await activeRuns(ledger)
  const text = new Exposition()
  const each = (pick: (one: (typeof strategies)[number]) => number) =>
    strategies.map((one) => [{ strategy: one.strategy }, pick(one)] as const)
  const counts = (label: string, all: Readonly<Record<string, number>>) =>
    Object.entries(all).map(([name, count]) => [{ [label]: name }, count] as const)
  const ofRuns = (pick: (pulse: NonNullable<(typeof runs)[number]['pulse']>) => number) =>
    runs.flatMap(({ run_id: run, pulse }) => (pulse ? [[{ run }, pick(pulse)] as const] : []))

  text.metric('orch_info', 'gauge', 'Version of Orch.', [[{ version }, 1]])
  text.metric(
    'orch_attempts_total',
    'counter',
    'Attempts.',
    each(({ attempts }) => attempts),
  )
  text.metric(
    'orch_solved_total',
    'counter',
    'Attempts that proved a goal.',
    each(({ solved }) => solved),
  )
  text.metric(
    'orch_refuted_total',
    'counter',
    'Attempts that refuted a goal.',
    each(({ refuted }) => refuted),
  )
  text.metric(
    'orch_cpu_seconds_total',
    'counter',
    'CPU time spent.',
    each((one) => one.cpu_seconds),
  )
  text.metric(
    'orch_attempt_seconds_total',
    'counter',
    'Wall-clock time spent.',
    each(({ mean_time_seconds, attempts }) => mean_time_seconds * attempts),
  )
  text.metric(
    'orch_unique_solves',
    'gauge',
    'Goals nobody else proved.',
    each((one) => one.unique_solves),
  )
  text.metric('orch_outcomes_total', 'counter', 'Attempts by outcome.', counts('outcome', outcomes))
  text.metric('orch_goals', 'gauge', 'Goals by status.', counts('status', goals))
  text.metric('orch_tickets', 'gauge', 'Tickets by status.', counts('status', tickets))
  const fleet = await fleetCounts(ledger)
  text.metric('orch_workers', 'gauge', 'Workers of all machines.', counts('state', fleet.workers))
  text.metric('orch_worker_slots', 'gauge', 'Slots of workers that are alive.', counts('lane', fleet.slots))
  text.metric('orch_jobs', 'gauge', 'Jobs in the shared queue.', counts('state', fleet.jobs))
  text.metric('orch_runs_active', 'gauge', 'Runs that go on now.', [[{}, runs.length]])
  text.metric(
    'orch_run_queued',
    'gauge',
    'Goals that wait for a slot.',
    ofRuns(({ queued }) => queued),
  )
  text.metric(
    'orch_run_cpu_share',
    'gauge',
    'CPU share as the run sees it.',
    ofRuns((one) => one.cpu_share),
  )
  text.metric(
    'orch_run_cpu_target',
    'gauge',
    'CPU share the run keeps to.',
    ofRuns((one) => one.cpu_target),
  )
  text.metric(
    'orch_run_attempts_running',
    'gauge',
    'Attempts that run now.',
    runs.flatMap(({ run_id: run, pulse }) =>
      pulse
        ? (['light', 'heavy'] as const).map((lane) => [{ run, lane }, pulse.lanes[lane].running] as const)
        : [],
    ),
  )
  text.metric(
    'orch_run_lane_limit',
    'gauge',
    'Attempts that may run at once.',
    runs.flatMap(({ run_id: run, pulse }) =>
      pulse
        ? (['light', 'heavy'] as const).map((lane) => [{ run, lane }, pulse.lanes[lane].limit] as const)
        : [],
    ),
  )
  const { latest } = machine
  if (latest) {
    text.metric('orch_machine_cpu_share', 'gauge', 'Share of all cores in use.', [[{}, latest.cpu_share]])
    text.metric('orch_machine_memory_share', 'gauge', 'Share of memory in use.', [[{}, latest.memory_share]])
  }
  text.metric('orch_event_clients', 'gauge', 'Clients that follow live events.', [[{}, feed.clients]])
  const { user, system } = process.cpuUsage()
  text.metric('process_cpu_seconds_total', 'counter', 'CPU time of the server.', [
    [{}, (user + system) / 1e6],
  ])
  text.metric('process_resident_memory_bytes', 'gauge', 'Memory of the server.', [
    [{}, process.memoryUsage.rss()],
  ])
  return text.toString()
}

/** Zero everywhere without a shared database: an alarm on dead jobs must not depend on whether there is one. */
async function fleetCounts(ledger: Ledger) {
  const workers = await listWorkers(ledger)
  const alive = workers.filter(({ silentSeconds }) => silentSeconds < ALIVE_SECONDS)
  const overview = await queueOverview(ledger, 0)
  const queues = overview?.queues ?? []
  const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)
  return {
    workers: { alive: alive.length, silent: workers.length - alive.length },
    slots: {
      light: sum(alive.map(({ lanes }) => lanes.light)),
      heavy: sum(alive.map(({ lanes }) => lanes.heavy)),
    },
    jobs: {
      waiting: sum(queues.map(({ waiting }) => waiting)),
      active: sum(queues.map(({ active }) => active)),
      dead: overview?.dead ?? 0,
    },
  }
}
