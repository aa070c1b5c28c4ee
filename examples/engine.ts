/** The parts of the scheduler by themselves: the bandit, the throttle, a bank of goals. No Lean. Run: node examples/engine.ts */
import { join } from 'node:path'
import { createMachine, createUcb, readBank, systemClock, Throttle, ucbScore } from '../src/index.ts'

// The score of a strategy: what it achieved, and a bonus for what is not known about it yet.
const exploration = 1.5
const trials = new Map([
  ['micro', { mean: 0.5, trials: 8 }],
  ['copilot', { mean: 0.2, trials: 2 }],
])
const all = [...trials.values()].reduce((sum, arm) => sum + arm.trials, 0)
for (const [name, arm] of trials)
  console.log(name, ucbScore(arm.mean, arm.trials, all, exploration).toFixed(3))

// The same as a policy: an attempt is charged when it starts, and its end moves the mean by a tenth.
const policy = createUcb({ exploration, alpha: 0.1 })
const circumstances = { failed: [], features: [], cpuSeconds: 1 }
for (const [arm, outcome] of [
  ['micro', 'proved'],
  ['micro', 'proved'],
  ['sketch', 'failed'],
] as const) {
  policy.started(arm)
  policy.ended({ arm, outcome, ...circumstances })
}
const arms = ['micro', 'copilot', 'sketch']
console.log('first:', policy.choose({ arms, ...circumstances }, 3).join(', '))
console.log('state:', JSON.stringify(policy.save()))

// The throttle: a moving average of the real load against a target decides whether one more may start.
const machine = createMachine()
const throttle = new Throttle({ machine, clock: systemClock, cpuTarget: 0.5, memoryTarget: 0.9, alpha: 0.1 })
throttle.sample(0)
console.log('when nothing runs, something may start:', throttle.admits(0))
throttle.paused = true
console.log('while it is paused:', throttle.admits(0))

// A line of a bank is a goal.
const { goals, badLines } = readBank(join(import.meta.dirname, 'goals.jsonl'))
console.log(goals.length, 'goals,', badLines.length, 'bad lines; the first:', goals[0]?.id, goals[0]?.text)
