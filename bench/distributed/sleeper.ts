/** A worker whose jobs sleep: node bench/distributed/sleeper.ts <url> <slots> <name>. SIGTERM ends it; it tells its CPU seconds. */
import { setTimeout as pause } from 'node:timers/promises'
import { openJobs } from '../../src/jobs/index.ts'

const [url = '', slots = '4', worker = ''] = process.argv.slice(2)
const queue = await openJobs({ databaseUrl: url })
// As in a real worker, which asks before each job whether its machine bears one more.
const service = queue.serve(
  { queues: ['sleep'], slots: Number(slots), worker, admits: () => true },
  ({ data }) => pause((data as { ms: number }).ms, { kind: 'failed' }),
)
let before = process.cpuUsage()
const cpuSeconds = () => {
  const { user, system } = process.cpuUsage(before)
  before = process.cpuUsage()
  return (user + system) / 1e6
}
process.on('message', () => process.send?.(cpuSeconds()))
process.on('disconnect', async () => {
  await service.drain()
  process.exit(0)
})
process.send?.('ready')
