export { type LspOptions, serveLsp } from './server.ts'
