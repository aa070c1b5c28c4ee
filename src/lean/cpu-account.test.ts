import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { CpuAccount, cpuOf } from './cpu-account.ts'

/** Takes 300 ms of CPU time, says so, and stays. */
const BUSY =
  'while (process.cpuUsage().user < 3e5) Math.random(); console.log("done"); setInterval(() => {}, 1e6)'

it('gives every second of a process to a purpose, and says what is left', async () => {
  const child = spawn(process.execPath, ['-e', BUSY], { stdio: ['ignore', 'pipe', 'ignore'] })
  const account = new CpuAccount()
  try {
    account.started(child.pid)
    await once(child.stdout, 'data')
    account.answered('tactic', 20_000, false)
    account.answered('judge', 10_000, false)
    account.answered('tactic', 5_000, true)
    account.answered('context', null, false)
    account.ends(child.pid, true)
  } finally {
    child.kill('SIGKILL')
  }
  const cpu = account.look()
  expect(cpu).toMatchObject({
    search: 0.02,
    checking: 0.01,
    given_up: 0.005,
    preambles: 0,
    processes: 1,
    killed: 1,
  })
  expect(cpu.rest).toBeGreaterThan(0)
  expect(cpu.total).toBeCloseTo(cpu.starts + cpu.search + cpu.checking + cpu.given_up + cpu.rest, 6)
  expect(account.look(cpu)).toMatchObject({ total: 0, rest: 0, processes: 0 })
})

it('knows nothing of a process that is gone', () => {
  expect(cpuOf(2 ** 30)).toBeUndefined()
  const account = new CpuAccount()
  account.started(2 ** 30)
  account.ends(2 ** 30, false)
  expect(account.look()).toMatchObject({ processes: 0, total: 0 })
})
