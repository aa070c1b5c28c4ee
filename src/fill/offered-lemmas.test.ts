import { expect, it } from 'vitest'
import type { Strategy } from '../strategies/index.ts'
import { leanForTests } from '../strategies/test-lean.ts'
import { TestProject } from './test-project.ts'

const lean = leanForTests({ threads: 4 })

const A = `namespace One
variable {α : Type}
def zero (_ : α) : Nat := 0
theorem above (x : α) : zero x = 0 := by
  sorry
theorem first (x : α) : zero x + zero x = 0 := by
  sorry
end One

namespace Two
theorem second (n : Nat) : One.zero n + n = n := by
  sorry
end Two
`

const B = `import A
namespace Three
theorem third (n : Nat) : One.zero n + n = n := by
  sorry
theorem fourth (n : Nat) : 0 + n = n := by
  sorry
end Three
`

it('a lemma that was proved for one hole is offered to all that come after it, in other namespaces and files, too', async () => {
  await using files = new TestProject({ 'A.lean': A, 'B.lean': B })
  const proved = Promise.withResolvers<void>()
  // Scripts that go through only with the lemma of the first hole.
  const scripted: Strategy = {
    name: 'scripted',
    version: 1,
    profile: 0,
    timeoutSeconds: 100,
    patience: 100,
    availability: async () => ({ available: true }),
    run: async (goal, tools, { signal }) => {
      const { statement } = goal.input
      const isFirst =
        statement.includes('One.zero x + One.zero x = 0') || statement.includes('zero x + zero x = 0')
      if (!isFirst) await proved.promise
      await using dojo = await tools.openDojo(goal, signal)
      const script = isFirst
        ? 'have lem1 : ∀ {α : Type} (x : α), One.zero x = 0 := by\n  intro α x\n  rfl\nsimp [lem1]'
        : statement.includes('0 + n = n')
          ? 'simp -zetaDelta [One.first_aux1]'
          : 'simp [One.first_aux1]'
      const result = await dojo.runTactic(dojo.root, script, { signal })
      if (result.kind !== 'closed') return { kind: 'failed', why: result.kind, cpuSeconds: 0 }
      return { kind: 'proved', script, cpuSeconds: 0 }
    },
  }
  const result = await files.fill(lean, {
    strategies: [scripted],
    lanes: { light: 8, heavy: 1 },
    apply: true,
    onEvent: (event) => {
      if (event.kind !== 'outcome') return
      if (event.outcome.hole.declaration === 'One.first') proved.resolve()
    },
  })
  const outcomes = Object.fromEntries(result.outcomes.map(({ hole, kind }) => [hole.declaration, kind]))
  expect(outcomes).toEqual({
    'One.above': 'failed',
    'One.first': 'proved',
    'Two.second': 'proved',
    'Three.third': 'proved',
    // It names the lemma and has no use for it: the checker has to know it all the same.
    'Three.fourth': 'proved',
  })
  expect(files.read('A.lean').match(/theorem first_aux1/g)).toHaveLength(1)
  expect(files.read('B.lean')).toBe(
    B.replace('sorry', 'simp [One.first_aux1]').replace('sorry', 'simp -zetaDelta [One.first_aux1]'),
  )
})
