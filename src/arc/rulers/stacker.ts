import { LENGTH } from '../cost.ts'
import type { GridStore, Value } from '../grid/index.ts'
import type { Piece } from './search.ts'

/** Layers chosen by the stacker, the first on top. */
export interface Stacked {
  readonly layers: readonly Piece[]
  readonly cost: number
  /** Which train pairs the stack reproduces exactly. */
  readonly solved: readonly boolean[]
}

/** More layers than this explain a picture cell by cell, not by a rule. */
const MAX_LAYERS = 8

/**
 * Bit sets over the cells of all train outputs, each pair starting at a word of its own:
 * where a piece has ink, and where that ink is wrong. Stacking then needs only word operations.
 */
export class Stacker {
  readonly #pieces: readonly Piece[]
  readonly #ink: Uint32Array
  readonly #wrong: Uint32Array
  readonly #words: number
  readonly #pairStart: number[] = []
  readonly #wanted: Uint32Array
  readonly #all: Uint32Array

  constructor(store: GridStore, pieces: readonly Piece[], outputs: readonly Value[]) {
    this.#pieces = pieces
    let words = 0
    for (const output of outputs) {
      this.#pairStart.push(words)
      words += (store.width[output]! * store.height[output]! + 31) >> 5
    }
    this.#pairStart.push(words)
    this.#words = words
    this.#ink = new Uint32Array(pieces.length * words)
    this.#wrong = new Uint32Array(pieces.length * words)
    this.#wanted = new Uint32Array(words)
    this.#all = new Uint32Array(words)
    outputs.forEach((output, pair) => {
      const area = store.width[output]! * store.height[output]!
      const target = store.start[output]!
      const first = this.#pairStart[pair]!
      for (let i = 0; i < area; i++) {
        this.#all[first + (i >> 5)]! |= 1 << (i & 31)
        if (store.cells[target + i] !== 0) this.#wanted[first + (i >> 5)]! |= 1 << (i & 31)
      }
      pieces.forEach((piece, k) => {
        const from = store.start[piece.values[pair]!]!
        const base = k * words + first
        for (let i = 0; i < area; i++) {
          const ink = store.cells[from + i]!
          if (ink === 0) continue
          const bit = 1 << (i & 31)
          this.#ink[base + (i >> 5)]! |= bit
          if (ink !== store.cells[target + i]) this.#wrong[base + (i >> 5)]! |= bit
        }
      })
    })
  }

  /**
   * Greedy: lay the piece that covers most open cells without a wrong one, until the target is covered.
   * Only pieces up to `maxCost` count, and only the pairs in `pairs` must come out right.
   * `first` forces the first layer, for another start than the greedy one.
   */
  stack(maxCost: number, pairs: readonly boolean[], first = -1): Stacked | undefined {
    const open = new Uint32Array(this.#words)
    pairs.forEach((required, pair) => {
      if (!required) return
      for (let w = this.#pairStart[pair]!; w < this.#pairStart[pair + 1]!; w++) open[w] = this.#all[w]!
    })
    const chosen = this.#lay(open, maxCost, first)
    if (this.#missing(open) > 0 || chosen.length === 0) return undefined
    const kept = this.#prune(chosen, pairs)
    const layers = kept.map((k) => this.#pieces[k]!)
    const cost = layers.reduce((sum, piece) => sum + piece.cost + LENGTH.layer, 0)
    return { layers, cost, solved: this.#solved(kept) }
  }

  /** Layers by the greedy choice without a wrong cell; cells may stay open. */
  cover(): Piece[] {
    return this.#lay(this.#all.slice(), Number.POSITIVE_INFINITY).map((k) => this.#pieces[k]!)
  }

  /** Closes open cells piece by piece until none is missing or none can be closed. */
  #lay(open: Uint32Array, maxCost: number, first = -1): number[] {
    const chosen: number[] = []
    for (let next = first; chosen.length < MAX_LAYERS && this.#missing(open) > 0; next = -1) {
      if (next < 0) next = this.#best(open, maxCost)
      if (next < 0) break
      chosen.push(next)
      for (let w = 0; w < this.#words; w++) open[w]! &= ~this.#ink[next * this.#words + w]!
    }
    return chosen
  }

  #missing(open: Uint32Array): number {
    let count = 0
    for (let w = 0; w < this.#words; w++) count += bits(open[w]! & this.#wanted[w]!)
    return count
  }

  #best(open: Uint32Array, maxCost: number): number {
    const words = this.#words
    let best = -1
    let bestScore = 0
    for (let k = 0; k < this.#pieces.length; k++) {
      const cost = this.#pieces[k]!.cost
      if (cost > maxCost) continue
      const base = k * words
      let gain = 0
      let w = 0
      for (; w < words; w++) {
        if ((this.#wrong[base + w]! & open[w]!) !== 0) break
        gain += bits(this.#ink[base + w]! & open[w]!)
      }
      if (w < words || gain === 0) continue
      const score = gain * 64 - cost
      if (score > bestScore) {
        bestScore = score
        best = k
      }
    }
    return best
  }

  /**
   * Drops layers that the others make needless, the topmost first: the greedy choice takes more large pieces than
   * are needed.
   */
  #prune(chosen: readonly number[], pairs: readonly boolean[]): number[] {
    let kept = [...chosen]
    for (const candidate of chosen) {
      if (kept.length < 2) break
      const rest = kept.filter((k) => k !== candidate)
      if (this.#solved(rest).every((solved, pair) => solved || !pairs[pair])) kept = rest
    }
    return kept
  }

  #solved(layers: readonly number[]): boolean[] {
    const words = this.#words
    return this.#pairStart.slice(0, -1).map((start, pair) => {
      for (let w = start; w < this.#pairStart[pair + 1]!; w++) {
        let open = this.#all[w]!
        for (const k of layers) {
          if ((this.#wrong[k * words + w]! & open) !== 0) return false
          open &= ~this.#ink[k * words + w]!
        }
        if ((open & this.#wanted[w]!) !== 0) return false
      }
      return true
    })
  }

  /** Pieces that are the whole answer on some pair, cheapest first. */
  singles(): Stacked[] {
    const found: Stacked[] = []
    this.#pieces.forEach((piece, k) => {
      const solved = this.#solved([k])
      if (solved.some(Boolean)) found.push({ layers: [piece], cost: piece.cost + LENGTH.layer, solved })
    })
    return found
  }

  /** Pieces without a wrong cell on the required pairs, by falling gain: other starts for the greedy stack. */
  starts(maxCost: number, count: number): number[] {
    const words = this.#words
    const found: { k: number; gain: number }[] = []
    this.#pieces.forEach((piece, k) => {
      if (piece.cost > maxCost) return
      let gain = 0
      for (let w = 0; w < words; w++) {
        if (this.#wrong[k * words + w] !== 0) return
        gain += bits(this.#ink[k * words + w]!)
      }
      if (gain > 0) found.push({ k, gain })
    })
    found.sort((a, b) => b.gain - a.gain || this.#pieces[a.k]!.cost - this.#pieces[b.k]!.cost || a.k - b.k)
    return found.slice(0, count).map((entry) => entry.k)
  }
}

/** The number of set bits of a 32-bit word. */
function bits(word: number): number {
  let v = word
  v -= (v >>> 1) & 0x55555555
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
