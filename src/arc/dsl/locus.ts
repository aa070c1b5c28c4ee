import { argumentsOf } from './op.ts'
import { parseProgram } from './parse.ts'
import { printProgram, printStep } from './print.ts'
import type { Layer, Program, Stage, Step } from './program.ts'
import { findPrimitive, PRIMITIVES } from './registry.ts'

/** Which pipeline of a stage: the pipe itself, the size rule, a layer of a stack, or the layer under a key. */
export type Part =
  | { readonly kind: 'pipe' }
  | { readonly kind: 'size' }
  | { readonly kind: 'layer'; readonly index: number }
  | { readonly kind: 'key'; readonly index: number }

/** A place in a program that can be blamed and edited. */
export type Locus =
  | { readonly kind: 'view' }
  | { readonly kind: 'stage'; readonly stage: number }
  | { readonly kind: 'layer'; readonly stage: number; readonly index: number }
  | { readonly kind: 'row'; readonly stage: number; readonly index: number }
  | { readonly kind: 'step'; readonly stage: number; readonly part: Part; readonly index: number }

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
  const steps = (part: Part): Locus[] =>
    stepsOf(stage, part).map((_, index) => ({ kind: 'step', stage: at, part, index }))
  const self: Locus = { kind: 'stage', stage: at }
  switch (stage.kind) {
    case 'pipe':
      return [self, ...steps({ kind: 'pipe' })]
    case 'stack':
      return [
        self,
        ...steps({ kind: 'size' }),
        ...stage.layers.flatMap((_, index): Locus[] => [
          { kind: 'layer', stage: at, index },
          ...steps({ kind: 'layer', index }),
        ]),
      ]
    case 'cells':
      return [
        self,
        ...steps({ kind: 'size' }),
        ...stage.keys.flatMap((_, index) => steps({ kind: 'key', index })),
        ...stage.table.map((_, index): Locus => ({ kind: 'row', stage: at, index })),
      ]
    case 'repeat':
      return [self]
    case 'each':
      return [self, ...stage.table.map((_, index): Locus => ({ kind: 'row', stage: at, index }))]
  }
}

/** The steps of one pipeline; empty when the stage has no such part. */
function stepsOf(stage: Stage, part: Part): readonly Step[] {
  if (part.kind === 'pipe') return stage.kind === 'pipe' ? stage.steps : []
  if (stage.kind !== 'stack' && stage.kind !== 'cells') return []
  if (part.kind === 'size') return stage.size.kind === 'of' ? stage.size.steps : []
  if (part.kind === 'layer') return stage.kind === 'stack' ? (stage.layers[part.index]?.steps ?? []) : []
  return stage.kind === 'cells' ? (stage.keys[part.index]?.layer.steps ?? []) : []
}

function withSteps(stage: Stage, part: Part, steps: readonly Step[]): Stage {
  const layered = (layer: Layer): Layer => ({ ...layer, steps })
  if (stage.kind === 'pipe') return { ...stage, steps }
  if (stage.kind === 'each' || stage.kind === 'repeat') return stage
  if (part.kind === 'size') {
    return stage.size.kind === 'of' ? { ...stage, size: { ...stage.size, steps } } : stage
  }
  if (stage.kind === 'stack') {
    return {
      ...stage,
      layers: stage.layers.map((layer, i) =>
        part.kind === 'layer' && part.index === i ? layered(layer) : layer,
      ),
    }
  }
  return {
    ...stage,
    keys: stage.keys.map((plane, i) =>
      part.kind === 'key' && part.index === i ? { ...plane, layer: layered(plane.layer) } : plane,
    ),
  }
}

/** The step at a locus, if it names one. */
export function stepAt(program: Program, locus: Locus): Step | undefined {
  const stage = locus.kind === 'step' ? program.stages[locus.stage] : undefined
  return locus.kind === 'step' && stage !== undefined ? stepsOf(stage, locus.part)[locus.index] : undefined
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
    return edit.kind === 'drop'
      ? { ...program, view: { turn: 'none', relabel: { kind: 'as-is' } } }
      : undefined
  }
  const stage = program.stages[locus.stage]
  if (stage === undefined) return undefined
  const put = (changed: Stage): Program => ({ ...program, stages: program.stages.with(locus.stage, changed) })
  if (locus.kind === 'step') {
    const steps = stepsOf(stage, locus.part)
    if (locus.index >= steps.length) return undefined
    const dropped = edit.kind === 'insert' ? 0 : 1
    const added = edit.kind === 'drop' ? [] : [edit.step]
    return put(withSteps(stage, locus.part, steps.toSpliced(locus.index, dropped, ...added)))
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
  const part = 'index' in locus.part ? `${locus.part.kind} ${locus.part.index}` : locus.part.kind
  const step = stepAt(program, locus)
  return `stage ${locus.stage} ${part} step ${locus.index}${step === undefined ? '' : ` ${printStep(step)}`}`
}
