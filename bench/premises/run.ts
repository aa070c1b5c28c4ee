/**
 * How many of the premises that a proof needs are among the first twelve found, per source and for all together.
 *
 *   node bench/premises/run.ts [--theorems 600] [--examples file.jsonl] [--tune] [--out result.json]
 *
 * Examples are library theorems, each proved again without itself (see `examples.ts`); with `--examples` they are
 * kept in a file and read from there the next time. Weights are tuned (`--tune` prints better ones) on one half
 * of the examples; the table shows the other half, which tuning never sees.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { cacheDir } from '../../src/config/index.ts'
import { chooseToolchain, LeanPool } from '../../src/lean/index.ts'
import { buildIndex } from '../../src/premises/index.ts'
import { collectExamples, type Example } from './examples.ts'
import { CURRENT, K, recallBySource, tune } from './score.ts'

const { values } = parseArgs({
  options: {
    theorems: { type: 'string', default: '600' },
    examples: { type: 'string' },
    tune: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
})

const toolchain = await chooseToolchain({ lean: 'embedded', cacheDir: cacheDir() })
await using pool = new LeanPool(toolchain, { size: 1 })
using index = await buildIndex(pool)
const examples = await loadExamples(values.examples)
const isTraining = ({ theorem }: Example) =>
  (createHash('sha256').update(theorem).digest()[31] ?? 0) % 2 === 0
const training = examples.filter(isTraining)
const heldOut = examples.filter((example) => !isTraining(example))

if (values.tune) {
  const better = tune(index, training, (text) => console.log(`tuned ${text}`))
  show('tuned weights', recallBySource(index, heldOut, better))
}
const recalls = recallBySource(index, heldOut)
show('current weights', recalls)
const result = {
  k: K,
  examples: examples.length,
  training: training.length,
  held_out: heldOut.length,
  premises_per_example: examples.reduce((sum, { useful }) => sum + useful.length, 0) / examples.length,
  weights: CURRENT,
  recall: recalls,
  recall_training: recallBySource(index, training),
}
const json = JSON.stringify(result, null, 2)
console.log(json)
if (values.out) writeFileSync(values.out, `${json}\n`)

function show(title: string, recalls: Readonly<Record<string, number>>): void {
  console.log(`\nrecall@${K} on ${heldOut.length} held-out theorems, ${title}`)
  for (const [source, value] of Object.entries(recalls))
    console.log(`  ${source.padEnd(14)}${(100 * value).toFixed(1).padStart(6)} %`)
}

async function loadExamples(file: string | undefined): Promise<Example[]> {
  if (file && existsSync(file)) {
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
    return lines.map((line) => JSON.parse(line))
  }
  const made: Example[] = []
  const onProgress = (done: number) => {
    if (done % 50 === 0) console.error(`${done} theorems tried, ${made.length} with premises from before`)
  }
  for await (const example of collectExamples(pool, index, {
    theorems: Number(values.theorems),
    onProgress,
  })) {
    made.push(example)
    if (file) appendFileSync(file, `${JSON.stringify(example)}\n`)
  }
  return made
}
