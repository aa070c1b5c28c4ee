import type { Segmentation } from '../objects/index.ts'
import type { Action } from './actions/act.ts'
import type { Fit } from './fit.ts'
import type { Argument } from './op.ts'
import type { Rigid } from './ops/grow.ts'
import type { BoxName, Upright } from './view.ts'

/** One verb of a pipeline with its argument ('' when it takes none). */
export interface Step {
  readonly op: string
  readonly argument: Argument
}

/**
 * The size of the output: fixed, or the size of what a pipeline makes of the input
 * (no steps: the input itself), times `times`, over `over`, plus `plus`, each as [width, height].
 */
export type OutputSizeRule =
  | { readonly kind: 'fixed'; readonly width: number; readonly height: number }
  | {
      readonly kind: 'of'
      readonly steps: readonly Step[]
      readonly times: readonly [number, number]
      readonly over: readonly [number, number]
      readonly plus: readonly [number, number]
    }

/** A piece made from the input by a pipeline and fitted to the output's size. */
export interface Layer {
  readonly steps: readonly Step[]
  readonly fit: Fit
}

/**
 * A number per cell of the output's size: a measured feature of the cell in a layer, named in the feature table.
 * The feature `colour` is the layer's own colour.
 */
export interface Plane {
  readonly feature: string
  readonly layer: Layer
}

/** What a table row writes: one colour, or whatever colour a plane has in that cell. */
export type Ink =
  | { readonly kind: 'colour'; readonly colour: number }
  | { readonly kind: 'copy'; readonly plane: Plane }

export interface TableRow {
  readonly key: readonly number[]
  readonly ink: Ink
}

/** What objects with these attributes do. */
export interface ActionRow {
  readonly key: readonly number[]
  readonly action: Action
}

/** One transformation of a whole grid into a whole grid. */
export type Stage =
  | { readonly kind: 'pipe'; readonly steps: readonly Step[] }
  /** Layers laid over each other, the first on top; what none covers stays empty. */
  | { readonly kind: 'stack'; readonly size: OutputSizeRule; readonly layers: readonly Layer[] }
  /** Every cell looks up its key (the planes' values) in the table; a key not in the table keeps `otherwise`. */
  | {
      readonly kind: 'cells'
      readonly size: OutputSizeRule
      readonly keys: readonly Plane[]
      readonly table: readonly TableRow[]
      readonly otherwise: Ink
    }
  /** Another stage that keeps the size, again and again until nothing changes. */
  | { readonly kind: 'repeat'; readonly stage: Exclude<Stage, { readonly kind: 'repeat' }> }
  /** Every object looks up its key (its attributes) in the table and acts; a key not in the table does `otherwise`. */
  | {
      readonly kind: 'each'
      readonly by: Segmentation
      readonly keys: readonly string[]
      readonly table: readonly ActionRow[]
      readonly otherwise: Action
    }

/** How colours are renamed before the stages and back after them. */
export type Relabel =
  | { readonly kind: 'as-is' }
  /** The input's commonest colour and the empty one change places. */
  | { readonly kind: 'ground' }
  /** These colours, as found in the input, are renamed by falling count to these same names in order. */
  | { readonly kind: 'by-count'; readonly colours: readonly number[] }

/**
 * How the grid is held: one turn for all inputs, or one that each finds for itself. `panels` looks at one cell per panel
 * between full lines of one colour, and draws the panels back; a box is a rectangle of the input, and is put back.
 */
export type Turn = Rigid | Upright | BoxName | 'none' | 'panels'

/** The way a program looks at the input; its output is turned and renamed back. */
export interface View {
  readonly turn: Turn
  readonly relabel: Relabel
}

export interface Program {
  readonly view: View
  readonly stages: readonly Stage[]
}

export const PLAIN_VIEW: View = { turn: 'none', relabel: { kind: 'as-is' } }
export const INPUT_SIZE: OutputSizeRule = { kind: 'of', steps: [], times: [1, 1], over: [1, 1], plus: [0, 0] }

/** The pipelines that make the pictures of a stage: its own, those of its layers, or those under its keys. */
export function layersOf(stage: Stage): readonly Layer[] {
  switch (stage.kind) {
    case 'pipe':
      return [{ steps: stage.steps, fit: 'place' }]
    case 'stack':
      return stage.layers
    case 'cells':
      return stage.keys.map((plane) => plane.layer)
    case 'each':
      return []
    case 'repeat':
      return layersOf(stage.stage)
  }
}
