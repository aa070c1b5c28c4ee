import { cacheDir } from '../config/index.ts'
import { chooseToolchain, type GoalInput } from '../lean/index.ts'
import { strategyContract } from './contract.ts'
import { copilot } from './copilot.ts'
import { micro } from './micro.ts'
import { refute } from './refute.ts'
import { reprover } from './reprover.ts'
import { sketch } from './sketch.ts'

const toolchain = () => chooseToolchain({ lean: 'embedded', cacheDir: cacheDir() })

const DEFINITIONS = `inductive Peano where
  | zero
  | succ (n : Peano)
def plus : Peano → Peano → Peano
  | .zero, m => m
  | .succ n, m => .succ (plus n m)
`
const commutes: GoalInput = { preamble: DEFINITIONS, statement: '∀ a b : Peano, plus a b = plus b a' }
const unit: GoalInput = { preamble: DEFINITIONS, statement: '∀ a : Peano, plus a .zero = a' }
const wrong: GoalInput = { preamble: DEFINITIONS, statement: '∀ a b : Peano, plus a b = a' }

strategyContract({ strategy: micro, toolchain, easy: { goal: unit, kind: 'proved' } })
strategyContract({ strategy: copilot, toolchain, easy: { goal: commutes, kind: 'proved' } })
strategyContract({ strategy: refute, toolchain, easy: { goal: wrong, kind: 'refuted' } })
strategyContract({ strategy: reprover, toolchain, easy: { goal: unit, kind: 'proved' } })
strategyContract({ strategy: sketch, toolchain, easy: { goal: unit, kind: 'proved' } })
