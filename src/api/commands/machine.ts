/** What the commands about this machine print, and what every command prints that could not run. */
import * as z from 'zod'
import { config, doctor } from '../system.ts'
import { count, number, text } from '../words.ts'

export const machineCommands = {
  /** By variable. */
  config: z.record(text, config.shape.settings.element.omit({ variable: true })),
  /** By name of the question. */
  doctor: z.record(
    text,
    doctor.shape.findings.element.pick({ verdict: true, detail: true }).extend({ fix: text.optional() }),
  ),
  'doctor --lean': z.object({
    toolchain: z.object({ kind: text, fingerprint: text, lean: text.nullable() }),
    missing: z.array(z.object({ part: text, error: text })),
    abilities: z.array(
      z.object({ name: text, verdict: z.enum(['works', 'fails']), detail: text, seconds: number }),
    ),
    /** Memory of one process after the suite. */
    processBytes: count.nullable(),
    strategies: z.array(z.object({ name: text, available: z.boolean(), lacks: z.array(text) })),
  }),
  clean: z.object({ removed_bytes: count, cache_dir: text }),
  dashboard: z.object({ url: text, port: count }),
  /** Any command; the exit code is 2. */
  error: z.object({
    outcome: z.literal('error'),
    error: z.object({
      /** Stable, and meant for programs. */
      code: text,
      message: text,
      /** Of an error in Lean text. */
      place: text.optional(),
      position: z.object({ line: count, column: count }).nullable().optional(),
      line: text.nullable().optional(),
      /** What to do; left out where the error is a defect of Orch. */
      hint: text.nullable().optional(),
    }),
  }),
}
