import { argumentsOf } from './op.ts'
import { PLAIN_VIEW, type Program, type Stage, type Step } from './program.ts'
import { findPrimitive, PRIMITIVES } from './registry.ts'
import { parseProgram, printProgram, printStep } from './text.ts'

/** A place in a program that can be blamed and edited. */
export interface Locus {
  /** Short text, the same for the same place: what traces and datasets store. */
  readonly name: string
  /** The step that stands there; other places can only be dropped. */
  readonly step?: Step
  /** The program with these steps there instead; it may not type-check. */
  readonly put: (steps: readonly Step[]) => Program
}

/** What can be done at a locus; `insert` puts a step before the one there. */
export type Edit =
  | { readonly kind: 'drop' }
  | { readonly kind: 'replace'; readonly step: Step }
  | { readonly kind: 'insert'; readonly step: Step }

/** Every place of a program, outermost first, in reading order. */
export function lociOf(program: Program): Locus[] {
  const { stages } = program
  return [
    { name: 'view', put: () => ({ ...program, view: PLAIN_VIEW }) },
    ...stages.flatMap((stage, at) => [
      { name: `stage ${at}`, put: () => ({ ...program, stages: stages.toSpliced(at, 1) }) },
      ...lociOfStage(stage, `stage ${at}`, (changed) => ({ ...program, stages: stages.with(at, changed) })),
    ]),
  ]
}

function lociOfSteps(name: string, steps: readonly Step[], put: Locus['put']): Locus[] {
  return steps.map((step, at) => ({
    name: `${name} step ${at} ${printStep(step)}`,
    step,
    put: (others) => put(steps.toSpliced(at, 1, ...others)),
  }))
}

function lociOfStage(stage: Stage, name: string, put: (stage: Stage) => Program): Locus[] {
  if (stage.kind === 'repeat') return []
  if (stage.kind === 'pipe')
    return lociOfSteps(`${name} pipe`, stage.steps, (steps) => put({ ...stage, steps }))
  const rows = stage.kind === 'stack' ? [] : stage.table
  const lociOfRows = rows.map((_, at) => ({
    name: `${name} row ${at}`,
    put: () => put({ ...stage, table: rows.toSpliced(at, 1) } as Stage),
  }))
  if (stage.kind === 'each') return lociOfRows
  const { size } = stage
  const lociOfSize =
    size.kind === 'fixed'
      ? []
      : lociOfSteps(`${name} size`, size.steps, (steps) => put({ ...stage, size: { ...size, steps } }))
  if (stage.kind === 'cells')
    return [
      ...lociOfSize,
      ...stage.keys.flatMap((plane, at) =>
        lociOfSteps(`${name} key ${at}`, plane.layer.steps, (steps) =>
          put({ ...stage, keys: stage.keys.with(at, { ...plane, layer: { ...plane.layer, steps } }) }),
        ),
      ),
      ...lociOfRows,
    ]
  return [
    ...lociOfSize,
    ...stage.layers.flatMap((layer, at) => [
      { name: `${name} layer ${at}`, put: () => put({ ...stage, layers: stage.layers.toSpliced(at, 1) }) },
      ...lociOfSteps(`${name} layer ${at}`, layer.steps, (steps) =>
        put({ ...stage, layers: stage.layers.with(at, { ...layer, steps }) }),
      ),
    ]),
  ]
}

/** The edited program, or undefined when the edit makes no sense there or the result does not type-check. */
export function editProgram({ step, put }: Locus, edit: Edit): Program | undefined {
  if (edit.kind !== 'drop' && step === undefined) return undefined
  const steps = edit.kind === 'drop' ? [] : edit.kind === 'insert' && step ? [edit.step, step] : [edit.step]
  const checked = parseProgram(printProgram(put(steps)))
  return checked.kind === 'program' ? checked.program : undefined
}

/** Other steps that could stand at a locus: first the same verb with other arguments, then verbs of the same kinds. */
export function siblingsOf(step: Step): Step[] {
  const self = findPrimitive(step.op)
  if (self === undefined) return []
  const same = argumentsOf(self.parameter)
    .filter((argument) => argument !== step.argument)
    .map((argument) => ({ op: step.op, argument }))
  const others = PRIMITIVES.filter((p) => p !== self && p.from === self.from && p.to === self.to)
  return [
    ...same,
    ...others.flatMap((p) => argumentsOf(p.parameter).map((argument) => ({ op: p.name, argument }))),
  ]
}
