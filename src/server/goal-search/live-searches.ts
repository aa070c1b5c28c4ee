/**
 * Searches that people ask for on the page of a goal, one after the other: Lean serves everybody here, and two
 * searches at once would only take each other's time. One that has to wait is `waiting`; it can be stopped like any
 * other. What the ledger keeps of a search (attempts, proof, trees) it keeps by itself; here is what is going on.
 */
import type { GoalSearchAnswer, SearchTreeAnswer, StartGoalSearch } from '../../api/index.ts'
import type { Config } from '../../config/index.ts'
import { OrchError } from '../../errors.ts'
import type { Ledger, StoredGoal } from '../../ledger/index.ts'
import type { SearchTree } from '../../search/index.ts'
import { type ProveResult, toInput } from '../../search/index.ts'
import { type LazyLean, proveGoal } from '../../use-cases/index.ts'
import { ApiProblem } from '../problem.ts'
import { treeAnswer } from './tree-answer.ts'

export interface LiveSearchesOptions {
  readonly parts: () => Promise<{ readonly ledger: Ledger; readonly lean: LazyLean; readonly config: Config }>
  /** Told when there is something new to show. */
  readonly onChange: () => void
  readonly onProblem: (error: unknown) => void
}

/** Whoever looks is told of news at most this often. */
const NEWS_MS = 250
const MOST_WAITING = 20
const MOST_REMEMBERED = 100

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

interface Entry {
  readonly answer: Mutable<GoalSearchAnswer>
  readonly stopping: AbortController
  /** Of the attempts that go on. */
  readonly trees: Map<string, SearchTree>
}

export class LiveSearches implements AsyncDisposable {
  readonly #options: LiveSearchesOptions
  readonly #entries = new Map<string, Entry>()
  #last: Promise<void> = Promise.resolve()
  #news: NodeJS.Timeout | undefined

  constructor(options: LiveSearchesOptions) {
    this.#options = options
  }

  of(goalKey: string): GoalSearchAnswer {
    return this.#entries.get(goalKey)?.answer ?? idle(goalKey)
  }

  /** Trees that still grow. */
  treesOf(goalKey: string): readonly SearchTreeAnswer[] {
    const entry = this.#entries.get(goalKey)
    if (!entry) return []
    const updatedAt = new Date().toISOString()
    return [...entry.trees].map(([strategy, tree]) =>
      treeAnswer({ strategy, runId: undefined, updatedAt, tree: tree.record() }, true),
    )
  }

