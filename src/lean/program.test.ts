import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { leanProgram, modulesFrom, PART_NAMES } from './program.ts'

const lean = join(import.meta.dirname, '..', '..', 'lean')
const files = globSync('Orch/**/*.lean', { cwd: lean }).toSorted()
const nameOf = (file: string) => file.replace(/\.lean$/, '').replaceAll('/', '.')
const texts = new Map(files.map((file) => [nameOf(file), readFileSync(join(lean, file), 'utf8')]))

/** The verdict program's hash when it became modules. Receipts name it: a change of it has to be meant. */
const VERDICT = '1edcf7978a2397babfe783499d997779c0b8f4a34e1ff371ddad58dcbc67b034'

describe('the Lean programs', () => {
  it('are joined from modules, each once and after those that it imports', () => {
    const modules = modulesFrom('Orch.Search.Run')
    const place = new Map(modules.map(({ name }, index) => [name, index]))
    expect(place.size).toBe(modules.length)
    for (const { name, text } of modules)
      for (const [, imported = ''] of text.matchAll(/^import (Orch\.\S+)$/gm))
        expect(place.get(imported), `${name} after ${imported}`).toBeLessThan(place.get(name) ?? 0)
    expect(leanProgram('search').text).not.toMatch(/^import Orch\./m)
  })

  it('have every module of the project in one of them, or in place of a part', () => {
    const used = [
      ...modulesFrom('Orch.Search.Run'),
      ...modulesFrom('Orch.Search.Run', new Set(PART_NAMES)),
      ...modulesFrom('Orch.Verdict.Main'),
      ...modulesFrom('Orch.Embedded.Compile'),
      ...modulesFrom('Orch.Embedded.Load'),
    ].map(({ name }) => name)
    expect([...new Set(used)].toSorted()).toEqual([...texts.keys()].toSorted())
  })

  it('import what they name', () => {
    const declared = [...texts].flatMap(([module, text]) =>
      [...text.matchAll(/^(?:@\[.*?\] )?(?:\w+ )*(?:def|structure|inductive|abbrev) ([\w.?]+)/gm)].map(
        ([, name = '']) => ({ module, name }),
      ),
    )
    const homes = Map.groupBy(declared, ({ name }) => name)
    for (const [module, text] of texts) {
      const seen = new Set(modulesFrom(module).map(({ name }) => name))
      const words = new Set(withoutComments(text).match(/(?<![\w.`"])[A-Za-z]\w*(?:\.\w+)*[?]?/g))
      const missing = [...words].filter((word) => {
        const at = homes.get(word)
        // The verdict program is never elaborated together with the search program.
        if (
          module.startsWith('Orch.Verdict.') &&
          at?.every((home) => !home.module.startsWith('Orch.Verdict.'))
        )
          return false
        return at !== undefined && !at.some((home) => seen.has(home.module)) && !isBound(text, word)
      })
      expect(missing, module).toEqual([])
    }
  })

  it('keep to 100 columns; the verdict program does from its next change on', () => {
    const long = [...texts]
      .filter(([module]) => !module.startsWith('Orch.Verdict.'))
      .flatMap(([module, text]) =>
        text.split('\n').flatMap((line, at) => ([...line].length > 100 ? [`${module}:${at + 1}`] : [])),
      )
    expect(long).toEqual([])
  })

  it('do not change the verdict program when the search program changes', () => {
    expect(leanProgram('verdict').text).not.toMatch(/Orch\.Search|Lean\.Elab/)
    expect(leanProgram('verdict').hash).toBe(VERDICT)
  })
})

function withoutComments(text: string): string {
  return text
    .replace(/\/-[\s\S]*?-\//g, '')
    .replace(/--.*$/gm, '')
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
}

/** Whether the word is a binder, a field or a local function of this file. */
function isBound(text: string, word: string): boolean {
  const w = word.replace('?', '\\?')
  return new RegExp(
    `[({](?:\\w+ )*${w}(?: \\w+)* :|(?:let|fun|rec)(?: \\w+)* ${w}\\b|^  ${w}\\b.* :|[{,] ${w} :=|[(,|] ?${w}[,)]? (?:←|=>|::)`,
    'm',
  ).test(text)
}
