/**
 * The tree of states that an attempt has gone through, kept while it searches so that people can look at it: at any
 * moment, and after it. It is bounded; what is left out is counted. Nothing in it decides anything.
 */
import type { DojoState, TacticResult } from '../lean/index.ts'
import type { Onlooker } from '../strategies/index.ts'
import type { Tactic } from '../tactics/index.ts'

/** A tactic that led nowhere. */
interface FailedTactic {
  readonly tactic: string
  readonly outcome: 'rejected' | 'timeout' | 'crashed'
  readonly cpuSeconds: number
}

export interface SearchNode {
  readonly id: number
  /** Null for a state to begin with: of the goal, or of a lemma for it. */
  readonly parent: number | null
  /** What made it out of its parent. */
  readonly tactic: string | null
  /** Of that tactic, in its table; null where it comes from elsewhere. */
  readonly price: number | null
  readonly cpuSeconds: number
  /** As Lean prints them; none where the proof is complete. */
  readonly goals: readonly string[]
  readonly failed: readonly FailedTactic[]
  /** How many tactics led nowhere from here; `failed` has the first of them. */
  readonly failures: number
}

export interface SearchRecord {
  readonly nodes: readonly SearchNode[]
  /** States that were reached and are not shown. */
  readonly leftOut: number
}

/** The states on the way to a proof, the tactic that led to each. */
export interface ProofPath {
  readonly start: readonly string[]
  readonly steps: readonly {
    readonly tactic: string
    readonly goals: readonly string[]
    readonly milliseconds: number
  }[]
}

const MOST_NODES = 120
const MOST_FAILED = 6
const MOST_GOALS = 8
const LONGEST_GOAL = 1_000
const LONGEST_TACTIC = 400

type Open = { -readonly [K in keyof SearchNode]: SearchNode[K] } & { failed: FailedTactic[] }

export class SearchTree implements Onlooker {
  readonly #nodes: Open[] = []
  readonly #ids = new Map<DojoState, number>()
  readonly #prices = new WeakMap<DojoState, number>()
  readonly #seconds = new WeakMap<DojoState, number>()
  #leftOut = 0

  /** Notes what became of a tactic on a state. */
  add(from: DojoState, tactic: Tactic | string, result: TacticResult): void {
    const cpuSeconds = result.kind === 'crashed' ? 0 : (result.timing.cpuMicros ?? 0) / 1e6
    const text = typeof tactic === 'string' ? tactic : tactic.text
    if ('state' in result) {
      if (typeof tactic !== 'string') this.#prices.set(result.state, tactic.price)
      this.#seconds.set(result.state, cpuSeconds)
      this.#idOf(result.state, result.kind === 'closed')
      return
    }
    const id = this.#idOf(from)
    const node = id === undefined ? undefined : this.#nodes[id]
    if (!node) return
    node.failures += 1
    if (node.failed.length < MOST_FAILED)
      node.failed.push({ tactic: shortened(text, LONGEST_TACTIC), outcome: result.kind, cpuSeconds })
  }

  record(): SearchRecord {
    return {
      nodes: this.#nodes.map((node) => ({ ...node, failed: [...node.failed] })),
      leftOut: this.#leftOut,
    }
  }

  /** How a finished script went, if its states were all seen; what was changed after the search has no path. */
  pathOf(script: string): ProofPath | undefined {
    for (const state of this.#ids.keys()) {
      if (state.goals.length > 0) continue
      const path = [...ancestors(state)].toReversed()
      const tactics = path.flatMap(({ tactic }) => tactic ?? [])
      if (tactics.join('\n') !== script) continue
      const [root, ...rest] = path
      const texts = ({ goals }: DojoState) => goals.map(({ text }) => text)
      const steps = rest.map((at) => ({
        tactic: at.tactic ?? '',
        goals: texts(at),
        milliseconds: (this.#seconds.get(at) ?? 0) * 1000,
      }))
      return { start: root ? texts(root) : [], steps }
    }
    return undefined
  }

  /** A state is known by itself; one that was made elsewhere is put below what it came from. */
  #idOf(state: DojoState, isWanted = false): number | undefined {
    const known = this.#ids.get(state)
    if (known !== undefined) return known
    const parent = state.parent && this.#idOf(state.parent, isWanted)
    if (state.parent && parent === undefined) return undefined
    // The way to a finished proof is what people look for: it is kept, however full the tree is.
    if (this.#nodes.length >= MOST_NODES && !isWanted) {
      this.#leftOut += 1
      return undefined
    }
    const id = this.#nodes.length
    this.#ids.set(state, id)
    this.#nodes.push({
      id,
      parent: parent ?? null,
      tactic: state.tactic === undefined ? null : shortened(state.tactic, LONGEST_TACTIC),
      price: this.#prices.get(state) ?? null,
      cpuSeconds: this.#seconds.get(state) ?? 0,
      goals: state.goals.slice(0, MOST_GOALS).map(({ text }) => shortened(text, LONGEST_GOAL)),
      failed: [],
      failures: 0,
    })
    return id
  }
}

function* ancestors(state: DojoState): Generator<DojoState> {
  for (let at: DojoState | undefined = state; at; at = at.parent) yield at
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)} …` : text
}