  start(goal: StoredGoal, wanted: StartGoalSearch): GoalSearchAnswer {
    if (isGoingOn(this.of(goal.key)))
      throw new ApiProblem(409, 'searching-already', 'A search on this goal is going on already.')
    const waiting = [...this.#entries.values()].filter(({ answer }) => isGoingOn(answer)).length
    if (waiting >= MOST_WAITING)
      throw new ApiProblem(429, 'too-many-searches', `${waiting} searches wait for Lean already.`)
    const entry: Entry = {
      answer: {
        ...idle(goal.key),
        state: 'waiting',
        kind: wanted.kind,
        asked_at: new Date().toISOString(),
        timeout_seconds: wanted.timeout_seconds,
      },
      stopping: new AbortController(),
      trees: new Map(),
    }
    this.#entries.delete(goal.key)
    this.#entries.set(goal.key, entry)
    this.#forgetOld()
    this.#last = this.#last.then(() => this.#run(goal, wanted, entry))
    this.#tell()
    return entry.answer
  }

  stop(goalKey: string): GoalSearchAnswer {
    this.#entries.get(goalKey)?.stopping.abort(new OrchError('stopped', 'The search was stopped.'))
    return this.of(goalKey)
  }

  async #run(goal: StoredGoal, wanted: StartGoalSearch, entry: Entry): Promise<void> {
    const { answer, stopping } = entry
    try {
      stopping.signal.throwIfAborted()
      answer.state = 'starting'
      const { kind, timeout_seconds: timeoutSeconds, profile } = wanted
      const result = await proveGoal(await this.#options.parts(), toInput(goal), {
        goal,
        timeoutSeconds,
        profile: profile as 0 | 1 | 2,
        signal: stopping.signal,
        ...(kind === 'refute' && { strategies: ['refute'] }),
        ...this.#watching(entry),
      })
      Object.assign(answer, ending(result, wanted))
    } catch (error) {
      if (!stopping.signal.aborted && !(error instanceof OrchError)) this.#options.onProblem(error)
      const isKnown = error instanceof OrchError
      answer.outcome = stopping.signal.aborted ? 'cancelled' : 'error'
      answer.detail = isKnown ? error.message : 'Something went wrong; the log of the server says more.'
    }
    answer.state = 'ended'
    answer.tactic = null
    entry.trees.clear()
    this.#tell()
  }

  #watching(
    entry: Entry,
  ): Pick<Parameters<typeof proveGoal>[2], 'onTactic' | 'onPhase' | 'onAttempt' | 'onTree'> {
    const { answer, trees } = entry
    return {
      onPhase: ({ kind }) => {
        answer.state = kind
        if (kind === 'searching') answer.searching_since ??= new Date().toISOString()
        this.#tell()
      },
      onTactic: (tactic) => {
        answer.tactics += 1
        answer.tactic = tactic
        this.#tell()
      },
      onTree: (strategy, tree) => trees.set(strategy, tree),
      onAttempt: (news) => {
        const { strategy } = news
        if (news.kind === 'started')
          answer.attempts.push({ ...NOT_ENDED, strategy, started_at: new Date().toISOString() })
        else {
          const row = answer.attempts.findLast((one) => one.strategy === strategy && one.outcome === null)
          const { outcome, timeSeconds: time_seconds, cpuSeconds: cpu_seconds } = news.attempt
          if (row) Object.assign(row, { outcome, time_seconds, cpu_seconds })
          trees.delete(strategy)
        }
        this.#tell()
      },
    }
  }

  #forgetOld(): void {
    for (const [key, { answer }] of this.#entries) {
      if (this.#entries.size <= MOST_REMEMBERED) return
      if (!isGoingOn(answer)) this.#entries.delete(key)
    }
  }

  #tell(): void {
    this.#news ??= setTimeout(() => {
      this.#news = undefined
      this.#options.onChange()
    }, NEWS_MS)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const key of this.#entries.keys()) this.stop(key)
    await this.#last
    clearTimeout(this.#news)
  }
}

const NOT_ENDED = { outcome: null, time_seconds: null, cpu_seconds: null }

function idle(goalKey: string): GoalSearchAnswer {
  return {
    goal_hash: goalKey,
    state: 'idle',
    kind: null,
    asked_at: null,
    searching_since: null,
    timeout_seconds: 0,
    tactics: 0,
    tactic: null,
    attempts: [],
    outcome: null,
    detail: null,
    stuck_on: null,
  }
}

function isGoingOn({ state }: GoalSearchAnswer): boolean {
  return state !== 'idle' && state !== 'ended'
}

function ending(
  { outcome, strategy, stuck_on, time_seconds, tried }: ProveResult,
  { kind, timeout_seconds }: StartGoalSearch,
): Pick<GoalSearchAnswer, 'outcome' | 'detail' | 'stuck_on'> {
  const after = `after ${time_seconds.toFixed(1)} s`
  const names = [...new Set(tried.map((one) => one.strategy))].join(', ')
  const looked = kind === 'refute' ? 'No counterexample was found' : 'No proof was found'
  const details: Readonly<Record<typeof outcome, string>> = {
    proved: `Proved by ${strategy} ${after}.`,
    refuted: `Refuted by ${strategy} ${after}.`,
    failed: `${looked}: ${names || 'every strategy'} had all its time or tried all it knows.`,
    timeout: `${looked} within ${timeout_seconds} s. Tried: ${names || 'nothing was finished'}.`,
    cancelled: `Stopped ${after}.`,
    error: 'Lean could not be used; the log of the server says why.',
  }
  return { outcome, detail: details[outcome], stuck_on }
}
