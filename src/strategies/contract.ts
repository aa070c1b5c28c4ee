/**
 * What every strategy must do, whatever it is: one suite, run against each of them (`contract.test.ts`), and
 * usable for a strategy that lives outside this package.
 */
import { describe, expect, it } from 'vitest'
import type { Checker, GoalInput, LeanPool } from '../lean/index.ts'
import { fixNegation } from './fix-negation.ts'
import type { Strategy, StrategyResult, StrategyRun, StrategyTools } from './strategy.ts'
import { strategyGoal, strategyTools } from './tools.ts'

export interface StrategyContract {
  readonly strategy: Strategy
  /** The real Lean, there while the tests run. Strategies may share it, one after the other. */
  readonly lean: StrategyLean
  /** A goal that the strategy settles, and how. */
  readonly easy: { readonly goal: GoalInput; readonly kind: 'proved' | 'refuted' }
}

/** One process to search in and one to judge. */
export interface StrategyLean {
  readonly pool: LeanPool
  readonly checker: Checker
}

/** Small instances hold and no tactic settles it quickly: a strategy is busy with it until it is stopped. */
const ENDLESS: GoalInput = {
  preamble: `def walk : Nat → Nat → Nat
  | 0, steps => steps
  | n + 1, steps => walk n (steps * steps + n)
`,
  statement:
    '∀ a b c d : Nat, walk a (walk b (walk c d)) ≤ walk (a + b + c) (walk (a * b) (d + c)) + d ^ (a + b)',
}

/** A cancelled request is answered, or its process killed, well within this. */
const QUIET = { timeout: 100_000 }

/** For each of the tests, whatever the project that runs them allows by default: Lean may have to start first. */
const TEST_MS = 300_000

const FALSE: GoalInput = { statement: '∀ a b : Nat, a * b + 7 ≠ 1000003 * (a + 1)' }

/** The first request opens the goal; with the next a strategy is at its own work. */
const OPENING_REQUESTS = 1

export function strategyContract({ strategy, lean, easy }: StrategyContract): void {
  describe(`the strategy ${strategy.name}`, { timeout: TEST_MS }, () => {
    const attempt = (
      input: GoalInput,
      run: Partial<StrategyRun> = {},
      tools: StrategyTools = strategyTools(lean.pool),
    ): Promise<StrategyResult> =>
      strategy.run(strategyGoal(input), tools, {
        budgetSeconds: 60,
        signal: new AbortController().signal,
        ...run,
      })

    const accepted = async (input: GoalInput, result: StrategyResult): Promise<boolean> => {
      if (result.kind === 'failed') return false
      const fixed = await lean.checker.fix(input)
      const statement = result.kind === 'proved' ? fixed : await fixNegation(lean.checker, fixed)
      if (!statement) return false
      const verdict = await lean.checker.check({ statement, proof: { script: result.script } })
      return verdict.kind === 'accepted'
    }

    /** Requests still running in Lean, by the process's own count. */
    const busy = (): Promise<number> => lean.pool.use(async (server) => server.inFlight)
    const requests = (): Promise<number> => lean.pool.use(async (server) => server.requests)

    it('settles an easy goal with a script that the checker accepts, and reports the CPU time it used', async () => {
      const result = await attempt(easy.goal)
      expect(result.kind).toBe(easy.kind)
      expect(await accepted(easy.goal, result)).toBe(true)
      expect(result.cpuSeconds === null || result.cpuSeconds > 0).toBe(true)
    })

    it('claims no proof of a false statement', async () => {
      const result = await attempt(FALSE, { budgetSeconds: 3 })
      expect(result.kind).not.toBe('proved')
    })

    let unstopped: Promise<StrategyResult> | undefined
    const onEndless = () => {
      unstopped ??= attempt(ENDLESS, { budgetSeconds: 2 })
      return unstopped
    }

    it('gives up by itself when its budget is spent, and leaves nothing running', async () => {
      expect((await onEndless()).kind).toBe('failed')
      await expect.poll(busy, QUIET).toBe(0)
    })

    it('stops when it is told to while it works, and leaves nothing running', async ({ skip }) => {
      const alone = await onEndless()
      skip(alone.kind === 'failed' && !alone.outOfTime, 'it is done with any goal at once')
      const stop = new AbortController()
      const reason = new Error('told to stop')
      const before = await requests()
      const working = attempt(ENDLESS, { signal: stop.signal })
      const rejected = expect(working).rejects.toBe(reason)
      await expect.poll(requests, QUIET).toBeGreaterThan(before + OPENING_REQUESTS)
      stop.abort(reason)
      await rejected
      await expect.poll(busy, QUIET).toBe(0)
    })

    it('stops when it is told to as soon as its goal is open', async () => {
      const stop = new AbortController()
      const reason = new Error('told to stop')
      const tools = strategyTools(lean.pool)
      const openDojo: StrategyTools['openDojo'] = async (goal, signal) => {
        const dojo = await tools.openDojo(goal, signal)
        stop.abort(reason)
        return dojo
      }
      const working = attempt(easy.goal, { signal: stop.signal }, { ...tools, openDojo })
      await expect(working).rejects.toBe(reason)
      await expect.poll(busy, QUIET).toBe(0)
    })

    it('does not start when it was stopped before', async () => {
      const reason = new Error('never mind')
      await expect(attempt(easy.goal, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    })

    it('goes on when Lean has died between opening the goal and the first tactic', async () => {
      const tools = strategyTools(lean.pool)
      let deaths = 0
      const openDojo: StrategyTools['openDojo'] = async (goal, signal) => {
        const dojo = await tools.openDojo(goal, signal)
        if (deaths++ === 0) await killLean()
        return dojo
      }
      const result = await attempt(easy.goal, {}, { ...tools, openDojo })
      expect(deaths).toBeGreaterThan(0)
      expect(result.kind).toBe(easy.kind)
    })

    it('goes on when Lean is killed while it works, if it tells of its progress', async ({ skip }) => {
      let killed = false
      const lease = await lean.pool.lease()
      const { pid } = lease.server
      const result = await attempt(easy.goal, {
        onProgress: () => {
          if (killed || pid === undefined) return
          killed = true
          process.kill(pid, 'SIGKILL')
        },
      })
      lease.release()
      skip(!killed, 'it tells nothing of its progress')
      expect(result.kind).toBe(easy.kind)
    })

    /** Returns when the process is gone, so that whoever uses it next finds it dead. */
    async function killLean(): Promise<void> {
      const lease = await lean.pool.lease()
      const { server } = lease
      if (server.pid !== undefined) process.kill(server.pid, 'SIGKILL')
      await server.exited
      lease.release()
    }
  })
}
