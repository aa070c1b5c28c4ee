/** `orch premises` as a user tries it, against the real embedded Lean and its whole library. */
import { describe, expect, it } from 'vitest'
import { runOrch } from './run-orch.ts'

const BUILD = 600_000

describe('orch premises', () => {
  it(
    'builds the index, once',
    async () => {
      const first = await runOrch(['premises', 'build', '--json'])
      expect(first.code).toBe(0)
      const { theorems, file } = JSON.parse(first.stdout)
      expect(theorems).toBeGreaterThan(10_000)
      const again = await runOrch(['premises', 'build'])
      expect(again.stdout).toBe(`${theorems} theorems in ${file}\n`)
      expect(again.stderr).not.toContain('reading the library')
    },
    BUILD,
  )

  it(
    'finds theorems for a goal and for words',
    async () => {
      const goal = '∀ xs ys : List Nat, (xs ++ ys).length = ys.length + xs.length'
      const forGoal = await runOrch(['premises', 'search', goal])
      expect(forGoal.stdout).toContain('List.length_append\n    ∀ {α')
      const byPattern = await runOrch(['premises', 'n + m = m + n', '--k', '1'])
      expect(byPattern.stdout).toBe('Nat.add_comm\n    ∀ (n m : Nat), n + m = m + n\n')
      const closed = await runOrch(['premises', 'search', '∀ n m : Nat, n + m = m + n', '--k', '1'])
      expect(closed.stdout).toBe(byPattern.stdout)
      const holes = await runOrch(['premises', 'search', 'List.map _ (List.map _ _)', '--json'])
      expect(JSON.parse(holes.stdout)).toMatchObject({
        kind: 'pattern',
        premises: [{ name: 'List.map_map' }, {}],
      })
      const none = await runOrch(['premises', 'search', 'List.reverse _ = List.length _'])
      expect(none.stderr).toContain('no theorem fits the pattern; these share words with it:')
      const forWords = await runOrch(['premises', 'search', 'nat add comm', '--k', '3', '--json'])
      const names = JSON.parse(forWords.stdout).premises.map(({ name }: { name: string }) => name)
      expect(names).toHaveLength(3)
      expect(names).toContain('Nat.add_comm')
    },
    BUILD,
  )

  it(
    'has them with their statements in orch tactic',
    async () => {
      const stdin = 'intro n m\n:premises\n:quit\n'
      const { stdout } = await runOrch(['tactic', '∀ n m : Nat, n + m = m + n'], { stdin })
      expect(stdout).toContain('⊢ n + m = m + n\nNat.add_comm\n    ∀ (n m : Nat), n + m = m + n\n')
    },
    BUILD,
  )

  it(
    'says so when nothing matches, and when the input cannot be used',
    async () => {
      const nothing = await runOrch(['premises', 'search', 'xyzzy'])
      expect(nothing).toMatchObject({ code: 1, stdout: '' })
      const badCount = await runOrch(['premises', 'search', 'add', '--k', 'many'])
      expect(badCount).toMatchObject({ code: 2, stdout: '' })
      expect(badCount.stderr).toContain("--k is 'many'; it must be a whole number from 1 to 1000.")
      const badGoal = await runOrch(['premises', 'search', '∀ n : Nat, n = ('])
      expect(badGoal.code).toBe(2)
      const unknown = await runOrch(['premises', 'search', 'add', '--before', 'No.such'])
      expect(unknown.code).toBe(2)
      expect(unknown.stderr).toContain("There is no theorem 'No.such'")
    },
    BUILD,
  )
})
