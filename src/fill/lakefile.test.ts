import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readLakefile } from './lakefile.ts'

function lakefile(name: string, text: string): ReturnType<typeof readLakefile> {
  const root = mkdtempSync(join(tmpdir(), 'orch-lakefile-'))
  try {
    writeFileSync(join(root, name), text)
    return readLakefile(root)
  } finally {
    rmSync(root, { recursive: true })
  }
}

const told = (file: ReturnType<typeof readLakefile>, module: string) =>
  file.optionsOf(module).map(({ name, value }) => `${name}=${JSON.stringify(value)}`)

const TOML = `
name = "p" # leanOptions = { no = true }
srcDir = "src"
moreLeanArgs = ["-DrelaxedAutoImplicit=false", "-j4"]
[leanOptions]
pp.unicode.fun = true
autoImplicit = false
weak.linter.mathlibStandardSet = true
[[lean_lib]]
name = "Lib"
[[lean_lib]]
name = "Old"
roots = ["Legacy"]
srcDir = "old"
leanOptions = [{ name = "autoImplicit", value = true }, { name = "maxSynthPendingDepth", value = 3 }]
`

const LEAN = `
import Lake
open Lake DSL
/- package no where leanOptions := #[⟨\`no, true⟩] /- nested -/ -/
package «p-q» where
  -- srcDir := "no"
  srcDir := "src"
  leanOptions := #[
    ⟨\`pp.unicode.fun, true⟩, -- pretty
    { name := \`autoImplicit, value := false },
    ⟨\`weak.linter.mathlibStandardSet, true⟩
  ]
  moreLeanArgs := #["-DrelaxedAutoImplicit=false", "-j4"]

@[default_target] lean_lib Lib

@[default_target]
lean_lib Old where
  roots := #[\`Legacy]
  srcDir := "old"
  leanOptions := #[⟨\`autoImplicit, true⟩, ⟨\`maxSynthPendingDepth, .ofNat 3⟩]

require x from git "https://example.org/x"
`

describe('the options of a project', () => {
  const own = ['pp.unicode.fun=true', 'autoImplicit=false', 'weak.linter.mathlibStandardSet=true']

  it('are those of its package, and of the library that a module belongs to', () => {
    const file = lakefile('lakefile.toml', TOML)
    expect(told(file, 'Lib.A')).toEqual([...own, 'relaxedAutoImplicit=false'])
    expect(told(file, 'Legacy')).toContain('autoImplicit=true')
    expect(told(file, 'Legacy.B')).toContain('maxSynthPendingDepth=3')
    expect(told(file, 'LegacyB')).toContain('autoImplicit=false')
    expect(file.sourceFolders).toEqual(['src', 'src/old'])
  })

  it('are read from a lakefile in Lean where they are literals, and what is computed is named', () => {
    const file = lakefile('lakefile.lean', LEAN)
    expect(told(file, 'Lib.A')).toEqual([...own, 'relaxedAutoImplicit=false'])
    expect(file.sourceFolders).toEqual(['src', 'src/old'])
    expect(file.notes).toEqual([expect.stringContaining('computes leanOptions of lean_lib Old')])
  })

  it.each([
    [
      'lakefile.toml',
      'leanOptions.debug.skipKernelTC = true',
      /sets debug\.skipKernelTC, which changes what Lean checks/,
    ],
    ['lakefile.toml', 'moreLeanArgs = ["--trust=1024"]', /gives Lean --trust=1024/],
    [
      'lakefile.toml',
      '[[lean_lib]]\nname = "A"\nmoreLeanArgs = ["-D", "weak.debug.byAsSorry=true"]',
      /byAsSorry/,
    ],
    ['lakefile.lean', 'package p where\n  leanOptions := #[⟨`debug.skipKernelTC, true⟩]', /skipKernelTC/],
    ['lakefile.toml', 'moreLeanArgs = ["-Da b=1"]', /is no option/],
    ['lakefile.toml', 'name = ', /lakefile\.toml cannot be read/],
    ['lakefile.toml', 'leanOptions = 3', /lakefile\.toml cannot be read: leanOptions/],
  ])('are refused in %s where they have Lean check less, or cannot be read: %s', (name, text, sentence) => {
    expect(() => lakefile(name, text)).toThrow(sentence)
  })
})
