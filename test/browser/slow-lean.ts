/** A machine that is so busy that Lean hardly comes to run: its processes are stopped, for good or most of the time. */
import { execFileSync } from 'node:child_process'

const SLICE_MS = 150

export class SlowLean implements Disposable {
  readonly #timer: NodeJS.Timeout
  readonly #stopped = new Set<number>()
  /** Every how many slices Lean may run for one; 0 stops it altogether. */
  #every: number
  #slice = 0

  constructor(every: number) {
    this.#every = every
    this.#timer = setInterval(() => this.#turn(), SLICE_MS)
    this.#turn()
  }

  /** Lets it run every so many slices from now on. */
  set every(every: number) {
    this.#every = every
    this.#turn()
  }

  /** Ends those that stand still, as a machine without memory does. */
  kill(): void {
    for (const pid of this.#stopped) send(pid, 'SIGKILL')
    this.#stopped.clear()
  }

  #turn(): void {
    this.#slice += 1
    const runs = this.#every > 0 && this.#slice % this.#every === 0
    if (runs) this.#goOn()
    else for (const pid of leanProcesses()) if (send(pid, 'SIGSTOP')) this.#stopped.add(pid)
  }

  #goOn(): void {
    for (const pid of this.#stopped) send(pid, 'SIGCONT')
    this.#stopped.clear()
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
    this.#goOn()
  }
}

function send(pid: number, signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch {
    // It has ended in between.
    return false
  }
}

/** What this process, in which the server runs, has started of Lean. */
function leanProcesses(): number[] {
  const rows = execFileSync('ps', ['-o', 'pid=,ppid=,args=', '-A'], { encoding: 'utf8' })
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
