export * from './checked.ts'
export * from './schema.ts'
