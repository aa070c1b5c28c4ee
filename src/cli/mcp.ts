import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import * as z from 'zod'
import type { LeanChoice } from '../lean/index.ts'
import { EXIT, note, runAction } from './output.ts'
import { leanOption } from './session.ts'
import { settings } from './settings.ts'

const Package = z.object({ version: z.string() })

export function addMcp(program: Command): void {
  program
    .command('mcp')
    .description('Serve Orch to agents and editors over MCP, on standard input and output.')
    .addOption(leanOption())
    .addHelpText(
      'after',
      `
Example:
  $ orch mcp --lean embedded

In the settings of an agent or editor:
  { "mcpServers": { "orch": { "command": "orch", "args": ["mcp"] } } }

It ends when its input does. Exit code: 0, or 2 if it could not start.`,
    )
    .action((flags: { lean: LeanChoice }) => runAction(false, () => mcpCommand(flags.lean)))
}

async function mcpCommand(lean: LeanChoice): Promise<number> {
  const loaded = settings()
  const file = join(import.meta.dirname, '..', '..', 'package.json')
  const { version } = Package.parse(JSON.parse(readFileSync(file, 'utf8')))
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  process.once('SIGTERM', () => stop.abort())
  const { serveMcp } = await import('../mcp/index.ts')
  await serveMcp(
    { settings: loaded, version, lean, onError: (error) => note(`orch: ${error.message}`) },
    stop.signal,
  )
  return EXIT.done
}
