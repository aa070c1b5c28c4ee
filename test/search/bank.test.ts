/** Bank runs as a user starts them, with the real Lean and a ledger of their own. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacheDir } from '../../src/config/index.ts'
import { Checker, chooseToolchain, LeanPool, readReceipt, verifyReceipt } from '../../src/lean/index.ts'
import { runOrch } from '../cli/run-orch.ts'
import { startOrch } from './bank-process.ts'

let folder = ''
let home = ''
let results = ''

/** With the line ends that editors on Windows write. */
const DOUBLE = 'def double : Nat → Nat\r\n  | 0 => 0\r\n  | n + 1 => double n + 2'
const GOALS = [
  { id: 'zero', goal: '∀ n : ℕ, n + 0 = n', difficulty: 0.1, priority: 0.9 },
  { id: 'swap', goal: '∀ a b : Nat, a + b = b + a', difficulty: 0.2, priority: 0.5 },
  { id: 'bool', goal: '∀ a b : Bool, (a && b) = (b && a)', metadata: { category: 'bool' } },
  { id: 'hypothesis', goal: 'n ≠ 0', context: ['n : Nat', 'h : 0 < n', 'arithmetic'] },
  { id: 'own', goal: 'double 3 = 6', preamble: DOUBLE, difficulty: 0.7 },
  { id: 'unended', goal: 'two = 2', preamble: 'namespace Own\nsection\ndef two := 2' },
]

// Goals this easy may not run out of time on a busy machine.
const env = () => ({ ORCH_HOME: home, ORCH_TIMEOUT_MICRO: '60', ORCH_TIMEOUT_COPILOT: '60' })
const orch = (...args: string[]) => runOrch(args, { env: env() })

function writeBank(name: string, lines: readonly (object | string)[]): string {
  const path = join(folder, name)
  writeFileSync(
    path,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  )
  return path
}

const bankArgs = (bank: string, ...more: string[]) => ['bank', '--bank', bank, '--results', results, ...more]

