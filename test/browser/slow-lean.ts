/** A machine that is so busy that Lean hardly comes to run: its processes are stopped, for good or most of the time. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const SLICE_MS = 150
/** Looking for processes takes time of the server that is being tried. */
const LOOK_EVERY = 4

export class SlowLean implements AsyncDisposable {
  readonly #timer: NodeJS.Timeout
  /** Every how many slices Lean may run for one; 0 stops it altogether. */
  #every: number
  #slice = 0
  #pids: readonly number[] = []
  #looking: Promise<void> | undefined

  /** From when it returns, Lean is as slow as said. */
  static async start(every: number): Promise<SlowLean> {
    const slow = new SlowLean(every)
    await slow.#look()
    slow.#turn()
    return slow
  }

  private constructor(every: number) {
    this.#every = every
    this.#timer = setInterval(() => this.#turn(), SLICE_MS)
  }

  /** Lets it run every so many slices from now on. */
  set every(every: number) {
    this.#every = every
  }

  /** Ends all of them, as a machine without memory does. */
  kill(): void {
    this.#send('SIGKILL')
    this.#pids = []
  }

  #turn(): void {
    this.#slice += 1
    if (this.#slice % LOOK_EVERY === 0) this.#looking ??= this.#look()
    const runs = this.#every > 0 && this.#slice % this.#every === 0
    this.#send(runs ? 'SIGCONT' : 'SIGSTOP')
  }

  async #look(): Promise<void> {
    this.#pids = await leanProcesses()
    this.#looking = undefined
  }

  #send(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
    for (const pid of this.#pids) {
      try {
        process.kill(pid, signal)
      } catch {
        // It has ended in between.
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
    this.#pids = await leanProcesses()
    this.#send('SIGCONT')
  }
}

/** What this process, in which the server runs, has started of Lean. */
async function leanProcesses(): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,ppid=,args=', '-A'])
  const rows = stdout
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((row) => row !== null)
    .map(([, pid, parent, args = '']) => ({ pid: Number(pid), parent: Number(parent), args }))
  const below = new Set([process.pid])
  for (let known = 0; known < below.size; ) {
    known = below.size
    for (const { pid, parent } of rows) if (below.has(parent)) below.add(pid)
  }
  // The embedded Lean is started with what it serves as JSON.
  return rows.filter(({ pid, args }) => below.has(pid) && args.includes('"snapshot"')).map(({ pid }) => pid)
}
