/** Faults of the database, of the way to it and of clocks. */
import { existsSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { openWire, type Wire } from '../../../test/distributed/proxy.ts'
import type { Fault } from './fault.ts'
import { LANES, type Stage } from './stage.ts'

const CUT_MS = 10_000
const FAKETIME = process.env.FAKETIME_LIBRARY ?? '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

export const databaseRestarted: Fault = {
  name: 'database-restarted',
  says: 'PostgreSQL is stopped and started again',
  async strike(stage) {
    await stage.cluster.restart()
    return 'restarted'
  },
}

let wire: Wire | undefined

export const wireCut: Fault = {
  name: 'wire-cut',
  says: 'the connections of a worker and of the submitter are cut for 10 s',
  async prepare(stage) {
    const opened = await openWire(stage.cluster.port)
    wire = opened
    const env = {
      ORCH_DATABASE_URL: stage.cluster.url.replace(String(stage.cluster.port), String(opened.port)),
    }
    stage.submitterEnv = env
    await stage.staff(1)
    await stage.cluster.worker(LANES, env)
    return opened
  },
  async strike(stage, run) {
    const recorded = await stage.recorded()
    wire?.cut()
    await pause(CUT_MS)
    wire?.mend()
    // The other worker goes on meanwhile: only the submitter shows that it is back.
    const isOver = () => run.process.child.exitCode !== null
    await stage.until('an attempt recorded', async () => isOver() || (await stage.recorded()) > recorded)
    return 'cut for 10 s'
  },
}

export const duplicateDelivery: Fault = {
  name: 'duplicate-delivery',
  says: 'jobs are delivered a second time while their workers still have them',
  async strike(stage) {
    // What pg-boss does when a worker was silent for too long; these were not. Once each: a third delivery is the last.
    const rows = await stage.cluster.query(
      `update orch_jobs.job set state = 'retry', retry_count = retry_count + 1, start_after = now()
        where state = 'active' and retry_count = 0 returning id`,
    )
    return rows.length === 0 ? undefined : `${rows.length} jobs twice`
  },
}

/** Clocks that may jump, each told by a file of its own. */
const CLOCKS = ['database', 'worker', 'submitter'] as const
type ClockName = (typeof CLOCKS)[number]

function setClock({ cluster }: Stage, clock: ClockName, seconds: number): void {
  writeFileSync(`${cluster.folder}/clock-${clock}`, `${seconds < 0 ? '' : '+'}${seconds}\n`, { mode: 0o644 })
}

function clockEnv({ cluster }: Stage, clock: ClockName): NodeJS.ProcessEnv {
  setClock({ cluster } as Stage, clock, 0)
  return {
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: `${cluster.folder}/clock-${clock}`,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  }
}

export const clockJump: Fault = {
  name: 'clock-jump',
  says: 'the clock of the database, of a worker or of the submitter jumps, forwards or back, by up to a day',
  missing: () =>
    existsSync(FAKETIME) ? undefined : 'libfaketime is not there (Debian: faketime; or FAKETIME_LIBRARY=…)',
  async prepare(stage) {
    await stage.cluster.restart(clockEnv(stage, 'database'))
    stage.submitterEnv = clockEnv(stage, 'submitter')
    await stage.staff(1)
    await stage.cluster.worker(LANES, clockEnv(stage, 'worker'))
    return undefined
  },
  async strike(stage) {
    const clock = stage.pick(CLOCKS)
    const seconds = Math.round((2 * stage.random.next() - 1) * 86_400)
    setClock(stage, clock, seconds)
    return `the ${clock}'s to ${seconds} s`
  },
}
