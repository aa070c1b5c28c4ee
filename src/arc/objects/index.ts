export { label, type Membership } from './label.ts'
export { type Lattice, latticeOf, type Span } from './lattice.ts'
export { type Attribute, MEASURE_NAMES, MEASURES, OBJECT_MEASURES } from './measures.ts'
export {
  type GridObject,
  gapBetween,
  isInside,
  nearest,
  type Picture,
  pictureOf,
  SEGMENTATIONS,
  type Segmentation,
} from './picture.ts'
export { histogramOf, SIDES, type Side, STEP_X, STEP_Y, seen, slide, topColour, touching } from './sight.ts'
