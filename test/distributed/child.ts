/**
 * A worker or a submitter without Lean, as a process that a test can kill: jobs are "sleep this long, then say who you
 * are". Every start of a job is told on standard output, so that nothing can run twice unnoticed.
 */
import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { openJobs } from '../../src/jobs/index.ts'

const [mode = '', url = '', ...rest] = process.argv.slice(2)
const queue = await openJobs({ databaseUrl: url })
const say = (line: string) => process.stdout.write(`${line}\n`)

if (mode === 'worker') {
  const [name = '', slots = '2', clockShiftMs = '0', disk = ''] = rest
  queue.serve({ queues: ['sleep'], slots: Number(slots), worker: name }, async ({ data, signal }) => {
    const { id, ms } = data as { id: string; ms: number }
    say(`start ${id}`)
    if (Number(clockShiftMs) !== 0) {
      const real = Date.now
      Date.now = () => real() + Number(clockShiftMs)
    }
    if (id.startsWith('poison')) process.kill(process.pid, 'SIGKILL')
    await pause(ms, undefined, { signal })
    if (disk !== '') writeFileSync(disk, id)
    return { id, worker: name }
  })
} else {
  const [count = '0', ms = '0'] = rest
  const jobs = Array.from({ length: Number(count) }, (_, n) => ({
    queue: 'sleep',
    key: `job ${n}`,
    data: { id: `job ${n}`, ms: Number(ms) },
    priority: 0.5,
    group: 'run',
    expireSeconds: 120,
  }))
  const answers = jobs.map(async (job) => {
    const answer = await queue.ask(job, new AbortController().signal)
    say(`answer ${job.key} ${answer.kind}`)
  })
  say('asked')
  await Promise.all(answers)
  await queue[Symbol.asyncDispose]()
}
say('ready')
