import type { Action } from './actions/act.ts'
import type { Ink, Layer, OutputSizeRule, Plane, Program, Stage, Step, View } from './program.ts'

/** A program as text that `parseProgram` reads back to the same program. */
export function printProgram(program: Program): string {
  return `(program ${printView(program.view)} ${program.stages.map(printStage).join(' ')})`
}

export function printView({ turn, relabel }: View): string {
  const names = relabel.kind === 'by-count' ? `(by-count ${relabel.colours.join(' ')})` : relabel.kind
  return `(view ${turn} ${names})`
}

export function printStage(stage: Stage): string {
  switch (stage.kind) {
    case 'pipe':
      return `(pipe${spaced(stage.steps.map(printStep))})`
    case 'stack':
      return `(stack ${printSize(stage.size)}${spaced(stage.layers.map(printLayer))})`
    case 'cells': {
      const rows = stage.table.map((row) => `(row (${row.key.join(' ')}) ${printInk(row.ink)})`)
      const keys = `(keys${spaced(stage.keys.map(printPlane))})`
      return `(cells ${printSize(stage.size)} ${keys} (otherwise ${printInk(stage.otherwise)})${spaced(rows)})`
    }
    case 'repeat':
      return `(repeat ${printStage(stage.stage)})`
    case 'each': {
      const rows = stage.table.map((row) => `(row (${row.key.join(' ')}) ${printAction(row.action)})`)
      const keys = `(keys${spaced(stage.keys)})`
      return `(each ${stage.by} ${keys} (otherwise ${printAction(stage.otherwise)})${spaced(rows)})`
    }
  }
}

export function printStep(step: Step): string {
  return step.argument === '' ? `(${step.op})` : `(${step.op} ${step.argument})`
}

function printLayer(layer: Layer): string {
  return `(layer ${layer.fit}${spaced(layer.steps.map(printStep))})`
}

function printPlane(plane: Plane): string {
  return `(plane ${plane.feature} ${printLayer(plane.layer)})`
}

function printInk(ink: Ink): string {
  return ink.kind === 'colour' ? `(colour ${ink.colour})` : `(copy ${printPlane(ink.plane)})`
}

function printAction({ name, ink }: Action): string {
  return ink === undefined ? `(${name})` : `(${name} ${ink})`
}

function printSize(size: OutputSizeRule): string {
  if (size.kind === 'fixed') return `(fixed ${size.width} ${size.height})`
  const pair = (numbers: readonly [number, number]): string => `(${numbers.join(' ')})`
  const steps = `(${size.steps.map(printStep).join(' ')})`
  return `(of ${steps} ${pair(size.times)} ${pair(size.over)} ${pair(size.plus)})`
}

function spaced(parts: readonly string[]): string {
  return parts.map((part) => ` ${part}`).join('')
}
