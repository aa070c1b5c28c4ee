/**
 * `kill -9` between the last goal and the output: the same command then tells what was found. The process is held in
 * that moment by a standard output that takes nothing, so that it cannot be missed.
 */
import { execFileSync } from 'node:child_process'
import {
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { printTask } from '../../src/arc/index.ts'
import { TASKS } from '../../src/arc/test-tasks.ts'
import { lastEvents, openLedger } from '../../src/ledger/index.ts'
import { type BankProcess, startOrch } from './bank-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-untold-'))
const env = { ORCH_HOME: join(folder, 'home'), ORCH_DATABASE_URL: '' }
let held: BankProcess | undefined
afterAll(() => {
  held?.child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** A pipe that is full and that nobody reads. */
function fullPipe(name: string): number {
  const path = join(folder, name)
  execFileSync('mkfifo', [path])
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  for (const size of [4096, 1]) {
    try {
      for (;;) writeSync(fd, Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    }
  }
  return fd
}

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await pause(20)
}

it('a bank whose results nobody has got is told by the same command, as the same run', async () => {
  const bank = join(folder, 'bank.jsonl')
  writeFileSync(bank, JSON.stringify({ id: 'one', goal: '∀ a b : Nat, a + b = b + a' }))
  const results = join(folder, 'results')
  const args = ['bank', '--bank', bank, '--results', results, '--strategy', 'micro', '--json']
  const stdout = fullPipe('bank-out')
  const first = startOrch(args, env, stdout)
  held = first
  await until(() => existsSync(results))
  const ledger = await openLedger({ home: env.ORCH_HOME })
  const last = async (type: 'pulse' | 'run-ended') =>
    (await lastEvents(ledger, { type, limit: 1 }))[0]?.id ?? 0
  // The files are there; a run that waited for nobody would be over two heartbeats later.
  for (let beat = 0; beat < 2; beat += 1) {
    const before = await last('pulse')
    await until(async () => (await last('pulse')) > before || (await last('run-ended')) > 0)
  }
  first.child.kill('SIGKILL')
  await first.ended
  closeSync(stdout)
  const [killed] = await ledger.runs({ command: 'bank', limit: 1 })
  expect(killed?.endedAt).toBeUndefined()
  const second = JSON.parse((await startOrch(args, env).ended).stdout)
  expect(second).toMatchObject({ run_id: killed?.runId, resumed: true, goals_solved: 1, ended: 'done' })
  const [row] = await ledger.sql.all<{ n: number }>(`select count(*) as n from attempts where success = 1`)
  expect(row?.n).toBe(1)
  expect(
    (await ledger.runs({ command: 'bank', limit: 5 })).map(({ endedAt }) => endedAt === undefined),
  ).toEqual([false])
  await ledger.close()
}, 300_000)

it('an ARC batch whose results nobody has got is told by the same command without running a task again', async () => {
  const batch = join(folder, 'tasks.jsonl')
  writeFileSync(batch, TASKS.map((task) => `${printTask(task)}\n`).join(''))
  const out = join(folder, 'out.jsonl')
  const args = ['arc', 'run', '--batch-file', batch, '--out-jsonl', out, '--nodes', '40', '--json']
  const stdout = fullPipe('arc-out')
  const first = startOrch(args, env, stdout)
  held = first
  await until(() => existsSync(out))
  first.child.kill('SIGKILL')
  await first.ended
  closeSync(stdout)
  const second = JSON.parse((await startOrch(args, env).ended).stdout)
  expect(second).toMatchObject({ tasks: TASKS.length, resumed: TASKS.length })
  expect(existsSync(`${out}.running`)).toBe(false)
}, 300_000)
