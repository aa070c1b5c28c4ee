import { useCallback, useEffect, useRef, useState } from 'react'
import type { Goal, GoalPage } from '../data/api.ts'
import { onLive } from '../data/live.ts'
import { asProblem, call, type Problem } from '../data/resource.ts'

/**
 * Rows of the goals table, page by page. A page is found through the cursor of the one before it, so a jump far down
 * loads the pages on the way first; pages once known are asked for again by themselves when something changes.
 */
const PAGE = 500
const QUIET_MS = 1000

interface Rows {
  readonly total: number
  readonly items: readonly (Goal | undefined)[]
  readonly problem: Problem | undefined
  readonly loading: boolean
}

const NONE: Rows = { total: 0, items: [], problem: undefined, loading: true }

class Loader {
  readonly #filter: string
  readonly #changed: (rows: Rows) => void
  readonly #abort = new AbortController()
  /** Where each page begins; the first has no cursor. Undefined behind the last known page. */
  readonly #cursors: string[] = ['']
  #items: (Goal | undefined)[] = []
  #total = 0
  #wanted = 0
  #visible: readonly [number, number] = [0, 0]
  #busy = false
  #stale = new Set<number>([0])

  constructor(filter: string, changed: (rows: Rows) => void) {
    this.#filter = filter
    this.#changed = changed
  }

  show(first: number, last: number): void {
    this.#visible = [Math.floor(first / PAGE), Math.floor(last / PAGE)]
    this.#wanted = Math.max(this.#wanted, this.#visible[1])
    void this.#work()
  }

  /** Something changed: the first page for the total, and what is on the screen. */
  refresh(): void {
    this.#stale.add(0)
    for (let page = this.#visible[0]; page <= this.#visible[1]; page++) this.#stale.add(page)
    void this.#work()
  }

  close(): void {
    this.#abort.abort()
  }

  async #work(): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    try {
      for (let page = this.#next(); page !== undefined; page = this.#next()) await this.#load(page)
      this.#tell(undefined)
    } catch (error) {
      if (!this.#abort.signal.aborted) {
        this.#tell(asProblem(error))
      }
    } finally {
      this.#busy = false
    }
  }

  #next(): number | undefined {
    for (const page of this.#stale) if (this.#cursors[page] !== undefined) return page
    const frontier = Math.ceil(this.#items.length / PAGE)
    return frontier <= this.#wanted && this.#cursors[frontier] !== undefined ? frontier : undefined
  }

  async #load(page: number): Promise<void> {
    const cursor = this.#cursors[page] ?? ''
    const from = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const answer = await call<GoalPage>(`/api/goals?limit=${PAGE}${this.#filter}${from}`, {
      signal: this.#abort.signal,
    })
    this.#stale.delete(page)
    if (answer.total !== null) this.#total = answer.total
    for (const [index, item] of answer.items.entries()) this.#items[page * PAGE + index] = item
    if (answer.next === null) this.#items.length = page * PAGE + answer.items.length
    else this.#cursors[page + 1] = answer.next
    this.#tell(undefined)
  }

  #tell(problem: Problem | undefined): void {
    if (this.#abort.signal.aborted) return
    const total = Math.max(this.#total, this.#items.length)
    this.#changed({ total, items: [...this.#items], problem, loading: false })
  }
}

export function useGoalRows(filter: string): Rows & { readonly show: (first: number, last: number) => void } {
  const [rows, setRows] = useState<Rows>(NONE)
  const loader = useRef<Loader>(undefined)
  useEffect(() => {
    const mine = new Loader(filter, setRows)
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
  }, [filter])
  const show = useCallback((first: number, last: number) => loader.current?.show(first, last), [])
  return { ...rows, show }
}
