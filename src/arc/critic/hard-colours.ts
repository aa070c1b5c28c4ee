import { findPrimitive, type Program, type Step } from '../dsl/index.ts'

/** Colours that the text of a program names, as often as it does: by number in steps, tables and actions. */
export function hardColours(program: Program): number[] {
  const inSteps = (steps: readonly Step[]): number[] =>
    steps.flatMap(({ op, argument }) =>
      findPrimitive(op)?.parameter.kind === 'colour' ? [Number(argument)] : [],
    )
  return program.stages.flatMap((stage): number[] => {
    if (stage.kind === 'pipe') return inSteps(stage.steps)
    if (stage.kind === 'stack') return stage.layers.flatMap((layer) => inSteps(layer.steps))
    if (stage.kind === 'each')
      return stage.table.flatMap(({ action }) => (typeof action.ink === 'number' ? [action.ink] : []))
    return [
      ...stage.keys.flatMap((plane) => inSteps(plane.layer.steps)),
      ...stage.table.flatMap(({ ink }) => (ink.kind === 'colour' && ink.colour > 0 ? [ink.colour] : [])),
    ]
  })
}
