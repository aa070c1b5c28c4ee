import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { gridFromRows } from '../arc/index.ts'
import { makeArcReceipt } from '../arc/verify/index.ts'
import { cacheDir } from '../config/index.ts'
import { makeGoal } from '../goal/index.ts'
import { Checker, embeddedToolchain, LeanPool } from '../lean/index.ts'
import { type Ledger, openLedger } from '../ledger/index.ts'
import { exportProofs } from '../search/index.ts'
import { auditLedger } from './index.ts'
import { fillWithReceipts, type HonestProof, honestProofs, plantForgeries } from './test-forgeries.ts'

const SIZE = 50
const FORGED = 5

let folder: string
let pool: LeanPool
let checker: Checker
let proofs: readonly HonestProof[]
let ledger: Ledger
let homes = 0

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orch-audit-'))
  pool = new LeanPool(await embeddedToolchain({ cacheDir: cacheDir() }), { size: 1 })
  checker = new Checker(pool)
  proofs = await honestProofs(checker)
})
afterAll(async () => {
  await Promise.all([checker.close(), pool.close()])
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  homes += 1
  ledger = await openLedger({ home: join(folder, String(homes)) })
  await fillWithReceipts(ledger, proofs, SIZE)
  return () => ledger.close()
})

const audit = (options: Partial<Parameters<typeof auditLedger>[1]> = {}) =>
  auditLedger(
    { ledger, checker, fingerprint: pool.toolchain.fingerprint },
    {
      notes: join(folder, `${homes}.jsonl`),
      timeoutMs: 60_000,
      signal: new AbortController().signal,
      ...options,
    },
  )

const proved = async () => (await ledger.goals({ status: 'proved', limit: 5_000 })).items.length

it('confirms an honest ledger', async () => {
  expect(await audit()).toEqual({
    receipts: SIZE,
    confirmed: SIZE,
    findings: [],
    claimed: [],
    resumed: false,
  })
  expect(await proved()).toBe(SIZE)
})

it('finds exactly the forged receipts, and their goals are claimed from then on', async () => {
  const forged = await plantForgeries(ledger, FORGED)
  expect(await proved()).toBe(SIZE)
  const result = await audit()
  expect(result.findings.map(({ receipt, verdict }) => [receipt, verdict]).sort()).toEqual(
    forged.map((id) => [id, 'denied']).sort(),
  )
  expect(result.confirmed).toBe(SIZE - FORGED)
  expect(result.claimed).toHaveLength(FORGED)
  expect(await proved()).toBe(SIZE - FORGED)
})

it('names rows that say proved and have no receipt', async () => {
  await ledger.sql.write((sql) => sql.run(`update goals set receipt = null where goal_id = 'g7'`))
  const { findings, claimed } = await audit()
  expect(findings).toEqual([])
  expect(claimed).toMatchObject([{ id: 'g7', told: 'proved' }])
})

it('goes on where it was stopped, and looks again at what was changed meanwhile', async () => {
  const stop = new AbortController()
  const notes = join(folder, `${homes}.jsonl`)
  const onProgress = (done: number) => {
    if (done === 20) stop.abort(new Error('stopped'))
  }
  await expect(audit({ signal: stop.signal, onProgress })).rejects.toThrow('stopped')
  expect(readFileSync(notes, 'utf8').trim().split('\n')).toHaveLength(21)
  const [first] = await ledger.receiptRows({ after: '', limit: 1 })
  await ledger.sql.write((sql) =>
    sql.run(`update receipts set body = '{}' where receipt = ?`, [first?.receipt ?? '']),
  )
  const result = await audit()
  expect(result).toMatchObject({ receipts: SIZE, confirmed: SIZE - 1, resumed: true })
  expect(result.findings.map(({ receipt }) => receipt)).toEqual([first?.receipt])
  expect(existsSync(notes)).toBe(false)
})

it('does not take up notes about another ledger or another Lean', async () => {
  const notes = join(folder, `${homes}.jsonl`)
  writeFileSync(notes, `${JSON.stringify({ ledger: 'elsewhere' })}\n["0",{"verdict":"confirmed"}]\n`)
  expect(await audit()).toMatchObject({ resumed: false, confirmed: SIZE })
})

it('runs programs of ARC tasks again', async () => {
  const train = [{ input: gridFromRows([[1, 2]]), output: gridFromRows([[0, 2]]) }]
  const task = { id: 'keep', train, tests: [gridFromRows([[2, 1]])] }
  const program = '(program (view none as-is) (pipe (keep 2)))'
  const honest = makeArcReceipt(task, program, 'ARC task keep')
  const lie = makeArcReceipt(task, program.replace('keep 2', 'keep 1'), 'ARC task lie')
  for (const body of [honest, lie, { ...honest, id: 'arc:changed' }])
    await ledger.saveReceipt({ id: body.id, goalKey: `arc:${body.statement}`, body })
  const { findings } = await audit()
  expect(findings.map(({ receipt }) => receipt).sort()).toEqual(['arc:changed', lie.id].sort())
})

it('leaves forged proofs out of an exported file, and names them', async () => {
  const few = await openLedger({ home: join(folder, 'few') })
  await fillWithReceipts(few, proofs, 7)
  await plantForgeries(few, 3)
  await few.sql.write((sql) => sql.run(`update goals set receipt = null where goal_id = 'g6'`))
  const file = join(folder, 'Proofs.lean')
  const { signal } = new AbortController()
  const { theorems, left_out, errors } = await exportProofs({ ledger: few, pool, checker }, file, { signal })
  await few.close()
  expect(errors).toEqual([])
  expect(theorems + left_out.length).toBe(7)
  expect([3, 4]).toContain(left_out.length)
  expect(left_out.every(({ why }) => why.length > 10)).toBe(true)
  const text = readFileSync(file, 'utf8')
  expect(text.split('\ntheorem ').length - 1).toBe(theorems)
  expect(text).not.toMatch(/sorry|False/)
})

it('finds true receipts that hang on goals which they are not about', async () => {
  const add = async (
    statement: string,
    script: string,
    row: { text: string; context?: string[]; status: string },
  ) => {
    const verdict = await checker.check({ statement: await checker.fix({ statement }), proof: { script } })
    if (verdict.kind !== 'accepted') throw new Error(verdict.detail)
    const { receipt } = verdict
    const key = `lean:${statement}`
    const { text, context = [], status } = row
    await ledger.saveGoals([{ ...makeGoal({ id: statement, text, context }), key }])
    await ledger.saveReceipt({ id: receipt.id, goalKey: key, body: receipt })
    await ledger.sql.write((sql) =>
      sql.run('update goals set status = ?, receipt = ? where goal_hash = ?', [status, receipt.id, key]),
    )
    return receipt.id
  }
  await add('∀ (h : 1 = 1), True', 'exact fun _ => trivial', {
    text: 'True',
    context: ['h : 1 = 1'],
    status: 'proved',
  })
  await add('¬ (1 = 2)', 'decide', { text: '1 = 2', status: 'refuted' })
  const strays = [
    await add('∀ (h : False), False', 'exact id', { text: 'False', context: ['h : True'], status: 'proved' }),
    await add('¬ (False)', 'exact id', { text: '1 = 1', status: 'refuted' }),
  ]
  const { findings, claimed } = await audit()
  expect(findings.map(({ receipt, verdict }) => [receipt, verdict])).toEqual(
    strays.map((id) => [id, 'denied']),
  )
  expect(claimed.map(({ id }) => id)).toEqual(['¬ (False)', '∀ (h : False), False'])
})
