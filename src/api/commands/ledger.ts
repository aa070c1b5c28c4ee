/** What the commands print that search goals, or tell what the ledger holds. */
import * as z from 'zod'
import { attempt } from '../attempts.ts'
import { goalDetail } from '../goals.ts'
import { strategyStats } from '../strategies.ts'
import { delivered, ticket, undelivered } from '../tickets.ts'
import { count, number, share, text, time } from '../words.ts'

const goal = goalDetail.pick({
  id: true,
  goal_hash: true,
  goal: true,
  status: true,
  solved_by: true,
  script: true,
  receipt: true,
  proved_type: true,
  difficulty: true,
  priority: true,
  context: true,
  imports: true,
  preamble: true,
})

const history = goal.extend({
  attempts: z.array(
    attempt
      .pick({
        strategy: true,
        strategy_version: true,
        outcome: true,
        time_seconds: true,
        cpu_seconds: true,
        budget_seconds: true,
        run_id: true,
        error: true,
      })
      .extend({ timestamp: time }),
  ),
  /** As the ledger holds it. */
  receipt: z.unknown(),
})

export const ledgerCommands = {
  bank: z.object({
    timestamp: time,
    goals_total: count,
    goals_processed: count,
    goals_solved: count,
    strategies: z.record(
      text,
      z.object({ used: count, succeeded: count, refuted: count, cpu_seconds: number }),
    ),
    config: z.object({
      timeout: number,
      max_heavy: count,
      max_light: count,
      cpu_target: share,
      profile: count,
      policy: text,
      slate: count,
      cache: z.boolean(),
    }),
    goals_refuted: count,
    goals_ill_typed: count,
    /** Beside the goals of the bank, for them or, with --tickets, for others; the strategies' numbers include them. */
    lemmas_proved: count,
    bad_lines: z.array(z.object({ line: count, message: text })),
    bank: text,
    run_id: text,
    seed: count,
    resumed: z.boolean(),
    ended: z.enum(['done', 'timeout', 'interrupted']),
    time_seconds: number,
    cpu_seconds: number,
    /** Of every Lean process, start and checks included; null where the system does not tell. */
    lean_cpu_seconds: number.nullable(),
    /** What that time went into, in seconds, and how many processes there were. */
    lean_cpu: z
      .object({
        starts: number,
        preambles: number,
        statements: number,
        search: number,
        checking: number,
        given_up: number,
        rest: number,
        total: number,
        processes: count,
        killed: count,
      })
      .nullable(),
    toolchain: z.object({ kind: text, fingerprint: text }),
    /** One JSON object per line for each goal. */
    goals_file: text,
  }),
  bg: z.object({
    run_id: text,
    resumed: z.boolean(),
    goals_solved: count,
    goals_refuted: count,
    attempts: count,
    time_seconds: number,
  }),
  goals: z.object({ goals: z.array(goal) }),
  /** Several where a name stands for several goals: banks change. */
  show: z.union([history, z.object({ goals: z.array(history) })]),
  stats: z.object({
    ledger: text,
    strategies: z.array(strategyStats),
    /** Where machines share a queue. */
    jobs: z
      .object({
        queues: z.array(z.object({ queue: text, waiting: count, active: count })),
        dead: count,
        dead_jobs: z.array(z.object({ queue: text, run: text, key: text, error: text, died_at: time })),
      })
      .optional(),
  }),
  audit: z.object({
    ledger: text,
    receipts: count,
    confirmed: count,
    findings: z.array(
      z.object({ receipt: text, goal_hash: text, verdict: z.enum(['denied', 'unknown']), why: text }),
    ),
    /** Goals that the ledger calls settled though nothing in it bears that out. */
    claimed: z.array(z.object({ goal_hash: text, id: text, told: text })),
    resumed: z.boolean(),
  }),
  export: z.object({
    file: text,
    theorems: count,
    left_out: z.array(z.object({ id: text, why: text })),
    /** What Lean says about the file; empty if it checks. */
    errors: z.array(text),
  }),
  migrate: z.object({
    ledger: text,
    tables: z.array(
      z.object({ table: text, rows: count, copied: count, equal: count, differing: count, hash: text }),
    ),
  }),
  worker: z.object({ jobs: count }),
  workers: z.object({
    ledger: text,
    workers: z.array(
      z.object({
        worker: text,
        host: text,
        pid: count,
        alive: z.boolean(),
        capability: text,
        versions: z.object({
          orch: text,
          build: text,
          work: z.array(text),
          toolchain: text,
          checker: text,
          strategies: z.array(text),
        }),
        lanes: z.object({ light: count, heavy: count }),
        up_seconds: number,
        silent_seconds: number,
        running: z.array(z.object({ what: text, run: text, seconds: number })),
      }),
    ),
  }),
  'market list': z.object({ tickets: z.array(ticket) }),
  'market search': z.object({ tickets: z.array(ticket.extend({ similarity: share })) }),
  'market show': ticket,
  'market request': ticket,
  'market claim': ticket,
  'market cancel': ticket,
  'market complete': z.union([delivered, undelivered]),
}
