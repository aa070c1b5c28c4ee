import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Ledger, openLedger } from '../ledger/index.ts'
import { beginRun } from './run-record.ts'

let folder = ''
let ledger: Ledger

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orch-run-test-'))
  ledger = await openLedger({ home: folder })
})

afterEach(async () => {
  await ledger.close()
  rmSync(folder, { recursive: true, force: true })
})

const begin = (identity: string) =>
  beginRun(ledger, { command: 'bank', identity: [identity], settings: {}, seed: undefined })

async function pretendPid(runId: string, pid: number): Promise<void> {
  await ledger.sql.write((transaction) =>
    transaction.run('update runs set pid = ? where run_id = ?', [pid, runId]),
  )
}

describe('beginRun', () => {
  it('takes up a run whose process is gone, with its seed', async () => {
    const first = await begin('a')
    const { pid } = spawnSync('true')
    await pretendPid(first.runId, pid)
    expect(await begin('a')).toEqual({ ...first, resumed: true })
  })

  it('leaves a run alone whose process is still there', async () => {
    const first = await begin('a')
    await pretendPid(first.runId, process.ppid)
    expect((await begin('a')).resumed).toBe(false)
  })

  it('leaves a run of another machine alone that has just begun, and takes up one that is silent', async () => {
    const first = await begin('a')
    const pretend = (change: string, value: string) =>
      ledger.sql.write((transaction) =>
        transaction.run(`update runs set host = 'elsewhere', ${change} = ? where run_id = ?`, [
          value,
          first.runId,
        ]),
      )
    await pretend('command', 'bank')
    expect((await begin('a')).resumed).toBe(false)
    await ledger.sql.write((transaction) =>
      transaction.run('delete from runs where run_id <> ?', [first.runId]),
    )
    await pretend('started_at', '2020-01-01T00:00:00.000Z')
    expect(await begin('a')).toEqual({ ...first, resumed: true })
  })

  it('finds a run among those that were started since', async () => {
    const first = await begin('a')
    await ledger.endRun(first.runId, { interrupted: true })
    for (let n = 0; n < 60; n += 1) await begin(`other ${n}`)
    expect(await begin('a')).toEqual({ ...first, resumed: true })
  })

  it('takes up an interrupted run, and no finished one', async () => {
    const first = await begin('a')
    await ledger.endRun(first.runId, { interrupted: true })
    const second = await begin('a')
    expect(second).toEqual({ ...first, resumed: true })
    await ledger.endRun(first.runId, { interrupted: false })
    expect((await begin('a')).resumed).toBe(false)
  })

  it('does not confuse different banks', async () => {
    const first = await begin('a')
    await ledger.endRun(first.runId, { interrupted: true })
    expect((await begin('b')).resumed).toBe(false)
  })
})
