/** What the commands that only read the ledger print of it: goals, show, stats, market. One ledger for all of them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLedger } from '../../src/ledger/index.ts'
import { createMarket } from '../../src/market/index.ts'
import { attemptOn, fill, goalOf } from '../../src/server/test-server.ts'
import { orchHere } from './in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-ledger-commands-'))
const home = join(folder, 'home')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const within =
  (place: string) =>
  (...args: string[]) =>
    orchHere(args, { cwd: folder, env: { ORCH_HOME: place, ORCH_DATABASE_URL: undefined } })
const orch = within(home)
const nothing = within(join(folder, 'empty'))

let keys: { proved: string; refuted: string; open: string }
let tickets: Readonly<Record<'wanted' | 'base' | 'spare', string>>

beforeAll(async () => {
  const ledger = await openLedger({ home })
  keys = await fill(ledger)
  const claimed = goalOf('boast', '∀ n : Nat, n = 0', { preamble: 'def x := 1\n', difficulty: 0.5 })
  const twin = goalOf('add_zero', '∀ n : Nat, 0 + n = n')
  await ledger.saveGoals([claimed, twin])
  await ledger.record(attemptOn(claimed, { outcome: 'proved', strategy: 'liar', tactics: ['exact h'] }))
  await ledger.startRun({ runId: 'bg-2', command: 'bg', host: 'here', config: {}, seed: 1 })
  await ledger.record(
    attemptOn(twin, { runId: 'bg-2', strategy: 'mine', outcome: 'timeout', timeSeconds: 3 }),
  )
  const market = createMarket(ledger)
  const base = await market.requestLemma({
    goal: '∀ n : Nat, n ≤ n * n',
    priority: 0.25,
    suggestedName: 'le_sq',
  })
  const wanted = await market.requestLemma({
    goal: '∀ n : Nat,\n  n * n ≤ n * n * n',
    dependsOn: [base],
    context: ['n : Nat'],
    priority: 1,
  })
  const spare = await market.requestLemma({ goal: '∀ s : String, s = s\u202E' })
  tickets = { base, wanted, spare }
  await ledger.close()
})

describe('orch goals', () => {
  it('has a line for each goal with what became of it', async () => {
    const { stdout, code } = await orch('goals')
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toContain('proved  add_zero  ∀ n : Nat, n + 0 = n')
    expect(lines).toContain('refuted all_small  ∀ n : Nat, n < 5')
    expect(lines).toContain('claimed boast  ∀ n : Nat, n = 0')
    expect(lines).toContain('open    add_zero  ∀ n : Nat, 0 + n = n')
    expect(code).toBe(0)
  })

  it('leaves out what is settled, but not what is only claimed', async () => {
    const { stdout } = await orch('goals', '--unsolved')
    expect(stdout).not.toMatch(/^(?:proved|refuted)/m)
    expect(stdout).toContain('claimed boast')
    const { goals } = JSON.parse((await orch('goals', '--unsolved', '--json')).stdout)
    expect(new Set(goals.map(({ status }: { status: string }) => status))).toEqual(
      new Set(['open', 'claimed']),
    )
  })

  it('keeps a goal on its line and shows what is hidden in it', async () => {
    const { stdout } = await orch('goals')
    const [line] = stdout.split('\n').filter((one) => one.includes('hostile'))
    expect(line).toMatch(/^open {4}hostile {2}∀ n : Nat, n = n -- /)
    for (const hidden of ['\u202E', '\u0007', '\u001b', '\u200B']) expect(stdout).not.toContain(hidden)
  })

  it('says how to begin where there are none', async () => {
    expect(await nothing('goals')).toMatchObject({
      stdout: '',
      stderr: 'No goals yet. Run orch bank first.\n',
      code: 0,
    })
    expect((await nothing('goals', '--unsolved')).stderr).toBe('No open goals.\n')
  })
})

describe('orch show', () => {
  it('tells the history of a goal by its key, oldest attempt first', async () => {
    const { stdout, code } = await orch('show', keys.proved)
    expect(stdout).toMatch(/^proved {2}add_zero\n∀ n : Nat, n \+ 0 = n\n/)
    expect(stdout).toContain(keys.proved)
    expect(stdout).toContain('proved by micro:\n  simp\n')
    expect(stdout).toContain('receipt receipt-1')
    expect(stdout.indexOf('sketch')).toBeLessThan(stdout.lastIndexOf('micro'))
    expect(code).toBe(0)
  })

  it('finds it by the start of its key, and ends with 1 as long as it is not proved', async () => {
    expect(await orch('show', keys.refuted.slice(0, 20))).toMatchObject({
      stdout: expect.stringContaining('refuted all_small'),
      code: 1,
    })
    expect((await orch('show', keys.open)).code).toBe(1)
  })

  it('shows all goals of one name', async () => {
    const { stdout, code } = await orch('show', 'add_zero')
    expect(stdout).toContain('∀ n : Nat, n + 0 = n')
    expect(stdout).toContain('∀ n : Nat, 0 + n = n')
    expect(code).toBe(1)
    const { goals } = JSON.parse((await orch('show', 'add_zero', '--json')).stdout)
    expect(goals).toHaveLength(2)
  })

  it('does not call proved what has no receipt', async () => {
    const { stdout, code } = await orch('show', 'boast')
    expect(stdout).toMatch(/^claimed boast/)
    expect(stdout).toContain('The ledger holds no receipt about this statement, so nothing is proved.')
    expect(stdout).toContain('claimed by liar:')
    expect(stdout).not.toMatch(/^receipt /m)
    expect(code).toBe(1)
  })

  it('gives programs every attempt with its budget, its run and its error', async () => {
    const { attempts, status } = JSON.parse((await orch('show', keys.open, '--json')).stdout)
    expect(status).toBe('open')
    expect(attempts).toHaveLength(5)
    expect(attempts.map(({ outcome }: { outcome: string }) => outcome).toSorted()).toEqual([
      'cancelled',
      'error',
      'timeout',
      'timeout',
      'timeout',
    ])
    expect(attempts[0]).toMatchObject({ budget_seconds: 8, strategy_version: '1', run_id: null })
  })

  it('tells one name too few letters of apart from none', async () => {
    expect((await orch('show', 'nobody')).stderr).toContain('There is no goal nobody in ')
    const { stderr } = await orch('show', keys.open.slice(0, 3))
    expect(stderr).toContain(`There is more than one goal ${keys.open.slice(0, 3)} in `)
    expect(stderr).toContain('orch goals lists them.')
  })
})

describe('orch stats', () => {
  it('has a row for each strategy, aligned, with no number where there is none', async () => {
    const { stdout } = await orch('stats')
    const [head = '', ...rows] = stdout.trimEnd().split('\n')
    expect(head).toMatch(/^strategy +attempts +solved +refuted +rate +mean s +cached +unique +CPU\/solve$/)
    const cells = (name: string) => rows.find((row) => row.startsWith(name))?.split(/ {2,}/)
    expect(cells('refute')).toEqual(['refute', '1', '0', '1', '100.0%', '0.50', '1', '0.25'])
    expect(cells('copilot')).toEqual(['copilot', '1', '0', '0', '0.0%', '0.50', '0'])
    expect(new Set(rows.map((row) => row.indexOf('%')))).toHaveProperty('size')
  })

  it('counts a claim as an attempt and not as a success', async () => {
    const { strategies } = JSON.parse((await orch('stats', '--json')).stdout)
    const liar = strategies.find(({ strategy }: { strategy: string }) => strategy === 'liar')
    expect(liar).toMatchObject({ attempts: 1, solved: 0, rate: 0, cpu_seconds_per_solve: null })
  })

  it('can be had of one run', async () => {
    const { stdout } = await orch('stats', '--run', 'bg-2')
    expect(stdout).toMatch(/^mine/m)
    expect(stdout).not.toMatch(/^micro/m)
    expect((await orch('stats', '--run', 'bg')).stderr).toContain('There is no run bg in ')
  })

  it('says what to run while there is nothing', async () => {
    expect((await nothing('stats')).stdout).toMatch(
      /^No attempts yet in .*ledger\.db\. Run orch bank first\.\n$/,
    )
    expect(JSON.parse((await nothing('stats', '--json')).stdout).strategies).toEqual([])
  })
})

describe('orch market', () => {
  it('lists tickets, each on its line', async () => {
    const { stdout } = await orch('market', 'list')
    const line = stdout.split('\n').find((one) => one.startsWith(tickets.wanted.slice(0, 8)))
    expect(line).toBe(`${tickets.wanted.slice(0, 8)}  open  1.00  ∀ n : Nat, n * n ≤ n * n * n`)
    expect(stdout).toContain('s = s\\u{202e}')
    expect((await nothing('market', 'list')).stderr).toBe('No tickets.\n')
  })

  it('shows what a ticket depends on, by the start of its id', async () => {
    const { stdout, code } = await orch('market', 'show', tickets.wanted.slice(0, 12))
    expect(stdout).toContain(`depends on ${tickets.base}`)
    expect(code).toBe(0)
  })

  it('lets one claim a ticket and not another, and says so', async () => {
    const claim = (who: string) => orch('market', 'claim', tickets.base, '--as', who)
    expect(await claim('me')).toMatchObject({ code: 0, stdout: expect.stringContaining('claimed by me') })
    expect(await claim('you')).toMatchObject({
      code: 1,
      stderr: 'The ticket is not to be had: somebody holds it, or it is done.\n',
    })
    expect((await orch('market', 'list', '--status', 'claimed')).stdout.trimEnd().split('\n')).toHaveLength(1)
  })

  it('lets the holder claim again, which makes the claim last longer', async () => {
    const lease = async () => {
      const { stdout } = await orch('market', 'claim', tickets.base, '--as', 'me', '--json')
      return Date.parse(JSON.parse(stdout).lease_expires_at)
    }
    const first = await lease()
    expect(await lease()).toBeGreaterThanOrEqual(first)
  })

  it('withdraws a ticket once', async () => {
    expect((await orch('market', 'cancel', tickets.spare)).code).toBe(0)
    expect((await orch('market', 'cancel', tickets.spare)).code).toBe(1)
    const { status } = JSON.parse((await orch('market', 'show', tickets.spare, '--json')).stdout)
    expect(status).toBe('cancelled')
  })

  it('finds a lemma under other names of its variables, the nearest first', async () => {
    const { stdout } = await orch('market', 'search', '∀ m : Nat, m ≤ m * m')
    const [first = ''] = stdout.split('\n')
    expect(first).toMatch(/^1\.00 {2}/)
    expect(first).toContain(tickets.base.slice(0, 8))
  })

  it('says of an id too short that it is', async () => {
    expect((await orch('market', 'show', '')).stderr).toContain('There is more than one ticket')
    expect((await orch('market', 'show', 'zzzz')).stderr).toContain('There is no ticket zzzz.')
  })
})

describe('a ledger', () => {
  it('in a folder that cannot be made is refused with its place', async () => {
    const { stderr, code } = await within('/dev/null/home')('stats')
    expect(stderr).toContain('/dev/null/home')
    expect(code).toBe(2)
  })
})
