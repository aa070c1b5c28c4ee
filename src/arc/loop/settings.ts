import { z } from 'zod'

/** Which checkpoint each module uses, as paths or built-in names. */
export const checkpointPathsSchema = z.object({
  describer: z.string(),
  ruler: z.string(),
  student: z.string().optional(),
  critic: z.string().optional(),
})
export type CheckpointPaths = Readonly<z.infer<typeof checkpointPathsSchema>>

export const loopSettingsSchema = z.object({
  seed: z.number(),
  /** Operator applications per view and ruler. */
  nodes: z.number(),
  loopIters: z.number(),
  candidateK: z.number(),
  editK: z.number(),
  editTopM: z.number(),
  /** Seconds after which nothing new is begun: a safety stop, recorded in the trace when it fires. */
  timeBudget: z.number().optional(),
  /** Analyse also where no edit will follow, because somebody wants to read it. */
  analyse: z.boolean(),
})
export type LoopSettings = Readonly<z.infer<typeof loopSettingsSchema>>

/** The safety stop of one task. It looks at the clock only when it is asked whether to begin something new. */
export class Deadline {
  /** Whether it ever said stop. */
  hit = false
  readonly #end: number

  constructor(seconds = Number.POSITIVE_INFINITY) {
    this.#end = performance.now() + seconds * 1000
  }

  readonly isOver = (): boolean => {
    this.hit ||= performance.now() > this.#end
    return this.hit
  }
}
