/** How a strategy ends: its own budget is a failure to report, the caller's signal is not its business. */
import { Session } from './session.ts'
import type { StrategyGoal, StrategyResult, StrategyRun, StrategyTools } from './strategy.ts'

type Failed = Extract<StrategyResult, { readonly kind: 'failed' }>
type Proved = Extract<StrategyResult, { readonly kind: 'proved' }>

export function proved({ cpuSeconds }: Session, script: string): Proved {
  return { kind: 'proved', script, cpuSeconds }
}

export function failed(session: Session, why: string, stuckOn?: string): Failed {
  return {
    kind: 'failed',
    why,
    cpuSeconds: session.cpuSeconds,
    ...(stuckOn === undefined ? {} : { stuckOn }),
  }
}

export interface Attack {
  readonly goal: StrategyGoal
  readonly tools: StrategyTools
  readonly run: StrategyRun
}

/** Opens the goal and searches; throws the caller's reason if the caller gave up, reports a spent budget as a failure. */
export async function attack(
  { goal, tools, run }: Attack,
  search: (session: Session) => Promise<StrategyResult>,
): Promise<StrategyResult> {
  const session = await openInTime({ goal, tools, run })
  if (!session) return { kind: 'failed', why: outOfTime(run), outOfTime: true, cpuSeconds: 0 }
  await using _closed = session
  try {
    const result = await search(session)
    const script = result.kind === 'failed' ? undefined : result.script
    return { ...result, rows: [...(result.rows ?? []), ...session.rows.counts(script)] }
  } catch (error) {
    const rows = session.rows.counts()
    if (run.signal.aborted) {
      if (session.cpuSeconds !== null) run.onStopped?.(session.cpuSeconds, rows)
      throw run.signal.reason
    }
    if (session.signal.aborted) return { ...failed(session, outOfTime(run)), outOfTime: true, rows }
    throw error
  }
}

async function openInTime({ goal, tools, run }: Attack): Promise<Session | undefined> {
  try {
    return await Session.open(goal, tools, run)
  } catch (error) {
    // It waited for a Lean and searched nothing; without a number its waiting would count as work.
    if (run.signal.aborted) run.onStopped?.(0, [])
    if (run.signal.aborted || !(error instanceof DOMException && error.name === 'TimeoutError')) throw error
    return undefined
  }
}

export function outOfTime(run: StrategyRun): string {
  return `nothing found in ${run.budgetSeconds} s of work`
}
