import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openProject } from './project.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'orch-project-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
}

describe('a project', () => {
  it('is a folder whose files come after what they import', () => {
    write({
      'A.lean': 'import Deep.B\nimport Mathlib.Tactic',
      'Deep/B.lean': 'import C',
      'C.lean': '',
      'x.txt': '',
    })
    const project = openProject(root)
    expect(project).toMatchObject({ kind: 'folder', buildOrder: ['C', 'Deep.B', 'A'] })
    expect(project.modules.get('A')).toMatchObject({
      imports: ['Deep.B'],
      external: ['Mathlib.Tactic'],
      path: 'A.lean',
    })
    expect(project.dependencies('A').map(({ name }) => name)).toEqual(['C', 'Deep.B'])
    expect(project.dependants('C')).toEqual(['C', 'Deep.B', 'A'])
  })

  it('is what Lake builds, from any folder inside, without what Lake fetched', () => {
    write({
      'lakefile.toml': '',
      'Lib.lean': 'import Lib.A',
      'Lib/A.lean': '',
      '.lake/packages/X/X.lean': '',
    })
    const project = openProject(join(root, 'Lib'))
    expect(project).toMatchObject({ kind: 'lake', wanted: ['Lib.A'], buildOrder: ['Lib.A', 'Lib'] })
  })

  it('has modules whose names count from the source folder that the lakefile gives', () => {
    write({
      'lakefile.toml': 'name = "p"\n# srcDir = "no"\n[[lean_lib]]\nname = "Lib"\nsrcDir = "src"\n',
      'src/Lib.lean': 'import Lib.A',
      'src/Lib/A.lean': '',
    })
    expect(openProject(root)).toMatchObject({ buildOrder: ['Lib.A', 'Lib'] })
    expect(openProject(root).modules.get('Lib.A')?.path).toBe('src/Lib/A.lean')
    rmSync(join(root, 'lakefile.toml'))
    write({
      'lakefile.lean': 'package p where\n  srcDir := "src"\nlean_lib Lib where\n  srcDir := "more"\n',
      'src/more/Extra.lean': 'import Lib',
    })
    expect(openProject(root).buildOrder).toEqual(['Lib.A', 'Lib', 'Extra'])
  })

  it('is one file with what it imports, and nothing beside it', () => {
    write({ 'A.lean': 'import B', 'B.lean': '', 'Broken.lean': Buffer.from([0xff, 0xfe]) })
    expect(() => openProject(root)).toThrow(/not valid UTF-8/)
    rmSync(join(root, 'Broken.lean'))
    write({ 'Other.lean': '' })
    expect([...openProject(join(root, 'A.lean')).modules.keys()]).toEqual(['A', 'B'])
  })

  it('has hashes that change with the file and with anything below it, and with nothing else', () => {
    write({ 'A.lean': 'import B', 'B.lean': '', 'C.lean': '' })
    const hashes = () => ['A', 'B', 'C'].map((name) => openProject(root).sourceHash(name))
    const before = hashes()
    write({ 'B.lean': '-- changed' })
    const [a, b, c] = hashes()
    expect([a === before[0], b === before[1], c === before[2]]).toEqual([false, false, true])
  })

  it.each<[string, Readonly<Record<string, string | Buffer>>, RegExp]>([
    ['no Lean files', { 'x.txt': '' }, /no Lean files/],
    [
      'imports in a circle',
      { 'A.lean': 'import B', 'B.lean': 'import A' },
      /circle: A\.lean → B\.lean → A\.lean/,
    ],
    ['a file that imports itself', { 'A.lean': 'import A' }, /A\.lean imports itself/],
    ['a file that is not UTF-8', { 'A.lean': Buffer.from('-- \xff', 'latin1') }, /not valid UTF-8/],
  ])('is refused in a sentence with %s', (_, files, sentence) => {
    write(files)
    expect(() => openProject(root)).toThrow(sentence)
  })

  it('is refused where there is nothing, or no Lean file', () => {
    expect(() => openProject(join(root, 'nothing'))).toThrow(/nothing at/)
    write({ 'x.txt': '' })
    expect(() => openProject(join(root, 'x.txt'))).toThrow(/not a Lean file/)
  })

  it.skipIf(process.getuid?.() === 0)('is refused with a file that may not be read', () => {
    write({ 'A.lean': '' })
    chmodSync(join(root, 'A.lean'), 0)
    expect(() => openProject(root)).toThrow(/permission denied/)
  })
})
