/** The API's own types; nothing of its code reaches the browser. */
export type * from '../../../src/api/index.ts'
