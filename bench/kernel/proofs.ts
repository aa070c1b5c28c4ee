/**
 * Proofs that the strategies find, checked by both kernels: what each says, and how long it takes.
 *
 *   node bench/kernel/proofs.ts --set bench/bank.jsonl --out bank.jsonl [--every n] [--timeout seconds]
 *
 * Each goal is a line of the output, so that a run can be stopped at any time; `summary` adds the lines up.
 */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cacheDir } from '../../src/config/index.ts'
import { Checker, chooseToolchain, ensureLibrary, LeanPool } from '../../src/lean/index.ts'
import { prove } from '../../src/search/index.ts'
import { BUILT_IN } from '../../src/strategies/index.ts'

interface Line {
  readonly id: string
  readonly goal: string
  readonly preamble?: string
  readonly truth?: boolean
}

interface Found {
  readonly id: string
  readonly outcome: string
  /** Seconds of each kernel; null where there is no proof, or the second one declined. */
  readonly lean: number | null
  readonly ts: number | null
  readonly declined?: string | undefined
}

const { values } = parseArgs({
  options: {
    set: { type: 'string', multiple: true, default: ['bench/bank.jsonl'] },
    out: { type: 'string', default: 'proofs.jsonl' },
    every: { type: 'string', default: '1' },
    timeout: { type: 'string', default: '60' },
    summary: { type: 'boolean', default: false },
  },
})

function disagreements(): number {
  try {
    return readdirSync(join(cacheDir(), 'disagreements')).length
  } catch {
    return 0
  }
}

async function measure(): Promise<void> {
  const lines = values.set
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => line.trim() !== '')
    .map((line): Line => JSON.parse(line))
    .filter(({ truth }, index) => truth !== false && index % Number(values.every) === 0)
  const toolchain = await chooseToolchain({ lean: 'embedded', cacheDir: cacheDir() })
  await ensureLibrary(toolchain, { cacheDir: cacheDir() })
  await using pool = new LeanPool(toolchain, { size: 1 })
  await using checker = new Checker(pool, { second: 'asked' })
  const before = disagreements()
  for (const { id, goal, preamble = '' } of lines) {
    const options = { strategies: ['micro'], registry: BUILT_IN, timeoutMs: Number(values.timeout) * 1000 }
    const result = await prove({ pool, checker }, { statement: goal, preamble }, options)
    const [lean, ts] = result.receipt?.kernels ?? []
    const found: Found = {
      id,
      outcome: result.outcome,
      lean: lean?.seconds ?? null,
      ts: ts && ts.declined === undefined ? ts.seconds : null,
      declined: ts?.declined,
    }
    appendFileSync(values.out, `${JSON.stringify(found)}\n`)
  }
  console.log(`disagreements: ${disagreements() - before}`)
}

function summarise(): void {
  const all = readFileSync(values.out, 'utf8')
    .trim()
    .split('\n')
    .map((line): Found => JSON.parse(line))
  const proved = all.filter(({ outcome }) => outcome === 'proved')
  const both = proved.flatMap(({ lean, ts }) => (lean !== null && ts !== null ? [{ lean, ts }] : []))
  const quantile = (numbers: number[], q: number) =>
    Math.round(1000 * (numbers.sort((a, b) => a - b)[Math.floor(q * (numbers.length - 1))] ?? Number.NaN))
  const times = (seconds: number[]) => [0.5, 0.95, 1].map((q) => `${quantile(seconds, q)} ms`).join(' / ')
  console.log(`${all.length} goals, ${proved.length} proved, ${both.length} accepted by both`)
  for (const { id, declined } of proved)
    if (declined !== undefined) console.log(`declined: ${id}: ${declined}`)
  // The first proofs come while the thread is still cold.
  const warm = both.slice(3)
  console.log(`median / p95 / worst: second ${times(warm.map(({ ts }) => ts))}`)
  console.log(`median / p95 / worst: Lean   ${times(warm.map(({ lean }) => lean))}`)
}

if (values.summary) summarise()
else await measure()
