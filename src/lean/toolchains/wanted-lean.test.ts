import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { otherThanEmbedded } from './wanted-lean.ts'

it('says so where a project asks for another Lean, from anywhere in it', () => {
  const root = mkdtempSync(join(tmpdir(), 'orch-wanted-'))
  try {
    mkdirSync(join(root, 'Lib'))
    expect(otherThanEmbedded(root)).toBeUndefined()
    writeFileSync(join(root, 'lakefile.toml'), 'name = "p"\n')
    writeFileSync(join(root, 'lean-toolchain'), 'leanprover/lean4:v4.28.0\n')
    expect(otherThanEmbedded(join(root, 'Lib'))).toBeUndefined()
    writeFileSync(join(root, 'lean-toolchain'), 'leanprover/lean4:v4.9.0-rc1\n')
    expect(otherThanEmbedded(join(root, 'Lib'))).toMatch(
      /asks for leanprover\/lean4:v4\.9\.0-rc1, .* is 4\.28\.0/,
    )
  } finally {
    rmSync(root, { recursive: true })
  }
})