function query<T>(sql: string): T[] {
  const database = new DatabaseSync(join(home, 'ledger.db'), { readOnly: true })
  try {
    return database.prepare(sql).all() as T[]
  } finally {
    database.close()
  }
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orch-bank-test-'))
  home = join(folder, 'home')
  results = join(folder, 'results')
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('orch bank', () => {
  it('solves what it can, reports bad lines and ill-typed goals, and writes what it prints', async () => {
    const bank = writeBank('bank.jsonl', [
      ...GOALS,
      'this is no JSON',
      { id: 'nothing' },
      { id: 'ill', goal: '∀ n : Foo, n = n' },
      { id: 'swap', goal: 'True' },
      { id: 'broken', goal: 'one = 1', preamble: 'def one : Nat := 1\ndef two : Nat := "no"' },
    ])
    const { code, stdout, stderr } = await orch(...bankArgs(bank, '--json', '--timeout', '280'))
    expect(code, stderr).toBe(1)
    const printed = JSON.parse(stdout)
    expect(printed).toMatchObject({
      goals_total: 8,
      goals_processed: 8,
      goals_solved: 6,
      goals_ill_typed: 2,
      lemmas_proved: 0,
      ended: 'done',
      resumed: false,
      config: { timeout: 280, profile: 1 },
    })
    expect(printed.bad_lines.map(({ line }: { line: number }) => line)).toEqual([7, 8, 10])
    expect(stderr).toContain(`${bank}:7: this is not JSON`)
    expect(stderr).toContain('the id "swap" is taken by line 2')
    const file = join(results, `bank-${printed.timestamp}.json`)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(printed)
    expect(readdirSync(results).filter((name) => name.endsWith('.part'))).toEqual([])

    const goals = readFileSync(printed.goals_file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(goals.map(({ id }) => id)).toEqual([...GOALS.map(({ id }) => id), 'ill', 'broken'])
    for (const goal of goals.slice(0, 6)) {
      expect(goal).toMatchObject({
        outcome: 'proved',
        strategy: expect.any(String),
        script: expect.any(String),
      })
      expect(goal.time_seconds).toBeTypeOf('number')
      expect(goal.cpu_seconds).toBeTypeOf('number')
    }
    expect(goals[6]).toMatchObject({ outcome: 'ill-typed', attempts: 0, script: null })
    expect(goals[7]).toMatchObject({
      outcome: 'ill-typed',
      detail: expect.stringMatching(/^preamble, line 2, column 18: Type mismatch/),
    })
  }, 300_000)

  it('leaves every solved goal in the ledger with a receipt that verifies', async () => {
    const rows = query<{ goal_hash: string; receipt: string }>(
      'select goal_hash, receipt from attempts where success = 1',
    )
    expect(new Set(rows.map(({ goal_hash }) => goal_hash)).size).toBe(6)
    const bodies = query<{ body: string }>('select body from receipts')
    expect(bodies.length).toBe(6)
    await using pool = new LeanPool(await chooseToolchain({ lean: 'embedded', cacheDir: cacheDir() }), {
      size: 1,
    })
    await using checker = new Checker(pool)
    for (const { body } of bodies)
      expect(await verifyReceipt(checker, readReceipt(JSON.parse(body)))).toMatchObject({ kind: 'confirmed' })
  })

  it('shows what it did: stats, goals, one goal, a Lean file that checks', async () => {
    const stats = JSON.parse((await orch('stats', '--json')).stdout)
    expect(stats.strategies.some(({ solved }: { solved: number }) => solved > 0)).toBe(true)
    const goals = await orch('goals')
    expect(goals.stdout).toMatch(/proved\s+swap\s+∀ a b : Nat/)
    const shown = JSON.parse((await orch('show', 'own', '--json')).stdout)
    expect(shown).toMatchObject({
      id: 'own',
      status: 'proved',
      preamble: DOUBLE,
      receipt: { outcome: 'proved' },
    })
    const file = join(folder, 'Proofs.lean')
    const exported = await orch('export', '--out', file)
    expect(exported.stdout).toContain('6 theorems')
    expect(exported.stdout).toContain('Lean accepts it')
    expect(exported.code).toBe(0)
    expect(readFileSync(file, 'utf8')).toContain('def double')
  })

  it('takes proofs from the cache the second time, and checks each of them again', async () => {
    const bank = writeBank('again.jsonl', GOALS)
    const { code, stdout, stderr } = await orch(...bankArgs(bank, '--json', '--quiet'))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const again = JSON.parse(stdout)
    expect(again).toMatchObject({ goals_solved: 6, strategies: { cache: { used: 6, succeeded: 6 } } })
    const goals = readFileSync(again.goals_file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    for (const goal of goals) expect(goal).toMatchObject({ strategy: 'cache', receipt: expect.any(String) })
    const searched = query<{ n: number }>(
      `select count(*) as n from attempts where run_id = '${again.run_id}' and strategy <> 'cache'`,
    )
    expect(searched[0]?.n).toBe(0)
  })

  it('never solves a canary', async () => {
    const all = readFileSync(join(import.meta.dirname, '..', '..', 'bench', 'canaries.jsonl'), 'utf8')
      .trim()
      .split('\n')
    const wanted = ['false_sub_add', 'false_list_comm', 'false_own_rev', 'false_plain', 'ill_syntax']
    const bank = writeBank(
      'canaries.jsonl',
      all.filter((line) => wanted.includes(JSON.parse(line).id)),
    )
    // Nobody needs to search long for what is not there.
    const short = { ...env(), ORCH_TIMEOUT_MICRO: '8' }
    const flags = ['--json', '--timeout', '100', '--profile', '0']
    const { code, stdout } = await runOrch(bankArgs(bank, ...flags), { env: short })
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ goals_total: 5, goals_solved: 0, goals_ill_typed: 1 })
  })

  it('stops on Ctrl-C with a summary, and goes on from there', async () => {
    const bank = writeBank(
      'long.jsonl',
      Array.from({ length: 12 }, (_, i) => ({ id: `g${i}`, goal: `∀ n : Nat, n + ${i} = ${i} + n` })),
    )
    const first = startOrch(bankArgs(bank), env())
    await first.proved(3)
    first.child.kill('SIGINT')
    const stopped = await first.ended
    expect(stopped.code).toBe(1)
    expect(stopped.stdout).toMatch(/Goals: \d+\/12 processed \(interrupted\)/)
    expect(stopped.stdout).toContain('Results saved to')
    const { stdout, stderr } = await orch(...bankArgs(bank, '--quiet'))
    expect(stdout).toMatch(/^Goals: 12\/12 processed\nSolved: 12 /)
    expect(stderr).toBe('')
    const [last] = query<{ resumed: number }>(
      `select json_extract(summary, '$.resumed') as resumed from runs order by started_at desc limit 1`,
    )
    expect(last?.resumed).toBe(1)
  }, 300_000)
})

describe('orch bank, when it cannot run', () => {
  const unable = async (args: string[], extra: NodeJS.ProcessEnv = {}) => {
    const elsewhere = join(folder, 'untouched')
    const { code, stderr, stdout } = await runOrch(args, { env: { ORCH_HOME: elsewhere, ...extra } })
    expect(code).toBe(2)
    expect(stdout).toBe('')
    return { stderr, elsewhere }
  }

  it('names a file that is not there', async () => {
    const { stderr, elsewhere } = await unable(['bank', '--bank', join(folder, 'nowhere.jsonl')])
    expect(stderr).toContain('there is no such file')
    expect(readdirSync(folder)).not.toContain(elsewhere.split('/').at(-1))
  })

  it('names a strategy that is not there', async () => {
    const { stderr } = await unable([
      'bank',
      '--bank',
      writeBank('one.jsonl', GOALS.slice(0, 1)),
      '--strategy',
      'magic',
    ])
    expect(stderr).toMatch(/no strategy ["']magic["']/)
  })

  it('names a setting that is out of range', async () => {
    const { stderr } = await unable(['bank'], { ORCH_PROFILE: '9' })
    expect(stderr).toContain('ORCH_PROFILE is "9"; it must be a whole number from 0 to 2.')
    expect((await unable(['config'], { ORCH_CPU_TARGET: 'fast' })).stderr).toContain('ORCH_CPU_TARGET')
  })

  it('leaves a ledger of a newer version alone', async () => {
    const newer = mkdtempSync(join(folder, 'newer-'))
    const path = join(newer, 'ledger.db')
    const database = new DatabaseSync(path)
    database.exec(
      'create table schema_version (version integer primary key, applied_at text); insert into schema_version values (99, 0)',
    )
    database.close()
    const bank = writeBank('one.jsonl', GOALS.slice(0, 1))
    const { stderr } = await unable(bankArgs(bank), { ORCH_HOME: newer })
    expect(stderr).toContain('schema version 99')
  })
})
