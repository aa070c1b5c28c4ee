import { describe, expect, it } from 'vitest'
import { diffLines } from './diff-lines.ts'

const DIFF = `diff --git a/A.lean b/A.lean
--- a/A.lean
+++ b/A.lean
@@ -1,2 +1,2 @@
 theorem a : 1 = 1 := by
-  sorry
+  rfl
\\ No newline at end of file
`

describe('the lines of a diff', () => {
  it('are told apart, also those of the text that begin like the head of a diff', () => {
    expect(diffLines(DIFF).map(({ kind }) => kind)).toEqual([
      'file',
      'file',
      'file',
      'hunk',
      'same',
      'removed',
      'added',
      'note',
    ])
    const odd = '@@ -1,1 +1,1 @@\n--- a\n+++ b\n'
    expect(diffLines(odd).map(({ kind }) => kind)).toEqual(['hunk', 'removed', 'added'])
  })

  it('lose a carriage return that all of them have, and show one that only some have', () => {
    const all = diffLines('@@ -1,2 +1,2 @@\n a\\u{d}\n-b\\u{d}\n+c\\u{d}\n')
    expect(all.map(({ text }) => text)).toEqual(['@@ -1,2 +1,2 @@', ' a', '-b', '+c'])
    expect(diffLines('@@ -1,2 +1,2 @@\n a\n+c\\u{d}\n').at(-1)?.text).toBe('+c\\u{d}')
  })
})
