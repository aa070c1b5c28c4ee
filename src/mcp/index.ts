export { createMcpServer, type McpOptions, type McpParts, serveMcp } from './server.ts'
