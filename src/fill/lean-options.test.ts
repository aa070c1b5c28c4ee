import { expect, it } from 'vitest'
import { leanForTests } from '../strategies/test-lean.ts'
import { TestProject } from './test-project.ts'

const lean = leanForTests({ threads: 2 })

const LAKEFILE = `name = "p"
leanOptions = { autoImplicit = false, "weak.no.such.option" = true }
[[lean_lib]]
name = "Strict"
[[lean_lib]]
name = "Loose"
leanOptions = { autoImplicit = true }
`

it('files are elaborated, searched and checked with the options of the lakefile', async () => {
  await using files = new TestProject({
    'lakefile.toml': LAKEFILE,
    // In the one file a name that nobody declared is an error, in the other a variable.
    'Strict.lean':
      'import Loose\ntheorem s : Nat.succ x ≠ 0 := by sorry\ntheorem t (x : Nat) : x + 0 = x := by sorry\n',
    'Loose.lean': 'theorem l : x = x := by sorry\n',
  })
  const first = await files.fill(lean)
  const outcomes = Object.fromEntries(first.outcomes.map(({ hole, kind }) => [hole.declaration, kind]))
  expect(outcomes).toEqual({ s: 'skipped', t: 'proved', l: 'proved' })
  expect(first.reports.flatMap(({ path, errors }) => errors.map(({ text }) => `${path}: ${text}`))).toEqual([
    expect.stringMatching(/^Strict\.lean: Unknown identifier `x`/),
  ])
  // Another option makes another file, whatever is remembered.
  files.write('lakefile.toml', LAKEFILE.replace('autoImplicit = false', 'autoImplicit = true'))
  const second = await files.fill(lean)
  expect(second.outcomes.map(({ hole, kind }) => `${hole.declaration} ${kind}`).sort()).toEqual([
    'l proved',
    's proved',
    't proved',
  ])
  files.write('lakefile.toml', LAKEFILE.replace('weak.no', 'no'))
  const third = await files.fill(lean)
  expect(third.reports.map(({ failure }) => failure)).toEqual([
    expect.stringContaining('an option that this Lean does not take: '),
    expect.stringContaining('no.such.option'),
  ])
})
