export * from './verify.ts'
