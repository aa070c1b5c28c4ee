import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { InputError } from '../errors.ts'
import { EXIT, note, print, printJson, runAction } from './output.ts'
import { forOthers, leanOption, type OthersFlags, unsandboxedOption } from './session.ts'
import { settings } from './settings.ts'

interface DashboardFlags extends OthersFlags {
  readonly project?: string
  readonly port: string
  readonly host: string
  readonly json?: boolean
}

const DEFAULT_PORT = '8000'

export function addDashboard(program: Command): void {
  program
    .command('dashboard')
    .description('The live dashboard and its API, on this machine alone unless told otherwise.')
    .option('--port <n>', 'port to listen on; 0 takes any that is free', DEFAULT_PORT)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--project <path>', 'the Lean project to show and fill; the current folder if it is one')
    .addOption(leanOption())
    .addOption(unsandboxedOption())
    .option('--json', 'print one JSON object with the address')
    .addHelpText(
      'after',
      `
Examples:
  $ orch dashboard
  $ orch dashboard --project examples/shapes
  $ curl -s localhost:8000/api/stats

It shows whatever the ledger has, also what other processes are doing, until Ctrl-C. On an address that others can
reach it wants a token: ORCH_DASHBOARD_TOKEN, or one that it makes up and prints.
Exit code: 0, or 2 if it could not start.`,
    )
    .action((flags: DashboardFlags) => runAction(flags.json, () => dashboardCommand(flags)))
}

async function dashboardCommand(flags: DashboardFlags): Promise<number> {
  const loaded = settings()
  const project = flags.project === undefined ? undefined : projectFolder(flags.project)
  const { lean } = forOthers(flags)
  const { startDashboard } = await import('../server/index.ts')
  await using dashboard = await startDashboard({
    settings: loaded,
    host: flags.host,
    port: portOf(flags.port),
    ...(project !== undefined && { project }),
    lean,
    token: loaded.config.dashboardToken,
    onLog: (line) => {
      if (!line.startsWith('info')) note(line)
    },
  })
  if (flags.json) printJson('dashboard', { url: dashboard.url, port: dashboard.port })
  else {
    print(`Dashboard: ${dashboard.url}`)
    note('Ctrl-C stops it.')
  }
  await new Promise<void>((stop) => {
    process.once('SIGINT', () => stop())
    process.once('SIGTERM', () => stop())
  })
  return EXIT.done
}

/** The dashboard beside a run, if it was asked for. */
export async function openBeside(
  flag: string | true | undefined,
): Promise<(AsyncDisposable & { readonly url: string }) | undefined> {
  if (flag === undefined) return undefined
  const { startDashboardThread } = await import('../server/index.ts')
  const dashboard = await startDashboardThread({
    host: '127.0.0.1',
    port: portOf(flag === true ? DEFAULT_PORT : flag),
  })
  note(`Dashboard: ${dashboard.url}`)
  return dashboard
}

function projectFolder(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return resolve(path)
  throw new InputError('path_missing', `--project is '${path}', which is not a folder.`, {
    hint: 'Give the folder of a Lake project, or one with Lean files in it.',
  })
}

function portOf(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new InputError('bad_flag', `--port is '${text}'; it must be a whole number from 0 to 65535.`)
}
