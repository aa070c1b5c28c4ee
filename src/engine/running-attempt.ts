import type { Attempt, Budget, Outcome } from '../attempt.ts'
import type { Arm, ArmResult, ClaimedSolution, Problem, Verify } from './arm.ts'
import type { Clock } from './clock.ts'

/** How one attempt ended, as seen by the scheduler. */
export interface Ended {
  readonly outcome: Outcome
  readonly startedAt: number
  readonly timeSeconds: number
  readonly cpuSeconds: number
  readonly tactics: readonly string[]
  readonly stuckOn: readonly string[]
  readonly cacheHit: boolean | undefined
  readonly receipt: string | undefined
  readonly error: string | undefined
  /** Why the verifier turned the claim down, if it did. */
  readonly refused: string | undefined
  readonly unresponsive: boolean
  /** Who did it, if not this process. */
  readonly worker: string | undefined
  readonly counterexample: string | undefined
  readonly premises: readonly string[] | undefined
}

export interface CancellableAttempt {
  readonly ended: Promise<Ended>
  cancel(graceMs?: number): void
}

interface StartOptions<P extends Problem, E> {
  readonly problem: P
  readonly arm: Arm<P, E>
  readonly budget: Budget
  readonly isGlance?: boolean
  readonly verify: Verify<P, E>
  readonly verifySeconds: number
  /** How long an arm may take to react to its abort signal. */
  readonly graceMs: number
  readonly clock: Clock
}

type Details = Partial<Pick<Ended, 'receipt' | 'error' | 'refused' | 'unresponsive'>>

/**
 * Starts an arm and sees it through: running, then (if it claims a solution) being judged, then ended.
 * Budget and cancellation abort the signal; an arm that does not react within the grace time is abandoned, and
 * what it says later is not heard. An attempt that was stopped never counts as solved.
 */
export function startAttempt<P extends Problem, E>(options: StartOptions<P, E>): CancellableAttempt {
  const { problem, arm, budget, verify, clock } = options
  const controller = new AbortController()
  const { signal } = controller
  const startedAt = clock.now()
  const { promise, resolve } = Promise.withResolvers<Ended>()
  let stoppedBy: 'timeout' | 'cancelled' | undefined
  let result: ArmResult<E> | undefined
  let judgedSeconds = 0
  let over = false
  let cancelTimer = clock.after(budget.seconds * (arm.patience ?? 1) * 1000, () => stop('timeout'))

  function end(outcome: Outcome, details: Details = {}): void {
    if (over) return
    over = true
    cancelTimer()
    const timeSeconds = result?.timeSeconds ?? Math.max(0, clock.now() - startedAt) / 1000
    const stuckOn = result && 'stuckOn' in result ? (result.stuckOn ?? []) : []
    resolve({
      outcome,
      startedAt,
      timeSeconds,
      cpuSeconds: (result?.cpuSeconds ?? timeSeconds) + judgedSeconds,
      tactics: result?.tactics ?? [],
      stuckOn,
      cacheHit: result?.cacheHit,
      receipt: details.receipt,
      error:
        details.error ??
        (result && 'error' in result ? result.error : undefined) ??
        byTheClock(outcome, timeSeconds),
      refused: details.refused,
      unresponsive: details.unresponsive ?? false,
      worker: result?.worker,
      counterexample: outcome === 'refuted' ? result?.counterexample : undefined,
      premises: outcome === 'proved' ? result?.premises : undefined,
    })
  }

  function stop(reason: 'timeout' | 'cancelled', graceMs = options.graceMs): void {
    if (over || (stoppedBy && graceMs >= options.graceMs)) return
    stoppedBy ??= reason
    const outcome = stoppedBy
    cancelTimer()
    cancelTimer = clock.after(graceMs, () => end(outcome, { unresponsive: true }))
    controller.abort(new DOMException(`The attempt was stopped: ${reason}.`, 'AbortError'))
  }

  async function judge(claim: ClaimedSolution<E>): Promise<void> {
    cancelTimer()
    cancelTimer = clock.after(options.verifySeconds * 1000, () => stop('timeout'))
    const verdict = await verify(problem, claim, { signal })
    // Without a time of its own the attempt counts by the clock, and the judgement is part of that.
    if (result?.cpuSeconds !== undefined) judgedSeconds = verdict.cpuSeconds ?? 0
    if (stoppedBy) end(stoppedBy)
    else if (verdict.kind === 'accepted')
      end(claim.kind, { ...(verdict.receipt && { receipt: verdict.receipt }) })
    else
      end('failed', { refused: verdict.reason, error: `The verifier refused the claim: ${verdict.reason}` })
  }

  async function run(): Promise<void> {
    try {
      result = await arm.run(problem, { budget, signal, isGlance: options.isGlance ?? false })
      if (stoppedBy) end(stoppedBy)
      else if (result.kind === 'proved' || result.kind === 'refuted') await judge(result)
      else end(result.kind)
    } catch (error) {
      // What was stopped says only that it was stopped.
      if (stoppedBy) end(stoppedBy)
      else end('error', { error: error instanceof Error ? error.message : String(error) })
    }
  }

  void run()
  return { ended: promise, cancel: (graceMs) => stop('cancelled', graceMs) }
}

/** On a busy machine the time is up before the work is done that it was meant for. */
function byTheClock(outcome: Outcome, seconds: number): string | undefined {
  return outcome === 'timeout'
    ? `stopped by the clock after ${seconds.toFixed(seconds < 10 ? 1 : 0)} s`
    : undefined
}

/** The row for the ledger. */
export function attemptOf(
  { key, text }: Problem,
  { name, version }: { readonly name: string; readonly version: string },
  budget: Budget,
  ended: Ended,
): Attempt {
  const { outcome, tactics, timeSeconds, cpuSeconds, startedAt, receipt, error, cacheHit } = ended
  const { counterexample, premises } = ended
  return {
    goalKey: key,
    goalText: text,
    strategy: name,
    strategyVersion: version,
    outcome,
    tactics,
    timeSeconds,
    cpuSeconds,
    budget,
    startedAt,
    receipt,
    error,
    cacheHit,
    ...(counterexample !== undefined && { counterexample }),
    ...(premises !== undefined && { premises }),
  }
}
