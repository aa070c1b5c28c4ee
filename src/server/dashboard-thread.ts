import { Worker } from 'node:worker_threads'
import * as z from 'zod'
import { InputError } from '../errors.ts'

export interface DashboardThread extends AsyncDisposable {
  readonly url: string
  readonly port: number
}

const Reply = z.union([
  z.object({ kind: z.literal('open'), url: z.string(), port: z.number() }),
  z.object({
    kind: z.literal('failed'),
    code: z.string(),
    message: z.string(),
    hint: z.string().optional(),
  }),
])

/** Opens the dashboard in a thread of its own; it reads the same settings and the same ledger. */
export async function startDashboardThread(options: {
  readonly host: string
  readonly port: number
}): Promise<DashboardThread> {
  const worker = new Worker(new URL('./dashboard-worker.ts', import.meta.url), { workerData: options })
  const gone = new Promise<void>((done) => worker.once('exit', () => done()))
  const reply = Reply.parse(
    await new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    }),
  )
  if (reply.kind === 'failed') {
    await worker.terminate()
    const { code, message, hint } = reply
    throw new InputError(code, message, hint === undefined ? {} : { hint })
  }
  // A run that is over does not wait for those who still watch.
  worker.unref()
  return {
    url: reply.url,
    port: reply.port,
    [Symbol.asyncDispose]: async () => {
      worker.ref()
      worker.postMessage('close')
      await gone
    },
  }
}
