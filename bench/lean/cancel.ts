/**
 * How long Lean takes to let go: each tactic runs for a while, is cancelled, and the time until its thread is
 * free again is measured. What ignores a cancel would be killed with its process after the grace time.
 *
 *   node bench/lean/cancel.ts [--rounds 10]
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { cacheDir } from '../../src/config/index.ts'
import { chooseToolchain, LeanServer } from '../../src/lean/index.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } })

const LONG: readonly { goal: string; tactic: string }[] = [
  { goal: '(List.replicate 200000 0).length = 200000', tactic: 'decide' },
  {
    goal: '∀ f g : Nat → Nat, (∀ n, f n = g n) → (∀ n, g n = f n) → f 0 = 1',
    tactic: 'intros f g h1 h2; simp (maxSteps := 100000000) [h1, h2]',
  },
  { goal: '∃ p : Nat, p > 1000000 ∧ p * p < 3 * p', tactic: 'repeat (first | refine ⟨_, ?_, ?_⟩ | exact?)' },
  {
    goal: '∀ a b c d e f : Nat, a*b + c*d < e*f + 7 → (a + c) ^ 9 * b ≤ (d + e) ^ 9 * f',
    tactic: 'intros; repeat (rename_i h; have := Nat.le_of_lt h; grind)',
  },
  { goal: 'Nat.repeat (· + 1) 3000000 0 = 3000000', tactic: 'decide +kernel' },
]

const toolchain = await chooseToolchain({ cacheDir: cacheDir(), lean: 'embedded' })
await using server = await LeanServer.start(toolchain, { graceMs: 20_000 })
for (const { goal, tactic } of LONG) {
  const opened = await server.request('goal', { statement: goal, form: 'term' })
  if (opened.kind !== 'ok') throw new Error(JSON.stringify(opened))
  const delays: number[] = []
  let early = 0
  for (let round = 0; round < Number(values.rounds); round++) {
    let endedAt = 0
    const limits = { state: opened.value.state, tactic, heartbeats: 0 }
    // A limit cancels inside Lean, and the answer comes when the thread has let go.
    const timeoutMs = 300 + round * 37
    const begun = performance.now()
    const answer = await server.request('tactic', limits, { timeoutMs })
    endedAt = performance.now()
    if (answer.kind === 'timeout') delays.push(endedAt - begun - timeoutMs)
    else early++
    await sleep(20)
  }
  delays.sort((a, b) => a - b)
  const middle = delays[Math.floor(delays.length / 2)]
  const worst = delays.at(-1)
  console.log(
    `${tactic.slice(0, 44).padEnd(46)} median ${middle?.toFixed(0) ?? '-'} ms, worst ${worst?.toFixed(0) ?? '-'} ms${early ? `, ${early} ended by themselves` : ''}`,
  )
}
