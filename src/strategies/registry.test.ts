import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { InputError } from '../errors.ts'
import { loadStrategies, strategiesByName } from './registry.ts'

const OWN = `export const lucky = {
  name: 'lucky', version: 1, profile: 0, timeoutSeconds: 1,
  availability: async () => ({ available: true }),
  run: async () => ({ kind: 'failed', why: 'out of luck', cpuSeconds: 0 }),
}
`

describe('the registry of strategies', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'orch-strategies-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return `./${name}`
  }

  it('finds strategies by name, in the order asked for', () => {
    expect(strategiesByName(['copilot', 'micro']).map((strategy) => strategy.name)).toEqual([
      'copilot',
      'micro',
    ])
    expect(() => strategiesByName(['nonsense'])).toThrow("There is no strategy 'nonsense'.")
  })

  it("takes a user's own strategy from a module", async () => {
    const all = await loadStrategies([file('lucky.mjs', OWN)], folder)
    expect(all.map((strategy) => strategy.name)).toContain('lucky')
  })

  it.each([
    ['cannot be found', './missing.mjs', 'could not be loaded'],
    ['does not parse', 'broken.mjs', 'could not be loaded'],
    ['exports nothing of use', 'empty.mjs', 'exports no strategy'],
    ['takes a name that is taken', 'taken.mjs', "'micro'"],
  ])('says in a sentence when a module %s', async (_, name, sentence) => {
    file('broken.mjs', 'export const = 1')
    file('empty.mjs', 'export const nothing = 0')
    file('taken.mjs', OWN.replace("'lucky'", "'micro'"))
    const loading = loadStrategies([name.startsWith('.') ? name : `./${name}`], folder)
    await expect(loading).rejects.toThrow(InputError)
    await expect(loading).rejects.toThrow(sentence)
  })
})
