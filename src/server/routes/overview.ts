import type * as schemas from '../../api/index.ts'
import * as routes from '../../api/routes/index.ts'
import { describeConfig } from '../../config/index.ts'
import { examine } from '../../doctor/index.ts'
import { countScripts, goalCounts } from '../../ledger/index.ts'
import { createMarket } from '../../market/index.ts'
import { ticketJson } from '../../use-cases/index.ts'
import { banditAnswers, banditHistory } from '../data/pulses.ts'
import { activeRuns } from '../data/runs.ts'
import { SolvedCurve } from '../data/solved-over-time.ts'
import { createRoutes } from '../route.ts'
import type { ServerContext } from '../server-context.ts'

const DOCTOR_MS = 30_000
/** The doctor looks into many folders; what it finds does not change from one moment to the next. */
const KEPT_MS = 10_000
const MOST_OPEN = 50

export function overviewRoutes(parts: ServerContext) {
  const { connection, tallies, settings } = parts
  const curve = new SolvedCurve()
  const examined = briefly(KEPT_MS, () => examine(AbortSignal.timeout(DOCTOR_MS), () => settings.config))

  return createRoutes()
    .openapi(routes.getStats, async ({ json }) => {
      const ledger = await connection.open()
      const totals = await tallies.all(ledger)
      const goals = await goalCounts(ledger)
      return json(
        {
          ledger: ledger.place,
          total_attempts: totals.attempts,
          successful_attempts: totals.settled,
          success_rate: totals.attempts > 0 ? totals.settled / totals.attempts : 0,
          unique_goals: goals.total,
          goals,
          cached_scripts: await countScripts(ledger),
          cache_hit_rate: totals.cacheHitRate,
          cpu_seconds: totals.cpuSeconds,
          strategies: [...totals.strategies],
        },
        200,
      )
    })
    .openapi(routes.getMarketplace, async ({ json }) => {
      const ledger = await connection.open()
      const open = await createMarket(ledger).getOpenTickets({ limit: MOST_OPEN })
      return json({ ...(await createMarket(ledger).ticketCounts()), tickets: open.map(ticketJson) }, 200)
    })
    .openapi(routes.getHealth, async ({ json }) => json(await healthOf(parts), 200))
    .openapi(routes.getStrategies, async ({ json }) => {
      const ledger = await connection.open()
      const { strategies } = await tallies.all(ledger)
      return json(
        {
          strategies: [...strategies],
          bandit: await banditAnswers(ledger, settings.config.ucbExploration),
          history: await banditHistory(ledger),
        },
        200,
      )
    })
    .openapi(routes.getSolvedOverTime, async ({ req, json }) =>
      json(await curve.of(await connection.open(), req.valid('query').bucket), 200),
    )
    .openapi(routes.getMachineHistory, async ({ req, json }) =>
      json(await parts.machine.history(await connection.open(), req.valid('query').minutes), 200),
    )
    .openapi(routes.getDoctor, async ({ json }) => {
      const findings = await examined()
      return json(
        {
          findings: findings.map(({ name, answer: { verdict, detail, fix } }) => ({
            name,
            verdict,
            detail,
            fix: fix ?? null,
          })),
        },
        200,
      )
    })
    .openapi(routes.getConfig, async ({ json }) => json({ settings: [...describeConfig(settings)] }, 200))
    .openapi(routes.getLogs, async ({ json }) => json({ items: [...parts.log.lines] }, 200))
}

/** Asks once for everybody who asks within so long. */
function briefly<T>(milliseconds: number, ask: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly answer: Promise<T> } | undefined
  return () => {
    if (!last || performance.now() - last.at > milliseconds) last = { at: performance.now(), answer: ask() }
    return last.answer
  }
}

async function healthOf({ connection, settings, version }: ServerContext): Promise<schemas.Health> {
  const { databaseUrl, home } = settings.config
  const base = { version, uptime_seconds: Math.round(process.uptime()), time: new Date().toISOString() }
  try {
    const ledger = await connection.open()
    const { length } = await activeRuns(ledger)
    const { place } = ledger
    return { status: 'ok', ...base, ledger: { place, reachable: true, detail: null }, runs: length }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    const place = databaseUrl === undefined ? home : 'PostgreSQL'
    return { status: 'degraded', ...base, ledger: { place, reachable: false, detail }, runs: 0 }
  }
}
