/** Answers about this machine and its settings. */
import * as z from 'zod'
import { count, number, share, text, time } from './words.ts'

export const doctor = z.object({
  findings: z.array(
    z.object({ name: text, verdict: z.enum(['good', 'absent', 'bad']), detail: text, fix: text.nullable() }),
  ),
})

export const config = z.object({
  settings: z.array(
    z.object({
      name: text,
      variable: text,
      /** A secret is only said to be set or not. */
      value: text,
      origin: text,
      allowed: text,
      description: text,
    }),
  ),
})

export const logs = z.object({ items: z.array(z.object({ at: time, level: text, message: text })) })

export const health = z.object({
  status: z.enum(['ok', 'degraded']),
  version: text,
  ledger: z.object({ place: text, reachable: z.boolean(), detail: text.nullable() }),
  uptime_seconds: number,
  time,
  /** Runs that go on right now. */
  runs: count,
})

export const machineHistory = z.object({
  cores: count,
  memory_bytes: number,
  samples: z.array(
    z.object({ at: time, cpu_share: share, memory_share: share, cpu_target: share.nullable() }),
  ),
})

export const workers = z.object({
  /** Whether machines can share this ledger at all: it is on PostgreSQL. */
  shared: z.boolean(),
  workers: z.array(
    z.object({
      worker: text,
      host: text,
      alive: z.boolean(),
      lanes: z.object({ light: count, heavy: count }),
      up_seconds: z.number(),
      silent_seconds: z.number(),
      running: z.array(z.object({ what: text, run: text, seconds: z.number() })),
    }),
  ),
  queues: z.array(z.object({ queue: text, waiting: count, active: count })),
  dead: count,
  /** The newest of them. */
  dead_jobs: z.array(z.object({ queue: text, run: text, key: text, error: text, died_at: time })),
})

export type Workers = z.infer<typeof workers>
export type Doctor = z.infer<typeof doctor>
export type ConfigAnswer = z.infer<typeof config>
export type Logs = z.infer<typeof logs>
export type Health = z.infer<typeof health>
export type MachineHistory = z.infer<typeof machineHistory>
