import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { unifiedDiff } from './unified-diff.ts'

const line = fc.constantFrom('', 'a', 'b', 'theorem t : p := by', '  sorry', 'ℕ → α', 'end\r')
const text = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.boolean())
  .map(([lines, ends]) => lines.join('\n') + (ends && lines.length > 0 ? '\n' : ''))

it('is a patch that git takes, whatever the texts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'orch-diff-'))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' })
  git('init', '-q')
  try {
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(before !== after && before !== '' && after !== '')
        writeFileSync(join(folder, 'A.lean'), before)
        writeFileSync(join(folder, 'change.diff'), unifiedDiff([{ path: 'A.lean', before, after }]))
        git('apply', 'change.diff')
        expect(readFileSync(join(folder, 'A.lean'), 'utf8')).toBe(after)
      }),
      { numRuns: 60 },
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('names only the lines that differ', () => {
  const before = 'one\ntwo\nthree\nfour\n'
  const after = 'one\n2\nthree\nfour\nfive\n'
  expect(unifiedDiff([{ path: 'A.lean', before, after }])).toBe(
    'diff --git a/A.lean b/A.lean\n--- a/A.lean\n+++ b/A.lean\n@@ -1,4 +1,5 @@\n one\n-two\n+2\n three\n four\n+five\n',
  )
  expect(unifiedDiff([{ path: 'A.lean', before, after: before }])).toBe('')
})
