/**
 * Grid operations applied and interned per second of one core's CPU time, on 10x10 grids: each operation by itself
 * (the median of several rounds), and all of them in turn.
 * Every operation computes its result cell by cell and looks it up in the store; nothing is memoised here.
 * Usage: node bench/arc/grid.ts
 */
import { findOperator, type Operator, runOperator } from '../../src/arc/dsl/index.ts'
import { GridStore, gridFromRows } from '../../src/arc/grid/index.ts'

const NAMES = [
  'turn right',
  'turn left-right',
  'turn diagonal',
  'keep 3',
  'paint 2',
  'drop 4',
  'invert 1',
  'rays left',
  'pour down',
]
const ROUNDS = 9
const PASSES = 10

let seed = 7
const random = (): number => {
  seed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x9e3779b9
  return (seed >>> 0) / 2 ** 32
}
const operators: Operator[] = NAMES.flatMap((name) => findOperator(name) ?? [])

function rateOf(chosen: readonly Operator[]): number {
  const store = new GridStore(1 << 17)
  const grids = Array.from({ length: 2000 }, () =>
    store.add(
      gridFromRows(
        Array.from({ length: 10 }, () => Array.from({ length: 10 }, () => Math.floor(random() * 6))),
      ),
    ),
  )
  const started = process.cpuUsage()
  let applied = 0
  for (let pass = 0; pass < PASSES; pass++) {
    for (const operator of chosen) {
      for (const grid of grids) {
        runOperator(store, operator, grid)
        applied++
      }
    }
  }
  return applied / (process.cpuUsage(started).user / 1e6)
}

function report(name: string, chosen: readonly Operator[]): void {
  const rates = Array.from({ length: ROUNDS }, () => rateOf(chosen)).sort((a, b) => a - b)
  const [slowest, median, fastest] = [rates[0], rates[ROUNDS >> 1], rates[ROUNDS - 1]].map((rate) =>
    ((rate ?? 0) / 1e6).toFixed(2),
  )
  console.log(`${name.padEnd(18)} ${median} (${slowest} to ${fastest})`)
}

console.log(`million grid operations applied and interned per CPU second, 10x10 grids, ${ROUNDS} rounds`)
for (const operator of operators) report(operator.name, [operator])
report('all in turn', operators)
