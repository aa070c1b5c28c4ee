/** Time as the engine sees it, so that tests can move it by hand. */
export interface Clock {
  /** Milliseconds since the epoch, never going backwards. */
  now(): number
  /** Calls back once after the delay; the returned function cancels. */
  after(delayMs: number, callback: () => void): () => void
}

export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(delayMs, LONGEST_MS))
    return () => clearTimeout(timer)
  },
}

/** Node fires at once what is to wait longer than this. */
const LONGEST_MS = 2 ** 31 - 1

export interface ManualClock extends Clock {
  /** Moves time on, firing what falls due in order and letting its consequences settle in between. */
  advance(byMs: number): Promise<void>
}

/** A clock for tests and simulations: time stands still until it is advanced. */
export function createManualClock(start = 0): ManualClock {
  let now = start
  const timers = new Set<{ at: number; callback: () => void }>()
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    now: () => now,
    after(delayMs, callback) {
      const timer = { at: now + Math.max(0, delayMs), callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    async advance(byMs) {
      const end = now + byMs
      await settle()
      for (;;) {
        const due = [...timers].filter(({ at }) => at <= end).sort((x, y) => x.at - y.at)[0]
        if (!due) break
        timers.delete(due)
        now = Math.max(now, due.at)
        due.callback()
        await settle()
      }
      now = end
    },
  }
}
