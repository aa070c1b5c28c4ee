import type { RunComparison } from '../../api/index.ts'
import { type Ledger, nameGoals } from '../../ledger/index.ts'
import { RecentlyUsed } from '../../recently-used.ts'

type Differences = Pick<RunComparison, 'only_left' | 'only_right' | 'both'>

interface Known {
  readonly sizes: string
  readonly differences: Promise<Differences>
}

const MOST_DIFFERENT = 500
const MOST_KNOWN = 16

/** Which goals only one of two runs settled. What was settled stays so: while nothing is added the answer is the same. */
export class Comparisons {
  readonly #known = new RecentlyUsed<string, Known>(MOST_KNOWN)

  between(
    ledger: Ledger,
    left: { readonly runId: string; readonly settled: ReadonlySet<string> },
    right: { readonly runId: string; readonly settled: ReadonlySet<string> },
  ): Promise<Differences> {
    const key = JSON.stringify([ledger.place, left.runId, right.runId])
    const sizes = `${left.settled.size} ${right.settled.size}`
    const before = this.#known.get(key)
    if (before?.sizes === sizes) return before.differences
    const differences = compare(ledger, left.settled, right.settled)
    this.#known.set(key, { sizes, differences })
    differences.catch(() => this.#known.delete(key))
    return differences
  }
}

async function compare(
  ledger: Ledger,
  left: ReadonlySet<string>,
  right: ReadonlySet<string>,
): Promise<Differences> {
  const onlyLeft = [...left].filter((key) => !right.has(key))
  const onlyRight = [...right].filter((key) => !left.has(key))
  return {
    only_left: await nameGoals(ledger, onlyLeft.slice(0, MOST_DIFFERENT)),
    only_right: await nameGoals(ledger, onlyRight.slice(0, MOST_DIFFERENT)),
    both: left.size - onlyLeft.length,
  }
}
