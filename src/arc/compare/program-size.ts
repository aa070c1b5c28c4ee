import { type Layer, layersOf, type Program } from '../dsl/index.ts'

/** What a program is made of; the comparator's measure of complexity. */
export interface ProgramSize {
  readonly stages: number
  readonly layers: number
  readonly steps: number
  /** Steps in the longest single pipeline. */
  readonly depth: number
  /** Constants the program carries: arguments, table rows, fixed sizes. */
  readonly literals: number
}

export function programSize(program: Program): ProgramSize {
  const layers = program.stages.flatMap((stage): readonly Layer[] =>
    stage.kind === 'each' ? stage.table.map(() => ({ steps: [], fit: 'place' })) : layersOf(stage),
  )
  const steps = layers.flatMap((layer) => layer.steps)
  const constants = program.stages.map((stage) => {
    if (stage.kind === 'pipe') return 0
    if (stage.kind === 'each') return stage.table.length
    if (stage.kind === 'repeat') return 1
    return (stage.size.kind === 'fixed' ? 2 : 0) + (stage.kind === 'cells' ? stage.table.length : 0)
  })
  return {
    stages: program.stages.length,
    layers: layers.length,
    steps: steps.length,
    depth: Math.max(0, ...layers.map((layer) => layer.steps.length)),
    literals: steps.filter((step) => step.argument !== '').length + constants.reduce((sum, n) => sum + n, 0),
  }
}
