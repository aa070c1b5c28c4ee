import { gridKey } from '../grid/index.ts'
import type { Proposal, Scene } from '../rulers/index.ts'

/** How many cells still to change weigh as much as one unit of description length; a cell made wrong counts twice. */
const CELLS_PER_UNIT = 4

/** The partial rules that leave least to do for their length, one per distinct result. */
export function startsOf(scene: Scene, partials: readonly Proposal[], wanted: number): Proposal[] {
  const before = scene.inputs.map((input) => scene.store.grid(input))
  const weight = ({ results, cost }: Proposal): number => {
    let open = 0
    scene.outputGrids.forEach(({ cells, width }, pair) => {
      const made = results[pair]
      const was = before[pair]
      if (made === undefined || made.cells.length !== cells.length || made.width !== width) {
        open += cells.length
        return
      }
      for (let i = 0; i < cells.length; i++) {
        if (made.cells[i] === cells[i]) continue
        open += was?.cells[i] === cells[i] && was?.cells.length === cells.length ? 2 : 1
      }
    })
    return open / CELLS_PER_UNIT + cost
  }
  const weighed = partials.map((proposal) => ({ proposal, weight: weight(proposal) }))
  const seen = new Set<string>()
  return weighed
    .toSorted((a, b) => a.weight - b.weight)
    .map(({ proposal }) => proposal)
    .filter(({ results }) => {
      const key = results.map(gridKey).join('|')
      return !seen.has(key) && seen.add(key) !== undefined
    })
    .slice(0, wanted)
}
