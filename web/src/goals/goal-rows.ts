import { useCallback, useEffect, useRef, useState } from 'react'
import * as z from 'zod'
import { asProblem, type GoalAnswer, type ProblemError, schemas } from '../data/api.ts'
import { onLive } from '../data/live.ts'
import { type GoalListQuery, goals } from '../data/questions.ts'
import { farthest, pagesToLoad } from './page-choice.ts'

/**
 * Rows of the goals table, page by page. What is on the screen is asked for first, wherever that is, then its
 * neighbours; whoever scrolls on meanwhile does not wait for what is no longer looked at.
 */
const PAGE = 200
/** Pages that stay in memory: far more than a person has looked at in a minute. */
const MOST_PAGES = 100
const QUIET_MS = 1000

interface Rows {
  readonly total: number
  readonly row: (index: number) => GoalAnswer | undefined
  readonly problem: ProblemError | undefined
  readonly loading: boolean
}

const NONE: Rows = { total: 0, row: () => undefined, problem: undefined, loading: true }

class Loader {
  readonly #filter: GoalListQuery
  readonly #changed: (rows: Rows) => void
  readonly #closed = new AbortController()
  readonly #pages = new Map<number, readonly GoalAnswer[]>()
  /** Pages that may have changed since they were loaded. */
  readonly #stale = new Set<number>()
  #total: number | undefined
  #visible: readonly [number, number] = [0, 0]
  #loading: { readonly page: number; readonly abort: AbortController } | undefined
  #busy = false

  constructor(filter: GoalListQuery, changed: (rows: Rows) => void) {
    this.#filter = filter
    this.#changed = changed
  }

  show(first: number, last: number): void {
    this.#visible = [Math.floor(first / PAGE), Math.floor(last / PAGE)]
    const [from, to] = this.#visible
    const loading = this.#loading?.page
    if (loading !== undefined && (loading < from - 1 || loading > to + 1) && !this.#has(from, to))
      this.#loading?.abort.abort()
    void this.#work()
  }

  /** Something changed: what is on the screen is asked for anew, the rest when it is looked at again. */
  refresh(): void {
    for (const page of this.#pages.keys()) this.#stale.add(page)
    void this.#work()
  }

  close(): void {
    this.#closed.abort()
    this.#loading?.abort.abort()
  }

  #has(from: number, to: number): boolean {
    for (let page = from; page <= to; page += 1) if (!this.#pages.has(page)) return false
    return true
  }

  async #work(): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    try {
      for (let page = this.#next(); page !== undefined; page = this.#next()) await this.#load(page)
    } catch (error) {
      this.#tell(asProblem(error))
    } finally {
      this.#busy = false
    }
  }

  #next(): number | undefined {
    if (this.#closed.signal.aborted) return undefined
    const pages = this.#total === undefined ? 1 : Math.ceil(this.#total / PAGE)
    return pagesToLoad(this.#visible, pages).find((page) => !this.#pages.has(page) || this.#stale.has(page))
  }

  async #load(page: number): Promise<void> {
    const abort = new AbortController()
    this.#loading = { page, abort }
    try {
      const asked = goals(this.#filter, { limit: PAGE, offset: page * PAGE })
      const { items, total } = await asked.ask(abort.signal)
      if (total !== null) this.#total = total
      this.#pages.set(page, items)
      this.#stale.delete(page)
      if (this.#pages.size > MOST_PAGES) this.#pages.delete(farthest([...this.#pages.keys()], page))
      this.#tell(undefined)
    } catch (error) {
      // Somebody has scrolled on: what is on the screen now is next.
      if (!abort.signal.aborted) throw error
    } finally {
      this.#loading = undefined
    }
  }

  #tell(problem: ProblemError | undefined): void {
    if (this.#closed.signal.aborted) return
    this.#changed({
      total: this.#total ?? 0,
      row: (index) => this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE],
      problem,
      loading: false,
    })
  }
}

const Filter = z.object({
  status: schemas.goalStatus.optional().catch(undefined),
  q: z.string().optional(),
  strategy: z.string().optional(),
  sort: schemas.goalSort.optional().catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
})

/** The filter in the address of the page; what makes no sense there is left out. */
export function readFilter(words: Readonly<Record<string, string>>): GoalListQuery {
  return Filter.parse(Object.fromEntries(Object.entries(words).filter(([, word]) => word !== '')))
}

export function useGoalRows(
  filter: GoalListQuery,
): Rows & { readonly show: (first: number, last: number) => void } {
  const [rows, setRows] = useState<Rows>(NONE)
  const loader = useRef<Loader>(undefined)
  // Filters are made anew with every rendering; the same words are the same filter.
  const words = JSON.stringify(filter)
  useEffect(() => {
    const mine = new Loader(JSON.parse(words), setRows)
    loader.current = mine
    mine.show(0, 0)
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onLive(['attempt', 'goal', 'run-ended'], () => {
      timer ??= setTimeout(() => {
        timer = undefined
        mine.refresh()
      }, QUIET_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
      mine.close()
    }
  }, [words])
  const show = useCallback((first: number, last: number) => loader.current?.show(first, last), [])
  return { ...rows, show }
}
