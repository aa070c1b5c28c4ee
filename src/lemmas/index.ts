export { type Family, SCHEMAS, type Schema } from './schemas.ts'
