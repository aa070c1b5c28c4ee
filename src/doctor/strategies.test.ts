import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../config/index.ts'
import { BUILT_IN } from '../strategies/index.ts'
import { examineStrategies } from './strategies.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-doctor-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const module = (name: string, availability: string): string => {
  const path = join(folder, `${name}.mjs`)
  const body = `export const it = { name: '${name}', version: 1, profile: 0, timeoutSeconds: 1,
    availability: async () => { ${availability} }, run: async () => ({ kind: 'failed', why: '', cpuSeconds: 0 }) }`
  writeFileSync(path, body)
  return path
}
const examined = async (env: Record<string, string>) => {
  const findings = await examineStrategies(() => loadConfig({ env, envFile: join(folder, 'none') }).config)
  return Object.fromEntries(findings.map(({ name, answer }) => [name, answer]))
}

describe('the question about strategies', () => {
  it('has an answer for each one that comes with Orch', async () => {
    const answers = await examined({})
    for (const { name } of BUILT_IN) expect(answers[`Strategy ${name}`]?.detail).toMatch(/\S/)
    expect(answers['Strategy micro']).toEqual({ verdict: 'good', detail: 'available' })
    expect(answers['Strategy sketch']?.detail).toContain('set ORCH_LLM_BASE_URL')
  })

  it('knows of a model behind an endpoint', async () => {
    const answers = await examined({ ORCH_LLM_BASE_URL: 'http://localhost:1/v1', ORCH_LLM_MODEL: 'm' })
    expect(answers['Strategy sketch']?.detail).toContain('by the configured model')
  })

  it("says of the user's own which are available, which not, and which cannot be loaded", async () => {
    const paths = [
      module('fine', 'return { available: true }'),
      module('sorry', 'return { available: false, why: "no GPU", fix: "Buy one." }'),
      module('rude', 'throw new Error("leave me alone")'),
      join(folder, 'missing.mjs'),
      module('micro', 'return { available: true }'),
    ]
    const answers = await examined({ ORCH_STRATEGIES: paths.join(',') })
    expect(answers['Strategy fine']).toEqual({ verdict: 'good', detail: 'available' })
    expect(answers['Strategy sorry']).toEqual({ verdict: 'absent', detail: 'no GPU', fix: 'Buy one.' })
    expect(answers['Strategy rude']).toMatchObject({ verdict: 'bad' })
    expect(answers[`Strategy module ${paths[3]}`]).toMatchObject({
      verdict: 'bad',
      detail: expect.stringContaining('could not be loaded'),
      fix: expect.stringContaining('Give the path'),
    })
    expect(answers[`Strategy module ${paths[4]}`]?.detail).toContain("'micro'")
    expect(answers['Strategy micro']).toEqual({ verdict: 'good', detail: 'available' })
  })

  it('reports settings that cannot be used', async () => {
    const answers = await examined({ ORCH_PROFILE: 'seven' })
    expect(answers.Strategies).toMatchObject({
      verdict: 'bad',
      detail: expect.stringContaining('ORCH_PROFILE'),
    })
  })
})
