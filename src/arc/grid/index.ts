export {
  type Grid,
  gridFromRows,
  gridKey,
  gridsKey,
  gridToRows,
  MAX_SIDE,
  progress,
  sameGrid,
  sameSize,
} from './grid.ts'
export { GridStore, isList, MAX_AREA, NONE, type Value } from './store.ts'
export { TupleStore } from './tuples.ts'
