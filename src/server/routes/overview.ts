import * as z from 'zod'
import { ticketJson } from '../../actions/index.ts'
import { describeConfig } from '../../config/index.ts'
import { examine } from '../../doctor/index.ts'
import { countScripts, goalCounts } from '../../ledger/index.ts'
import { createMarket } from '../../market/index.ts'
import { banditHistory, banditStates } from '../data/pulses.ts'
import { activeRuns } from '../data/runs.ts'
import { SolvedCurve } from '../data/solved-over-time.ts'
import type { ServerParts } from '../parts.ts'
import type { ApiRouter } from '../router.ts'
import * as schemas from '../schemas.ts'

const DOCTOR_MS = 30_000
/** The doctor looks into many folders; what it finds does not change from one moment to the next. */
const KEPT_MS = 10_000
const MOST_OPEN = 50

export function addOverview(router: ApiRouter, parts: ServerParts): void {
  const { door, tallies, settings } = parts
  const curve = new SolvedCurve()
  const examined = briefly(KEPT_MS, () => examine(AbortSignal.timeout(DOCTOR_MS), () => settings.config))

  router.get(
    '/api/stats',
    { summary: 'Totals of the ledger, and per strategy', tag: 'Overview', answer: schemas.stats },
    async () => {
      const ledger = await door.open()
      const totals = await tallies.all(ledger)
      const goals = await goalCounts(ledger)
      return {
        ledger: ledger.place,
        total_attempts: totals.attempts,
        successful_attempts: totals.solved,
        success_rate: totals.attempts > 0 ? totals.solved / totals.attempts : 0,
        unique_goals: goals.total,
        goals,
        cached_scripts: await countScripts(ledger),
        cache_hit_rate: totals.cacheHitRate,
        cpu_seconds: totals.cpuSeconds,
        strategies: [...totals.strategies],
      }
    },
  )

  router.get(
    '/api/marketplace',
    { summary: 'Tickets by status, and those open now', tag: 'Overview', answer: schemas.marketplace },
    async () => {
      const ledger = await door.open()
      const open = await createMarket(ledger).getOpenTickets({ limit: MOST_OPEN })
      return { ...(await createMarket(ledger).ticketCounts()), tickets: open.map(ticketJson) }
    },
  )

  router.get(
    '/api/health',
    { summary: 'Whether the ledger can be read', tag: 'Overview', answer: schemas.health },
    async (): Promise<schemas.Health> => {
      const { databaseUrl, home } = settings.config
      const base = {
        version: parts.version,
        uptime_seconds: Math.round(process.uptime()),
        time: new Date().toISOString(),
      }
      try {
        const ledger = await door.open()
        const { length } = await activeRuns(ledger)
        const { place } = ledger
        return { status: 'ok', ...base, ledger: { place, reachable: true, detail: null }, runs: length }
      } catch (error) {
        const detail = error instanceof Error ? error.message : String(error)
        const place = databaseUrl === undefined ? home : 'PostgreSQL'
        return { status: 'degraded', ...base, ledger: { place, reachable: false, detail }, runs: 0 }
      }
    },
  )

  router.get(
    '/api/strategies',
    { summary: 'Strategies with the state of the bandit', tag: 'Overview', answer: schemas.strategies },
    async () => {
      const ledger = await door.open()
      const { strategies } = await tallies.all(ledger)
      return {
        strategies: [...strategies],
        bandit: await banditStates(ledger, settings.config.ucbExploration),
        history: await banditHistory(ledger),
      }
    },
  )

  router.get(
    '/api/solved',
    {
      summary: 'Goals solved over time',
      tag: 'Overview',
      request: { query: z.object({ bucket: z.coerce.number().int().min(1).max(86_400).optional() }) },
      answer: schemas.solvedOverTime,
    },
    async ({ query }) => curve.of(await door.open(), query.bucket),
  )

  router.get(
    '/api/machine/history',
    {
      summary: 'CPU and memory of this machine',
      tag: 'System',
      request: { query: z.object({ minutes: z.coerce.number().min(1).max(1440).default(60) }) },
      answer: schemas.machineHistory,
    },
    async ({ query }) => parts.machine.history(await door.open(), query.minutes),
  )

  router.get(
    '/api/doctor',
    { summary: 'What is here and what is missing', tag: 'System', answer: schemas.doctor },
    async () => {
      const findings = await examined()
      return {
        findings: findings.map(({ name, answer: { verdict, detail, fix } }) => ({
          name,
          verdict,
          detail,
          fix: fix ?? null,
        })),
      }
    },
  )

  router.get(
    '/api/config',
    { summary: 'Every setting and where it comes from', tag: 'System', answer: schemas.config },
    async () => ({ settings: [...describeConfig(settings)] }),
  )

  router.get(
    '/api/logs',
    { summary: 'The last lines the server has logged', tag: 'System', answer: schemas.logs },
    async () => ({ items: [...parts.log.lines] }),
  )
}

/** Asks once for everybody who asks within so long. */
function briefly<T>(milliseconds: number, ask: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly answer: Promise<T> } | undefined
  return () => {
    if (!last || performance.now() - last.at > milliseconds) last = { at: performance.now(), answer: ask() }
    return last.answer
  }
}
