export { checked, checkedRows, parseRow, readRows } from './checked.ts'
export { publishedSchemas } from './publish.ts'
export * from './schema.ts'
