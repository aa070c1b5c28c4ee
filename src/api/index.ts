/**
 * The wire contract: everything that a client can send or receive, as schemas. The server, MCP, the command line and
 * the browser use the same ones. Imports nothing but zod.
 * Fields are snake_case as in the files Orch writes; times are ISO 8601 in UTC; shares and rates go from 0 to 1.
 */
export { type CommandName, commandOutputs } from './commands/index.ts'
export * from './http.ts'
export { arcGrid, type ToolName, toolOutputs } from './tools.ts'
