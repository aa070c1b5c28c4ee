/** Proofs of the real Lean, through the second kernel and into certificates. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacheDir } from '../../config/index.ts'
import { contextOf } from '../context.ts'
import { LeanPool } from '../pool.ts'
import { embeddedToolchain } from '../toolchains/index.ts'
import {
  checkExportFile,
  ensureLibrary,
  type ProofTables,
  SecondKernel,
  type StatementTables,
} from './index.ts'

const IMPORTS = ['Init.Prelude']
const SWAP = 'theorem t (p q : Prop) (h : And p q) : And q p := And.intro h.right h.left'
const FOUR = 'def double (n : Nat) : Nat := Nat.add n n\ntheorem t : Eq (double 2) 4 := rfl'
const TREE = `inductive Tree (α : Type) where
  | leaf : Tree α
  | node : List (Tree α) → α → Tree α
theorem t (α : Type) (x : Tree α) : Eq x x := rfl`

let pool: LeanPool
let kernel: SecondKernel
let library = ''
let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orch-certificate-test-'))
  pool = new LeanPool(await embeddedToolchain({ cacheDir: cacheDir() }), { size: 1 })
  library = await ensureLibrary(pool.toolchain, { cacheDir: cacheDir(), imports: IMPORTS })
  kernel = new SecondKernel(library)
})

afterAll(async () => {
  await kernel?.close()
  await pool?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function exported(text: string): Promise<ProofTables> {
  return await pool.use(async (server) => {
    const { env } = await contextOf(server, { imports: IMPORTS })
    const answer = await server.request('export', { text, theorem: 't', env })
    if (answer.kind !== 'ok' || !answer.value.proof) throw new Error(JSON.stringify(answer))
    return answer.value.proof as unknown as ProofTables
  })
}

/** The tables of a proof, taken for those of its statement. */
function statementOf(proof: ProofTables): StatementTables {
  const rows = proof.declarations as { name?: number; kind: string; type: number; levels: number[] }[]
  const theorem = rows.find(({ name, kind }) => kind === 'theorem' && name === proof.theorem)
  if (!theorem) throw new Error('no theorem')
  return {
    ...proof,
    declarations: rows.filter((row) => row !== theorem),
    type: theorem.type,
    levelParams: theorem.levels,
  }
}

describe('the second kernel', () => {
  it.each([SWAP, FOUR, TREE])('accepts what Lean proves: %s', async (text) => {
    const proof = await exported(text)
    const verdict = await kernel.check({ proof, statement: statementOf(proof) })
    expect(verdict).toMatchObject({ kind: 'accepted', axioms: [] })
  })

  it('rejects a proof of another statement', async () => {
    const [one, other] = [await exported(SWAP), await exported(FOUR)]
    const verdict = await kernel.check({ proof: one, statement: statementOf(other) })
    expect(verdict).toMatchObject({ kind: 'rejected', rule: 'other-statement' })
  })

  it('rejects a definition that differs from the statement’s', async () => {
    const honest = await exported(FOUR)
    const other = await exported(FOUR.replace('Nat.add n n', 'Nat.add (Nat.add n n) 0'))
    const verdict = await kernel.check({ proof: other, statement: statementOf(honest) })
    expect(verdict).toMatchObject({ kind: 'rejected', rule: 'redefines' })
  })

  it('rejects tables that were changed', async () => {
    const proof = await exported(FOUR)
    const exprs = proof.exprs.map((row) => (JSON.stringify(row) === '["N","4"]' ? ['N', '5'] : row))
    expect(exprs).not.toEqual(proof.exprs)
    expect(await kernel.check({ proof: { ...proof, exprs } })).toMatchObject({ kind: 'rejected' })
    const dangling = { ...proof, exprs: [['A', 7, 8], ...proof.exprs] }
    expect(await kernel.check({ proof: dangling })).toMatchObject({ kind: 'rejected', rule: 'malformed' })
  })

  it('rejects what declares a name of the library', async () => {
    const proof = await exported(FOUR)
    const names = proof.names.map((row) => (JSON.stringify(row) === '[0,"double"]' ? [0, 'id'] : row))
    expect(await kernel.check({ proof: { ...proof, names } })).toMatchObject({
      kind: 'rejected',
      rule: 'redefines',
    })
  })

  it('declines what takes too many steps, and goes on', async () => {
    const proof = await exported(FOUR)
    expect(await kernel.check({ proof, limits: { millis: -1 } })).toMatchObject({ kind: 'declined' })
    expect(await kernel.check({ proof })).toMatchObject({ kind: 'accepted' })
  })

  it('can be stopped, and goes on', async () => {
    const proof = await exported(FOUR)
    const controller = new AbortController()
    const stopped = kernel.check({ proof }, { signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(stopped).rejects.toThrow('enough')
    expect(await kernel.check({ proof })).toMatchObject({ kind: 'accepted' })
  })
})

describe('a certificate', () => {
  it.each([SWAP, FOUR, TREE])('holds everything that a proof stands on: %s', async (text) => {
    const file = join(folder, 'proof.ndjson')
    const verdict = await kernel.check({ proof: await exported(text) }, { certificate: file })
    expect(verdict.kind).toBe('accepted')
    const report = await checkExportFile(file)
    expect(report.outcome).toEqual({ kind: 'accepted' })
    expect(report.declarations).toBe(verdict.facts?.declarations)
    expect(report.meta?.theorem).toEqual(['t'])
    expect(readFileSync(file, 'utf8').split('\n').length).toBeGreaterThan(5)
  })
})
