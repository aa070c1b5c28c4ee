export interface LoopSettings {
  readonly seed: number
  /** Operator applications per view and ruler. */
  readonly nodes: number
  readonly loopIters: number
  readonly candidateK: number
  readonly editK: number
  readonly editTopM: number
  /** Seconds after which nothing new is begun: a safety stop, recorded in the trace when it fires. */
  readonly timeBudget?: number
  /** Analyse also where no edit will follow, because somebody wants to read it. */
  readonly analyse: boolean
}

/** The safety stop of one task. It looks at the clock only when it is asked whether to begin something new. */
export interface Deadline {
  readonly isOver: () => boolean
  /** Whether it ever said stop. */
  readonly hit: boolean
}

export function createDeadline(
  seconds: number | undefined,
  now: () => number = () => performance.now(),
): Deadline {
  const started = now()
  let hit = false
  return {
    isOver: () => {
      if (seconds !== undefined && now() - started > seconds * 1000) hit = true
      return hit
    },
    get hit() {
      return hit
    },
  }
}
