import { argumentsOf } from './op.ts'
import { parseProgram } from './parse.ts'
import { printProgram, printStep } from './print.ts'
import { PLAIN_VIEW, type Program, type Stage, type Step } from './program.ts'
import { findPrimitive, PRIMITIVES } from './registry.ts'

/** A place in a program that can be blamed and edited. */
export type Locus =
  | { readonly kind: 'view' }
  | { readonly kind: 'stage'; readonly stage: number }
  | { readonly kind: 'layer'; readonly stage: number; readonly index: number }
  | { readonly kind: 'row'; readonly stage: number; readonly index: number }
  /** A step of the pipeline with this name. */
  | { readonly kind: 'step'; readonly stage: number; readonly part: string; readonly index: number }

/** What can be done at a locus; `insert` puts a step before the one named. */
export type Edit =
  | { readonly kind: 'drop' }
  | { readonly kind: 'replace'; readonly step: Step }
  | { readonly kind: 'insert'; readonly step: Step }

/** Every place of a program, outermost first, in reading order. */
export function lociOf(program: Program): Locus[] {
  return [{ kind: 'view' }, ...program.stages.flatMap((stage, index) => lociOfStage(stage, index))]
}

function lociOfStage(stage: Stage, at: number): Locus[] {
  const rows = stage.kind === 'cells' || stage.kind === 'each' ? stage.table : []
  return [
    { kind: 'stage', stage: at },
    ...pipelinesOf(stage).flatMap(({ name, layer, steps }): Locus[] => [
      ...(layer === undefined ? [] : [{ kind: 'layer' as const, stage: at, index: layer }]),
      ...steps.map((_, index) => ({ kind: 'step' as const, stage: at, part: name, index })),
    ]),
    ...rows.map((_, index): Locus => ({ kind: 'row', stage: at, index })),
  ]
}

/** A pipeline of a stage, and the stage with other steps in it: the pipe, the size rule, a layer, or what is under a key. */
interface Pipeline {
  readonly name: string
  /** Which layer of a stack it makes. */
  readonly layer?: number
  readonly steps: readonly Step[]
  readonly with: (steps: readonly Step[]) => Stage
}

function pipelinesOf(stage: Stage): Pipeline[] {
  if (stage.kind === 'each' || stage.kind === 'repeat') return []
  if (stage.kind === 'pipe')
    return [{ name: 'pipe', steps: stage.steps, with: (steps) => ({ ...stage, steps }) }]
  const { size } = stage
  const sized: Pipeline[] =
    size.kind === 'fixed'
      ? []
      : [{ name: 'size', steps: size.steps, with: (steps) => ({ ...stage, size: { ...size, steps } }) }]
  if (stage.kind === 'stack')
    return sized.concat(
      stage.layers.map((layer, i) => ({
        name: `layer ${i}`,
        layer: i,
        steps: layer.steps,
        with: (steps) => ({ ...stage, layers: stage.layers.with(i, { ...layer, steps }) }),
      })),
    )
  return sized.concat(
    stage.keys.map((plane, i) => ({
      name: `key ${i}`,
      steps: plane.layer.steps,
      with: (steps) => ({
        ...stage,
        keys: stage.keys.with(i, { ...plane, layer: { ...plane.layer, steps } }),
      }),
    })),
  )
}

const pipelineAt = (program: Program, { stage: at, part }: { stage: number; part: string }) => {
  const stage = program.stages[at]
  return stage && pipelinesOf(stage).find(({ name }) => name === part)
}

/** The step at a locus, if it names one. */
export function stepAt(program: Program, locus: Locus): Step | undefined {
  return locus.kind === 'step' ? pipelineAt(program, locus)?.steps[locus.index] : undefined
}

/** The edited program, or undefined when the edit makes no sense there or the result does not type-check. */
export function editProgram(program: Program, locus: Locus, edit: Edit): Program | undefined {
  const edited = editLoosely(program, locus, edit)
  if (edited === undefined) return undefined
  const checked = parseProgram(printProgram(edited))
  return checked.kind === 'program' ? checked.program : undefined
}

function editLoosely(program: Program, locus: Locus, edit: Edit): Program | undefined {
  if (locus.kind === 'view') {
    return edit.kind === 'drop' ? { ...program, view: PLAIN_VIEW } : undefined
  }
  const stage = program.stages[locus.stage]
  if (stage === undefined) return undefined
  const put = (changed: Stage): Program => ({ ...program, stages: program.stages.with(locus.stage, changed) })
  if (locus.kind === 'step') {
    const pipeline = pipelineAt(program, locus)
    if (pipeline?.steps[locus.index] === undefined) return undefined
    const dropped = edit.kind === 'insert' ? 0 : 1
    const added = edit.kind === 'drop' ? [] : [edit.step]
    return put(pipeline.with(pipeline.steps.toSpliced(locus.index, dropped, ...added)))
  }
  if (edit.kind !== 'drop') return undefined
  switch (locus.kind) {
    case 'stage':
      return { ...program, stages: program.stages.toSpliced(locus.stage, 1) }
    case 'layer':
      return stage.kind === 'stack'
        ? put({ ...stage, layers: stage.layers.toSpliced(locus.index, 1) })
        : undefined
    case 'row':
      if (stage.kind === 'cells') return put({ ...stage, table: stage.table.toSpliced(locus.index, 1) })
      return stage.kind === 'each'
        ? put({ ...stage, table: stage.table.toSpliced(locus.index, 1) })
        : undefined
  }
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

/** A locus as short text, the same for the same place: what traces and datasets store. */
export function printLocus(program: Program, locus: Locus): string {
  if (locus.kind === 'view') return 'view'
  if (locus.kind === 'stage') return `stage ${locus.stage}`
  if (locus.kind !== 'step') return `stage ${locus.stage} ${locus.kind} ${locus.index}`
  const step = stepAt(program, locus)
  return `stage ${locus.stage} ${locus.part} step ${locus.index}${step === undefined ? '' : ` ${printStep(step)}`}`
}
