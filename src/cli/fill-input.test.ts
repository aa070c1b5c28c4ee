import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { fillCacheFolder, fillTarget } from './fill-input.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-fill-input-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const project = join(folder, 'project')
mkdirSync(join(project, 'Shapes'), { recursive: true })
writeFileSync(join(project, 'Shapes', 'Tree.lean'), 'theorem t : 1 = 1 := by\n  sorry\n')
writeFileSync(join(project, 'Main.lean'), 'import Shapes.Tree\n')

describe('what a command about projects is asked about', () => {
  it('is a folder with all its files', () => {
    const { project: found, line } = fillTarget(project)
    expect(line).toBeUndefined()
    expect(found.wanted.toSorted()).toEqual(['Main', 'Shapes.Tree'])
  })

  it('is one file', () => {
    const { project: found, line } = fillTarget(join(project, 'Shapes', 'Tree.lean'))
    expect([found.wanted.length, line]).toEqual([1, undefined])
  })

  it.each([':2', ':2:3'])('is a line of a file, with %s behind its name', (place) => {
    const { project: found, line } = fillTarget(`${join(project, 'Shapes', 'Tree.lean')}${place}`)
    expect([found.wanted.length, line]).toEqual([1, 2])
  })

  it('is the file, where one has such a name', () => {
    const odd = join(folder, 'Odd.lean:7.lean')
    writeFileSync(odd, 'theorem t : 1 = 1 := rfl\n')
    expect(fillTarget(odd).line).toBeUndefined()
  })

  it('is said not to be there by its own name', () => {
    expect(() => fillTarget(join(project, 'None.lean:3'))).toThrow('None.lean')
    expect(() => fillTarget(join(folder, 'nowhere'))).toThrow('nowhere')
  })

  it('comes with what its lakefile says that cannot be honoured', () => {
    const built = join(folder, 'built')
    mkdirSync(built)
    writeFileSync(join(built, 'A.lean'), '')
    writeFileSync(
      join(built, 'lakefile.lean'),
      'import Lake\nopen Lake DSL\npackage built where\n  moreLeanArgs := computed\nlean_lib A\n',
    )
    const said: string[] = []
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
    fillTarget(built)
    expect(said.join('')).toContain('moreLeanArgs')
  })
})

it('what is found about projects is kept in the cache', () => {
  vi.stubEnv('ORCH_CACHE_DIR', folder)
  expect(fillCacheFolder()).toBe(join(folder, 'fill'))
})
