/** Faults that befall processes. */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BankProcess } from '../../../test/search/bank-process.ts'
import type { Fault } from './fault.ts'
import { LANES, type Stage } from './stage.ts'

/** From before Lean has started to well into the run. */
const LATEST_MS = 10_000
/** From the last goal to the output, and a little longer. */
const AFTER_LAST_GOAL_MS = 800

export const workerKilled: Fault = {
  name: 'worker-killed',
  says: 'kill -9 of a worker in mid-proof, and another one takes its place',
  async strike(stage) {
    stage.pick(stage.workers).child.kill('SIGKILL')
    await stage.staff(2)
    return 'killed'
  },
}

export const submitterKilled: Fault = {
  name: 'submitter-killed',
  says: 'kill -9 of the submitter at any moment, half of them after its last goal; the same command tells the same run',
  async strike(stage, run) {
    const isLate = stage.random.next() < 0.5
    const isOver = () => run.process.child.exitCode !== null
    if (isLate) await stage.until('the last goal', async () => isOver() || (await stage.settled(run.bank)))
    const ms = await stage.moment(isLate ? AFTER_LAST_GOAL_MS : LATEST_MS)
    run.process.child.kill('SIGKILL')
    const { stdout } = await run.process.ended
    if (stdout !== '') return undefined
    run.process = stage.cluster.orch(run.bank.args)
    return isLate ? `killed ${ms} ms after the last goal` : `killed ${ms} ms later`
  },
}

/** A disk of its own for a worker, which can be filled. */
class SmallDisk implements AsyncDisposable {
  readonly path: string
  readonly worker: BankProcess

  static async open(stage: Stage): Promise<SmallDisk> {
    const path = join(stage.cluster.folder, 'disk')
    execFileSync('mkdir', ['-p', path])
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512k,nr_inodes=64', 'tmpfs', path])
    return new SmallDisk(path, await stage.cluster.worker(LANES, { ORCH_HOME: path, TMPDIR: path }))
  }

  private constructor(path: string, worker: BankProcess) {
    this.path = path
    this.worker = worker
  }

  /** Every byte and every name is taken. */
  fill(): void {
    const script = `dd if=/dev/zero of="$1/fill" bs=4k 2>/dev/null
      n=0; while touch "$1/fill-$n" 2>/dev/null; do n=$((n+1)); done; true`
    execFileSync('sh', ['-c', script, 'sh', this.path])
  }

  empty(): void {
    execFileSync('sh', ['-c', 'rm -f "$1"/fill*', 'sh', this.path])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.worker.child.kill('SIGKILL')
    await this.worker.ended
    execFileSync('umount', ['-l', this.path])
  }
}

let disk: SmallDisk | undefined

export const diskFull: Fault = {
  name: 'disk-full',
  says: 'the disk of a worker is full and its Lean dies: it cannot start another one until there is room',
  missing: () => (process.getuid?.() === 0 ? undefined : 'only root may mount a small disk'),
  async prepare(stage) {
    await stage.staff(1)
    disk = await SmallDisk.open(stage)
    return disk
  },
  async strike(stage) {
    if (!disk) throw new Error('there is no disk')
    disk.fill()
    const killed = childrenOf(disk.worker.child.pid)
    for (const pid of killed) kill(pid)
    const ms = await stage.moment(15_000)
    disk.empty()
    const state = disk.worker.child.exitCode === null ? 'is still there' : 'is GONE'
    return `full for ${ms} ms, ${killed.length} Lean killed, its worker ${state}`
  },
}

function childrenOf(pid: number | undefined): readonly number[] {
  try {
    const text = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    return text.trim().split('\n').map(Number)
  } catch {
    return []
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It was quicker.
  }
}

/** What a poisoned goal says, so that whoever watches knows it; it holds, and Lean would prove it. */
const POISON = /Nat, \d+ \+ z = z \+ \d+/

export const poison: Fault = {
  name: 'poison',
  says: 'a goal that kills every Lean it meets: dead after three tries, and the rest goes on',
  async prepare(stage) {
    // One slot each: the Lean that dies is the poisoned goal's, and whatever else dies is a finding.
    for (const lanes of ['light:1', 'light:1', 'heavy:1'])
      stage.workers.push(await stage.cluster.worker(['--only', 'lean', '--lanes', lanes]))
    return undefined
  },
  async strike(stage) {
    const n = Math.floor(stage.random.next() * 1e9)
    const bank = stage.cluster.bank(`poison-${n}`, [
      { id: `p${n}`, goal: `∀ z : Nat, ${n} + z = z + ${n}`, difficulty: 0.2 },
    ])
    const results = join(stage.cluster.folder, `poison-${n}`)
    const args = ['bank', '--bank', bank, '--results', results, '--strategy', 'micro', '--no-cache', '--json']
    const run = stage.cluster.orch(args)
    let isOver = false
    void run.ended.then(() => {
      isOver = true
    })
    let deaths = 0
    while (!isOver) {
      await stage.moment(20)
      if (isOver || !(await isActive(stage, `${n} + z`))) continue
      for (const worker of stage.workers) {
        // A worker has one slot: what it began last is what it is at.
        const last = worker.lines.findLast((line) => line.startsWith('light ')) ?? ''
        if (!POISON.test(last)) continue
        for (const pid of childrenOf(worker.child.pid)) {
          kill(pid)
          deaths += 1
        }
      }
    }
    rmSync(results, { recursive: true, force: true })
    const dead = await deadJobs(stage, `${n} + z`)
    if (dead > 1) throw new Error(`one attempt was asked for, ${dead} are dead`)
    stage.deadExpected += dead
    stage.banksExpected += 1
    // Proved before anybody saw it.
    if (dead === 0) return undefined
    const [tries] = await stage.cluster.query<{ most: number }>(
      `select max(retry_count) + 1 as most from orch_jobs.job where state = 'failed'`,
    )
    if (tries?.most !== 3) throw new Error(`a job was tried ${tries?.most} times`)
    return `${deaths} Leans killed, then dead`
  },
}

async function deadJobs({ cluster }: Stage, text: string): Promise<number> {
  const rows = await cluster.query(
    `select 1 from orch_jobs.job where name = 'dead' and data->>'body' like $1`,
    [`%${text}%`],
  )
  return rows.length
}

async function isActive({ cluster }: Stage, text: string): Promise<boolean> {
  const rows = await cluster.query(
    `select 1 from orch_jobs.job where state = 'active' and data->>'body' like $1 limit 1`,
    [`%${text}%`],
  )
  return rows.length > 0
}
