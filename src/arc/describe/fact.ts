/** What a fact was seen in: one entry per train pair, in order. */
export interface Evidence {
  readonly pair: number
  /** The observed numbers or names behind the fact, in words. */
  readonly seen: string
}

export type Axis = 'left-right' | 'up-down' | 'diagonal'
export type Side = 'inputs' | 'outputs'
export type Segmentation = 'objects corner' | 'objects side' | 'blobs corner' | 'colours'

/** A deterministic observation about a task's train pairs. Every fact holds on all of them. */
export type Fact =
  | ({
      readonly kind: 'size'
      readonly rule: 'same' | 'fixed' | 'scaled' | 'smaller' | 'larger' | 'mixed'
    } & Proof)
  | ({
      readonly kind: 'palette'
      readonly change: 'adds' | 'removes' | 'keeps'
      readonly colours: readonly number[]
    } & Proof)
  | ({ readonly kind: 'colour-map'; readonly map: readonly (readonly [number, number])[] } & Proof)
  | ({ readonly kind: 'background'; readonly side: Side; readonly colour: number } & Proof)
  | ({
      readonly kind: 'object-count'
      readonly segmentation: Segmentation
      readonly change: 'same' | 'fewer' | 'more' | 'to-one'
    } & Proof)
  | ({ readonly kind: 'symmetry'; readonly side: Side; readonly axis: Axis } & Proof)
  | ({ readonly kind: 'period'; readonly side: Side; readonly along: 'rows' | 'columns' } & Proof)
  | ({ readonly kind: 'separators'; readonly colour: number } & Proof)
  | ({ readonly kind: 'frame'; readonly colour: number } & Proof)
  | ({ readonly kind: 'ink-count'; readonly change: 'same' | 'fewer' | 'more' } & Proof)
  | ({
      readonly kind: 'correspondence'
      /** What every output object is: an input object as it was, moved, or in another colour. */
      readonly relation: 'kept' | 'moved' | 'recoloured' | 'moved-or-recoloured'
    } & Proof)
  | ({ readonly kind: 'invariant'; readonly name: InvariantName } & Proof)

export type InvariantName =
  | 'ink-stays'
  | 'only-empty-cells-change'
  | 'only-one-colour-changes'
  | 'output-inside-input'
  | 'input-inside-output'
  | 'shape-of-ink-stays'

interface Proof {
  readonly evidence: readonly Evidence[]
}

/** A stable short name for a fact without its evidence: what learnt priors and memories key on. */
export function factKey(fact: Fact): string {
  switch (fact.kind) {
    case 'size':
      return `size:${fact.rule}`
    case 'palette':
      return `palette:${fact.change}`
    case 'colour-map':
      return 'colour-map'
    case 'background':
      return `background:${fact.side}:${fact.colour === 0 ? 'empty' : 'ink'}`
    case 'object-count':
      return `object-count:${fact.segmentation}:${fact.change}`
    case 'symmetry':
      return `symmetry:${fact.side}:${fact.axis}`
    case 'period':
      return `period:${fact.side}:${fact.along}`
    case 'separators':
      return 'separators'
    case 'frame':
      return 'frame'
    case 'ink-count':
      return `ink-count:${fact.change}`
    case 'correspondence':
      return `correspondence:${fact.relation}`
    case 'invariant':
      return `invariant:${fact.name}`
  }
}

const INVARIANTS: Readonly<Record<InvariantName, string>> = {
  'ink-stays': 'Every coloured cell of the input keeps its colour.',
  'only-empty-cells-change': 'Only empty cells change.',
  'only-one-colour-changes': 'All cells that change have one and the same colour before.',
  'output-inside-input': 'The output is a rectangle of the input.',
  'input-inside-output': 'The input is a rectangle of the output.',
  'shape-of-ink-stays': 'The same cells are coloured before and after.',
}

/** The fact as one sentence. */
export function factSentence(fact: Fact): string {
  switch (fact.kind) {
    case 'size':
      return SIZES[fact.rule]
    case 'palette':
      if (fact.change === 'keeps') return 'Input and output use the same colours.'
      return `The output ${fact.change} ${fact.colours.length === 0 ? 'colours that differ from pair to pair' : `colour ${fact.colours.join(', ')}`}.`
    case 'colour-map':
      return `Colours are renamed: ${fact.map.map(([from, to]) => `${from} becomes ${to}`).join(', ')}.`
    case 'background':
      return `The commonest colour of the ${fact.side} is ${fact.colour}.`
    case 'object-count':
      return fact.change === 'to-one'
        ? `By "${fact.segmentation}", the output is a single object.`
        : `By "${fact.segmentation}", the output has ${fact.change === 'same' ? 'as many objects as' : `${fact.change} objects than`} the input.`
    case 'symmetry':
      return `The ${fact.side} are symmetric ${fact.axis}.`
    case 'period':
      return `The ${fact.side} repeat along their ${fact.along}.`
    case 'separators':
      return `Full lines of colour ${fact.colour} divide the inputs into panels.`
    case 'frame':
      return `The inputs have a rectangular frame of colour ${fact.colour}.`
    case 'ink-count':
      return `The output has ${fact.change === 'same' ? 'as many coloured cells as' : `${fact.change} coloured cells than`} the input.`
    case 'correspondence':
      return `Every output object is an input object that was ${fact.relation.replaceAll('-', ' ')}.`
    case 'invariant':
      return INVARIANTS[fact.name]
  }
}

const SIZES = {
  same: 'The output has the size of the input.',
  fixed: 'All outputs have one size.',
  scaled: 'The output is a whole multiple or part of the input in size.',
  smaller: 'The output is smaller than the input.',
  larger: 'The output is larger than the input.',
  mixed: 'No simple rule gives the size of the output.',
} as const
