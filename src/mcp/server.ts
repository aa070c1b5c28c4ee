import { McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Config, LoadedConfig } from '../config/index.ts'
import { InputError } from '../errors.ts'
import type { LeanChoice } from '../lean/index.ts'
import { type Ledger, openLedger } from '../ledger/index.ts'
import { FileViews, LazyLean } from '../use-cases/index.ts'
import { addArcTools } from './arc-tools.ts'
import { addFileTools } from './file-tools.ts'
import { addLeanTools } from './lean-tools.ts'
import { addMarketTools } from './market-tools.ts'
import { addNameTools } from './name-tools.ts'
import { addProjectTools } from './project-tools.ts'
import { Sessions } from './sessions.ts'

export interface McpParts {
  readonly ledger: () => Promise<Ledger>
  readonly lean: LazyLean
  readonly sessions: Sessions
  readonly files: FileViews
  readonly config: Config
}

/** Every open session holds a place; some are left for searches and checks. */
const PLACES = 10
const MOST_SESSIONS = 6

const INSTRUCTIONS =
  'Orch proves Lean 4 statements; only its kernel check counts. Try prove first. If it fails, open the goal with ' +
  'goal_state, look for lemmas with search_premises, go step by step with run_tactic, and hand the script to ' +
  'check_proof; try_tactics runs several at once. Lemmas that others should prove go to request_lemma. In a Lean project ' +
  'list_sorries shows the holes, fill_sorry searches them where they stand, file_diagnostics says what is wrong, ' +
  'file_goals and file_hover what stands at a place. Lines count from 1, columns in characters from 0.'

export interface McpOptions {
  readonly settings: Pick<LoadedConfig, 'config'>
  readonly version: string
  readonly lean: LeanChoice
  readonly onError: (error: Error) => void
}

/** Serves MCP on standard input and output until the client hangs up or the signal fires. */
export async function serveMcp(options: McpOptions, signal: AbortSignal): Promise<void> {
  const { config } = options.settings
  const { databaseUrl, home, cacheDir, kernels } = config
  const lean = new LazyLean({ cacheDir, kernels, lean: options.lean, size: 1, threads: PLACES })
  const sessions = new Sessions(lean, MOST_SESSIONS)
  const files = new FileViews(lean)
  let opening: Promise<Ledger> | undefined
  const ledger = async () => {
    opening ??= openLedger({ databaseUrl, home })
    try {
      return await opening
    } catch (error) {
      opening = undefined
      throw error
    }
  }
  const connection = serveStdio(
    () => createMcpServer({ ledger, lean, sessions, files, config }, options.version),
    {
      onerror: options.onError,
    },
  )
  await new Promise<void>((stop) => {
    process.stdin.once('end', stop)
    process.stdin.once('close', stop)
    signal.addEventListener('abort', () => stop(), { once: true })
  })
  await connection.close()
  await sessions[Symbol.asyncDispose]()
  await lean.close()
  const open = await opening?.catch(() => undefined)
  await open?.close()
}

export function createMcpServer(parts: McpParts, version: string): McpServer {
  const server = new McpServer(
    { name: 'orch', version },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  )
  addLeanTools(server, parts)
  addMarketTools(server, parts)
  addProjectTools(server, parts)
  addFileTools(server, parts)
  addNameTools(server, parts)
  addArcTools(server)
  server.registerResource(
    'receipt',
    new ResourceTemplate('orch://receipts/{id}', { list: undefined }),
    {
      title: 'Receipt of a proof',
      description: 'The evidence for a checked proof; orch verify replays it',
      mimeType: 'application/json',
    },
    async (uri, { id }) => {
      const body = await (await parts.ledger()).receipt(String(id))
      if (body === undefined) throw new InputError('unknown-receipt', `There is no receipt ${String(id)}.`)
      return {
        contents: [
          { uri: uri.href, mimeType: 'application/json', text: `${JSON.stringify(body, null, 2)}\n` },
        ],
      }
    },
  )
  return server
}
