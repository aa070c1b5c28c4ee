import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacheDir } from '../config/index.ts'
import { Checker, chooseToolchain, Dojo, LeanPool } from '../lean/index.ts'
import { createChat } from '../models/index.ts'
import { openTestEndpoint } from '../models/test-endpoint.ts'
import { writeTinyDecoder, writeTinyEncoder } from '../models/tiny-model.ts'
import { openAssistants } from './assistants.ts'
import { modelTactic } from './reprover/model-tactics.ts'
import { reprover } from './reprover/reprover.ts'
import { settle } from './test-lean.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-assistants-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const config = { cacheDir: folder, reproverRetrieverPath: undefined, reproverGeneratorPath: undefined }
const token = (character: string) => character.charCodeAt(0) + 3

/** A model that always writes this word, whose letters must all be different. */
function writeWordModel(path: string, word: string): void {
  const tokens = [0, ...[...word].map(token), 1]
  writeTinyEncoder(path)
  writeTinyDecoder(
    path,
    tokens.slice(1).map((to, at) => ({ from: tokens[at] ?? 0, to, probability: 1 })),
  )
}

describe('what a model writes', () => {
  it('is a tactic without the marks around names', () => {
    expect(modelTactic('rw [<a>Nat.add_comm</a>]')).toBe('rw [Nat.add_comm]')
  })

  it('is not tried if it gives up or runs code', () => {
    for (const text of ['sorry', 'simp; admit', 'run_tac pure ()', 'native_decide', ''])
      expect(modelTactic(text)).toBeUndefined()
  })
})

describe('assistants', () => {
  let pool: LeanPool
  let checker: Checker

  beforeAll(async () => {
    pool = new LeanPool(await chooseToolchain({ lean: 'embedded', cacheDir: cacheDir() }), { size: 1 })
    checker = new Checker(pool)
  }, 300_000)
  afterAll(async () => {
    await checker.close()
    await pool.close()
  })

  it('propose what the generator on this machine writes', async () => {
    const path = join(folder, 'generator')
    writeWordModel(path, 'omega')
    const { fingerprint } = pool.toolchain
    await using assistants = await openAssistants({
      config: { ...config, reproverGeneratorPath: path },
      fingerprint,
    })
    await using dojo = await Dojo.open(pool, { statement: '∀ a b : Nat, a + b = b + a' })
    const { signal } = new AbortController()
    const [first] = (await assistants.tools.suggestTactics?.(dojo, dojo.root, [], signal)) ?? []
    expect(first?.tactic).toBe('omega')
    expect(first?.logLikelihood).toBeCloseTo(0, 3)
  })

  it('are refused with a sentence when a model was configured that is not there', async () => {
    const opening = openAssistants({
      config: { ...config, reproverRetrieverPath: join(folder, 'nowhere') },
      fingerprint: 'any',
    })
    await expect(opening).rejects.toThrow(/nowhere cannot be used: it has no config.json/)
  })

  it('let reprover prove with the steps of a language model what it cannot prove alone', async () => {
    const answer = ['```lean', 'simp_nonsense', 'rw [Nat.gcd_mul_right, Nat.gcd_comm, Nat.mul_comm]', '```']
    await using endpoint = await openTestEndpoint(() => answer.join('\n'))
    const result = await settle(
      { pool, checker },
      { statement: '∀ a b c : Nat, Nat.gcd (a * c) (b * c) = c * Nat.gcd b a' },
      reprover,
      {
        findPremises: async () => ['Nat.gcd_comm'],
        chat: createChat({ baseUrl: endpoint.baseUrl, model: 'any' }),
      },
    )
    expect(result.outcome).toBe('proved')
    expect(result.script).toContain('rw [Nat.gcd_mul_right, Nat.gcd_comm, Nat.mul_comm]')
    const [messages = []] = endpoint.asked
    expect(messages.at(-1)?.content).toMatch(/⊢[\s\S]*Theorems that may help: Nat\.gcd_comm\./)
  })
})
