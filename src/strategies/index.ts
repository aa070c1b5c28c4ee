export { type ProveOptions, type ProveResult, prove } from './prove.ts'
