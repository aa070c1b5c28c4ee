/**
 * What a check costs: fixing a statement, and judging a script. Another checkout beside this one gives a ratio.
 *
 *   node bench/lean/check.ts [--rounds 3] [--against path/to/other/checkout]
 *
 * Both sides run in turns in one process, on the same goals, after a warm-up round each.
 */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, against: { type: 'string' } },
})

const TREE = `inductive Tree where
  | leaf : Tree
  | node : Tree → Nat → Tree → Tree
def Tree.size : Tree → Nat
  | .leaf => 0
  | .node l _ r => l.size + r.size + 1
def Tree.mirror : Tree → Tree
  | .leaf => .leaf
  | .node l x r => .node r.mirror x l.mirror`

const CHECKS = [
  { goal: { statement: '∀ a b : Nat, a + b = b + a' }, script: 'omega' },
  {
    goal: { statement: '∀ (xs ys : List Nat), (xs ++ ys).length = ys.length + xs.length' },
    script: 'intros; simp; omega',
  },
  { goal: { statement: '∀ p q : Prop, p ∧ q ↔ q ∧ p' }, script: 'grind' },
  { goal: { statement: '∀ n : Fin 20, n.val * n.val < 400' }, script: 'decide' },
  {
    goal: { statement: '∀ t : Tree, t.mirror.size = t.size', preamble: TREE },
    script:
      'intro t\ninduction t with\n| leaf => rfl\n| node l x r hl hr => simp [Tree.mirror, Tree.size, hl, hr]; omega',
  },
]

type Lean = typeof import('../../src/lean/index.ts')
type Config = typeof import('../../src/config/index.ts')

async function open(root: string) {
  const lean = (await import(join(root, 'src/lean/index.ts'))) as Lean
  const { cacheDir } = (await import(join(root, 'src/config/index.ts'))) as Config
  const pool = new lean.LeanPool(await lean.embeddedToolchain({ cacheDir: cacheDir() }), { size: 1 })
  const checker = new lean.Checker(pool)
  const round = async () => {
    const times: { fix: number; check: number; cpu: number }[] = []
    for (const { goal, script } of CHECKS) {
      const started = performance.now()
      const statement = await checker.fix(goal)
      const fixed = performance.now()
      const verdict = await checker.check({ statement, proof: { script } })
      if (verdict.kind !== 'accepted') throw new Error(`${goal.statement}: ${JSON.stringify(verdict)}`)
      const done = performance.now()
      times.push({ fix: fixed - started, check: done - fixed, cpu: (verdict.cpuSeconds ?? 0) * 1000 })
    }
    return times
  }
  const close = async () => {
    await checker.close()
    await pool.close()
  }
  return { round, close }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

const here = await open(resolve(import.meta.dirname, '../..'))
const there = values.against ? await open(resolve(values.against)) : undefined
const sides = [here, ...(there ? [there] : [])]
for (const side of sides) await side.round()
const taken = sides.map((): { fix: number; check: number; cpu: number }[][] => [])
for (let i = 0; i < Number(values.rounds); i++) {
  for (const [side, rounds] of sides.map((side, at) => [side, taken[at] ?? []] as const))
    rounds.push(await side.round())
}
for (const [at, { goal }] of CHECKS.entries()) {
  const [mine, other] = taken.map((rounds) => {
    const of = (key: 'fix' | 'check' | 'cpu') => median(rounds.map((round) => round[at]?.[key] ?? Number.NaN))
    return { fix: of('fix'), check: of('check'), cpu: of('cpu') }
  })
  if (!mine) continue
  const ratio = other
    ? `, ${((mine.fix + mine.check) / (other.fix + other.check)).toFixed(2)} times the other`
    : ''
  console.log(
    `${goal.statement}: fix ${mine.fix.toFixed(0)} ms, check ${mine.check.toFixed(0)} ms (${mine.cpu.toFixed(0)} ms of CPU)${ratio}`,
  )
}
await Promise.all(sides.map((side) => side.close()))
