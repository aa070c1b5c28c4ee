import type { GoalInput } from '../lean/index.ts'
import { strategyContract } from './contract.ts'
import { copilot } from './copilot/copilot.ts'
import { micro } from './micro/micro.ts'
import { refute } from './refute/refute.ts'
import { reprover } from './reprover/reprover.ts'
import { sketch } from './sketch/sketch.ts'
import { leanForTests } from './test-lean.ts'

const lean = leanForTests()

const DEFINITIONS = `inductive Peano where
  | zero
  | succ (n : Peano)
def plus : Peano → Peano → Peano
  | .zero, m => m
  | .succ n, m => .succ (plus n m)
`
const commutes: GoalInput = { preamble: DEFINITIONS, statement: '∀ a b : Peano, plus a b = plus b a' }
const unit: GoalInput = { preamble: DEFINITIONS, statement: '∀ a : Peano, plus a .zero = a' }
const library: GoalInput = { statement: '∀ a b : Nat, Nat.gcd a b = Nat.gcd b a' }
const wrong: GoalInput = { preamble: DEFINITIONS, statement: '∀ a b : Peano, plus a b = a' }

strategyContract({ strategy: micro, lean, easy: { goal: unit, kind: 'proved' } })
strategyContract({ strategy: copilot, lean, easy: { goal: commutes, kind: 'proved' } })
strategyContract({ strategy: refute, lean, easy: { goal: wrong, kind: 'refuted' } })
strategyContract({ strategy: reprover, lean, easy: { goal: library, kind: 'proved' } })
strategyContract({ strategy: sketch, lean, easy: { goal: unit, kind: 'proved' } })
