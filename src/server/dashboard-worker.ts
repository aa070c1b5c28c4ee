/** The dashboard beside a run: a thread of its own, so that nobody who watches can slow the search. */
import { constants, setPriority } from 'node:os'
import { platform } from 'node:process'
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod'
import { loadConfig } from '../config/index.ts'
import { OrchError } from '../errors.ts'
import { startDashboard } from './dashboard.ts'

const Options = z.object({ host: z.string(), port: z.number() })

// On Linux this is the priority of this thread alone: where cores are short the search goes first.
if (platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)

const { host, port } = Options.parse(workerData)
const settings = loadConfig()
const token = settings.config.dashboardToken
try {
  const dashboard = await startDashboard({ settings, host, port, token })
  parentPort?.postMessage({ kind: 'open', url: dashboard.url, port: dashboard.port })
  parentPort?.once('message', () => {
    void dashboard[Symbol.asyncDispose]().finally(() => parentPort?.close())
  })
} catch (error) {
  const { code, message, hint } =
    error instanceof OrchError ? error : new OrchError('internal', String(error))
  parentPort?.postMessage({ kind: 'failed', code, message, hint })
}
