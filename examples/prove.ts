/** Search for a proof over definitions of your own, and keep the receipt. Run: node examples/prove.ts */
import { Checker, cacheDir, chooseToolchain, LeanPool, prove, verifyReceipt } from '../src/index.ts'

await using pool = new LeanPool(await chooseToolchain({ cacheDir: cacheDir() }), { size: 1 })
await using checker = new Checker(pool)

const preamble = `
def double : Nat → Nat
  | 0 => 0
  | n + 1 => double n + 2
`
const result = await prove({ pool, checker }, { statement: '∀ n, double n = n + n', preamble })
console.log(result.outcome)
console.log(result.receipt?.type)

if (result.receipt) console.log((await verifyReceipt(checker, result.receipt)).kind)
