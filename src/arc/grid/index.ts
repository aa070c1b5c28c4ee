export { type Grid, gridFromRows, gridKey, gridsKey, gridToRows, MAX_SIDE, sameGrid } from './grid.ts'
export { GridStore, isList, MAX_AREA, NONE, type Value } from './store.ts'
export { TupleStore } from './tuples.ts'
