/** Both kernels on real proofs: what they say, and what becomes of a proof on which they do not agree. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cacheDir } from '../../config/index.ts'
import { KERNEL_VERSION } from '../../kernel/index.ts'
import { ensureLibrary } from '../certificate/index.ts'
import { LeanPool } from '../pool.ts'
import { embeddedToolchain } from '../toolchains/index.ts'
import { Checker } from './checker.ts'
import { secondKernelUse } from './second-opinion.ts'

const SUM = { statement: '∀ a b : Nat, a + b = b + a', script: 'omega' }
/** Lean's kernel multiplies numbers of any size, the second one declines above 2²⁴ bits. */
const HUGE = { statement: '1 ≤ 2 ^ 16777000 * 2 ^ 1000', script: 'decide +kernel' }

const LIBRARY_MS = 600_000
// Real Lean shares the machine with whatever else it does.
vi.setConfig({ testTimeout: 300_000 })

let pool: LeanPool
let required: Checker
let asked: Checker
let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orch-second-opinion-'))
  pool = new LeanPool(await embeddedToolchain({ cacheDir: cacheDir() }), { size: 1 })
  const library = await ensureLibrary(pool.toolchain, { cacheDir: cacheDir() })
  mkdirSync(join(folder, 'right'))
  symlinkSync(dirname(library), join(folder, 'right', 'kernel'))
  // A second kernel whose library is not Lean's will not agree with it: here the lemmas of omega go by other names.
  mkdirSync(join(folder, 'wrong', 'kernel'), { recursive: true })
  const other = readFileSync(library)
  for (let at = other.indexOf('"Omega"'); at >= 0; at = other.indexOf('"Omega"', at))
    other.write('"Omegb"', at)
  writeFileSync(join(folder, 'wrong', 'kernel', basename(library)), other)
  required = new Checker(pool, { second: 'required', cacheDir: join(folder, 'right') })
  asked = new Checker(pool, { second: 'asked', cacheDir: join(folder, 'right') })
  // Lean writes out its library, if nobody has asked for it before.
}, LIBRARY_MS)

afterAll(async () => {
  await Promise.all([required?.close(), asked?.close()])
  await pool?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function judge(checker: Checker, { statement, script }: typeof SUM) {
  return await checker.check({ statement: await checker.fix({ statement }), proof: { script } })
}

describe('the second kernel in a check', () => {
  it('is named in the receipt with its version, time and assumptions', async () => {
    const verdict = await judge(required, SUM)
    if (verdict.kind !== 'accepted') throw new Error(JSON.stringify(verdict))
    const [lean, ts] = verdict.receipt.kernels
    expect(lean).toMatchObject({ name: 'lean', version: verdict.receipt.toolchain.lean })
    expect(ts).toMatchObject({ name: 'ts', version: KERNEL_VERSION })
    expect(ts?.seconds).toBeGreaterThan(0)
    expect(ts?.assumptions).toBeGreaterThan(0)
    expect(ts).not.toHaveProperty('declined')
  })

  it('leaves a proof undecided that it declines, where it must accept', async () => {
    const verdict = await judge(required, HUGE)
    expect(verdict).toMatchObject({ kind: 'unknown', detail: expect.stringContaining('declines') })
  })

  it('says in the receipt that it declined, where it is only asked', async () => {
    const verdict = await judge(asked, HUGE)
    const declined = expect.stringContaining('more than 16777216 bits')
    expect(verdict).toMatchObject({
      kind: 'accepted',
      receipt: { kernels: [{ name: 'lean' }, { name: 'ts', declined }] },
    })
  })

  it('is left out by those who only ask it while its library is not there', async () => {
    await using checker = new Checker(pool, { second: 'asked', cacheDir: join(folder, 'elsewhere') })
    const verdict = await judge(checker, SUM)
    expect(verdict.kind === 'accepted' && verdict.receipt.kernels.map(({ name }) => name)).toEqual(['lean'])
  })

  it('is never overruled: where the kernels disagree nothing is proved, and a file tells all', async () => {
    await using checker = new Checker(pool, { second: 'asked', cacheDir: join(folder, 'wrong') })
    const verdict = await judge(checker, SUM)
    expect(verdict).toMatchObject({ kind: 'refused', reason: 'kernels_disagree' })
    const detail = verdict.kind === 'refused' ? verdict.detail : ''
    const report = JSON.parse(readFileSync(/please report (.*)\)$/.exec(detail)?.[1] ?? '', 'utf8'))
    expect(report).toMatchObject({ input: { statement: SUM.statement }, verdict: { rule: 'known-constant' } })
    expect(report.proof.declarations.length).toBeGreaterThan(0)
  })
})

it('reads from a list of kernels whether the second one must accept', () => {
  expect(secondKernelUse(['lean', 'ts'], 'asked')).toBe('required')
  expect(secondKernelUse(['lean'], 'required')).toBe('off')
  expect(secondKernelUse(undefined, 'asked')).toBe('asked')
})
