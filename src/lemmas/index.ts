export { type Family, SCHEMAS } from './schemas.ts'
