/**
 * Does the throttle keep the machine at its CPU target? Feeds endless goals whose attempts keep one core busy for
 * a few seconds each, and measures the CPU use of the whole machine. Meant for a machine with nothing else to do.
 *
 *   node bench/engine/cpu-target.ts [--target 0.5] [--seconds 60]
 */
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import {
  type Arm,
  createMachine,
  createRandom,
  createScheduler,
  createUcb,
  type Problem,
  systemClock,
  Throttle,
} from '../../src/engine/index.ts'

const { values } = parseArgs({
  options: { target: { type: 'string', default: '0.5' }, seconds: { type: 'string', default: '60' } },
})
const cpuTarget = Number(values.target)
const seconds = Number(values.seconds)
const random = createRandom(1)

const busy: Arm<Problem, never> = {
  name: 'busy',
  version: '1',
  run: (_problem, { signal }) =>
    new Promise((resolve) => {
      const worker = new Worker(
        `const end = Date.now() + ${1000 + random.next() * 4000}; while (Date.now() < end);`,
        {
          eval: true,
        },
      )
      signal.addEventListener('abort', () => void worker.terminate())
      worker.once('exit', () => resolve({ kind: 'failed' }))
    }),
}

const scheduler = createScheduler<Problem, never>({
  arms: [busy],
  policy: createUcb(),
  random,
  verify: async () => ({ kind: 'rejected', reason: 'nothing is claimed' }),
  record: async () => {},
  budget: () => ({ seconds: 60 }),
  throttle: new Throttle({ machine: createMachine(), clock: systemClock, cpuTarget, memoryTarget: 0.9 }),
})
for (let goal = 0; goal < seconds * 100; goal += 1) {
  scheduler.enqueue({ key: String(goal), text: '', difficulty: random.next(), priority: 0.5 })
}
const idle = createMachine()
await new Promise((resolve) => setTimeout(resolve, 2000))
const background = idle.read().cpuShare
const whole = createMachine()
const run = scheduler.run()
setTimeout(() => void scheduler.stop(), seconds * 1000)
const { attempts } = await run
const share = whole.read().cpuShare
console.log(
  `target ${cpuTarget}: the machine was ${share.toFixed(3)} busy over ${seconds} s with ${attempts} attempts ` +
    `(${background.toFixed(3)} before the start)`,
)
