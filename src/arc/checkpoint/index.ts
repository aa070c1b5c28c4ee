export * from './checkpoint.ts'
