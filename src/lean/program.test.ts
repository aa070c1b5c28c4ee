import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { leanProgram } from './program.ts'

const lean = join(import.meta.dirname, '..', '..', 'lean')
const search = globSync('Orch/Search/*.lean', { cwd: lean })

describe('the Lean programs', () => {
  it('are joined from all modules, each once and after those that it imports', () => {
    const { text } = leanProgram('search')
    for (const file of search) {
      const own = readFileSync(join(lean, file), 'utf8')
      const body = own
        .split('\n')
        .filter((line) => !line.startsWith('import '))
        .join('\n')
      expect(text.split(body), file).toHaveLength(2)
      for (const [, imported = ''] of own.matchAll(/^import Orch\.Search\.(\w+)$/gm)) {
        const other = readFileSync(join(lean, 'Orch', 'Search', `${imported}.lean`), 'utf8')
        const before = other.slice(other.indexOf('namespace Orch'))
        expect(text.indexOf(before), `${basename(file)} after ${imported}`).toBeLessThan(text.indexOf(body))
      }
    }
    expect(text).not.toMatch(/^import Orch\./m)
  })

  it('are modules that stand by themselves: imports, a namespace, and its end', () => {
    for (const file of search) {
      const own = readFileSync(join(lean, file), 'utf8')
      expect(own, file).toMatch(/^import /m)
      expect(own, file).toMatch(/^namespace Orch$/m)
      expect(own, file).toMatch(/^end Orch$/m)
    }
  })

  it('the verdict program has nothing of the search program', () => {
    expect(leanProgram('verdict').text).not.toMatch(/Orch\.Search|Lean\.Elab/)
  })
})
