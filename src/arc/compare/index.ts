export * from './compare.ts'
