// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import { colourCounts, paletteOf } from '../describe/index.ts'
import type { Grid } from '../grid/index.ts'
import type { Task } from '../io/index.ts'

/** Numbers that say how an output looks, beside its input; what a stranger would notice without knowing the rule. */
function looksOf(input: Grid, output: Grid): readonly (readonly [name: string, value: number])[] {
  const area = output.cells.length
  const sameSize = input.width === output.width && input.height === output.height
  const changed = sameSize ? output.cells.reduce((n, c, i) => n + Number(c !== input.cells[i]), 0) : 0
  const { alike, specks } = texture(output)
  const before = texture(input)
  return [
    ['ink_off', 1 - colourCounts(output)[0]! / area],
    ['changed_off', changed / area],
    ['colours_off', paletteOf(output).length / 10],
    ['area_off', Math.log2(area / input.cells.length)],
    ['smooth_off', alike],
    ['smoother_off', alike - before.alike],
    ['specks_off', specks],
    ['more_specks_off', specks - before.specks],
    ['new_colours_off', paletteOf(output).filter((c) => !paletteOf(input).includes(c)).length / 10],
  ]
}

const DOT: Grid = { width: 1, height: 1, cells: new Uint8Array(1) }
export const LOOKS: readonly string[] = looksOf(DOT, DOT).map(([name]) => name)

/** The share of neighbouring cells that are alike, and of coloured cells that have no like neighbour. */
function texture({ width, height, cells }: Grid): { alike: number; specks: number } {
  let [alike, pairs, specks, ink] = [0, 0, 0, 0]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const own = cells[i]!
      const right = x < width - 1 && cells[i + 1] === own
      const down = y < height - 1 && cells[i + width] === own
      if (x < width - 1) pairs++
      if (y < height - 1) pairs++
      alike += Number(right) + Number(down)
      if (own === 0) continue
      ink++
      const left = x > 0 && cells[i - 1] === own
      const up = y > 0 && cells[i - width] === own
      if (!right && !down && !left && !up) specks++
    }
  }
  return { alike: pairs === 0 ? 1 : alike / pairs, specks: ink === 0 ? 0 : specks / ink }
}

/** How far predictions look unlike the train outputs: per look, the distance outside the range that these span. */
export function looksOff(task: Task, outputs: readonly (Grid | undefined)[]): number[] {
  const known = task.train.map(({ input, output }) => looksOf(input, output))
  const off = LOOKS.map(() => 0)
  task.tests.forEach((input, t) => {
    const output = outputs[t]
    if (output === undefined) return
    looksOf(input, output).forEach(([, value], k) => {
      const seen = known.map((looks) => looks[k]![1])
      off[k]! += Math.max(0, Math.min(...seen) - value, value - Math.max(...seen)) / task.tests.length
    })
  })
  return off
}
