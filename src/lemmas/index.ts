export { LAW_SCHEMAS, type LawFamily } from './schemas.ts'
