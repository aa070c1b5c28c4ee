import { findPrimitive, layersOf, type Program } from '../dsl/index.ts'

/** Colours that the text of a program names, as often as it does: by number in steps, tables and actions. */
export function hardColours(program: Program): number[] {
  return program.stages.flatMap((stage): number[] => [
    ...layersOf(stage).flatMap(({ steps }) =>
      steps.flatMap(({ op, argument }) =>
        findPrimitive(op)?.parameter.kind === 'colour' ? [Number(argument)] : [],
      ),
    ),
    ...(stage.kind === 'each'
      ? stage.table.flatMap(({ action: { ink } }) => (typeof ink === 'number' ? [ink] : []))
      : []),
    ...(stage.kind === 'cells'
      ? stage.table.flatMap(({ ink }) => (ink.kind === 'colour' && ink.colour > 0 ? [ink.colour] : []))
      : []),
  ])
}
