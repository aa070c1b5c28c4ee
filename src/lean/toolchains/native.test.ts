import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findNativeLean, findProject, isOlder } from './native.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orch-find-lean-'))
  for (const name of ['toml/src/deep', 'lean', 'plain', 'both', 'only-lean']) {
    mkdirSync(join(folder, name), { recursive: true })
  }
  writeFileSync(join(folder, 'toml', 'lakefile.toml'), '')
  writeFileSync(join(folder, 'lean', 'lakefile.lean'), '')
  for (const tool of ['both/lake', 'both/lean', 'only-lean/lean']) writeFileSync(join(folder, tool), '')
})
afterAll(() => rmSync(folder, { recursive: true }))

const at = (name: string) => join(folder, name)

describe('a Lake project', () => {
  it('is found from any folder inside it, by either kind of lakefile', () => {
    expect(findProject(at('toml/src/deep'))).toBe(at('toml'))
    expect(findProject(at('lean'))).toBe(at('lean'))
    expect(findProject(at('plain'))).toBeUndefined()
  })
})

describe('native Lean', () => {
  it('is lake and lean in a project, lean alone elsewhere', () => {
    const env = { PATH: `${at('plain')}:${at('both')}` }
    expect(findNativeLean(at('toml'), env)?.command).toEqual([at('both/lake'), 'env', 'lean'])
    expect(findNativeLean(at('plain'), env)?.command).toEqual([at('both/lean')])
  })

  it('is not a folder that happens to be called lean', () => {
    expect(findNativeLean(at('plain'), { PATH: folder })).toBeUndefined()
  })

  it('is lean alone in a project when there is no lake', () => {
    expect(findNativeLean(at('toml'), { PATH: at('only-lean') })).toEqual({
      command: [at('only-lean/lean')],
      project: at('toml'),
      from: 'PATH',
    })
  })

  it('is nothing where PATH has neither', () => {
    expect(findNativeLean(at('toml'), { PATH: at('plain') })).toBeUndefined()
    expect(findNativeLean(at('toml'), {})).toBeUndefined()
  })

  it('is what ORCH_LEAN says, whether that is lean or lake, before PATH', () => {
    const PATH = at('only-lean')
    expect(findNativeLean(at('plain'), { PATH, ORCH_LEAN: at('both/lean') })?.command).toEqual([
      at('both/lean'),
    ])
    expect(findNativeLean(at('toml'), { PATH, ORCH_LEAN: at('both/lake') })?.command).toEqual([
      at('both/lake'),
      'env',
      at('both/lean'),
    ])
  })
})

it.each([
  ['4.27.9', '4.28.0', true],
  ['4.9.0', '4.28.0', true],
  ['3.99.99', '4.28.0', true],
  ['4.28.0', '4.28.0', false],
  ['4.28.0-rc1', '4.28.0', false],
  ['4.28.1', '4.28.0', false],
  ['5.0.0', '4.28.0', false],
])('calls %s older than %s: %s', (version, than, older) => {
  expect(isOlder(version, than)).toBe(older)
})
