/** Prove a statement by hand, branch, and have the result checked. Run: node examples/dojo.ts */
import { Checker, cacheDir, chooseToolchain, Dojo, LeanPool } from '../src/index.ts'

await using pool = new LeanPool(await chooseToolchain({ cacheDir: cacheDir() }), { size: 1 })
await using checker = new Checker(pool)

const goal = { statement: 'theorem swap (p q : Prop) (h : p ∧ q) : q ∧ p' }
await using dojo = await Dojo.open(pool, goal, { structured: true })
console.log(dojo.root.goals[0]?.target)

const split = await dojo.runTactic(dojo.root, 'constructor')
if (split.kind !== 'open') throw new Error(`unexpected: ${split.kind}`)
console.log(split.state.goals.map((each) => each.target))

const wrong = await dojo.runTactic(split.state, 'exact h.1')
console.log(wrong.kind)

const first = await dojo.runTactic(split.state, 'exact h.2')
if (first.kind !== 'open') throw new Error(`unexpected: ${first.kind}`)
const second = await dojo.runTactic(first.state, 'exact h.1')
if (second.kind !== 'closed') throw new Error(`unexpected: ${second.kind}`)

const statement = await checker.fix(goal)
const verdict = await checker.check({ statement, proof: { script: dojo.script(second.state) } })
console.log(verdict.kind)
