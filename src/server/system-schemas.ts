/** Answers about this machine and its settings. */
import * as z from 'zod'
import { text, time } from './schema-words.ts'

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

export type Doctor = z.infer<typeof doctor>
export type Config = z.infer<typeof config>
export type Logs = z.infer<typeof logs>
