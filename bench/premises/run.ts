/**
 * How many of the premises that a proof needs are among the first twelve found, per source and for all together.
 *
 *   node bench/premises/run.ts [--theorems 600] [--from 0] [--examples file.jsonl] [--tune] [--out result.json]
 *
 * Examples are library theorems, each proved again without itself (see `examples.ts`); with `--examples` they are
 * kept in a file and read from there the next time; `--from 600` then adds those after the first 600 theorems. Weights are tuned (`--tune` prints better ones) on one half
 * of the examples; the table shows the other half, which tuning never sees.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { cacheDir } from '../../src/config/index.ts'
import { chooseToolchain, LeanPool } from '../../src/lean/index.ts'
import { buildIndex, RANK_WEIGHTS } from '../../src/premises/index.ts'
import { collectExamples, type Example } from './examples.ts'
import { fitWeights, K, recallBySource, scored } from './score.ts'

const { values } = parseArgs({
  options: {
    theorems: { type: 'string', default: '600' },
    from: { type: 'string', default: '0' },
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
const training = examples.filter(isTraining).map((example) => scored(index, example))
const heldOut = examples.filter((example) => !isTraining(example)).map((example) => scored(index, example))

if (values.tune) {
  const fitted = fitWeights(training)
  console.log(`fitted ${JSON.stringify(fitted)}`)
  show('fitted weights', recallBySource(heldOut, fitted))
}
const recalls = recallBySource(heldOut)
show('current weights', recalls)
const result = {
  k: K,
  examples: examples.length,
  training: training.length,
  held_out: heldOut.length,
  premises_per_example: examples.reduce((sum, { useful }) => sum + useful.length, 0) / examples.length,
  weights: RANK_WEIGHTS,
  recall: recalls,
  recall_training: recallBySource(training),
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
  const [from, theorems] = [Number(values.from), Number(values.theorems)]
  const known = file && existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  const made = known.map((line): Example => JSON.parse(line))
  if (made.length > 0 && from === 0) return made
  const onProgress = (done: number) => {
    if (done % 50 === 0) console.error(`${done} theorems tried, ${made.length} with premises from before`)
  }
  for await (const example of collectExamples(pool, index, { from, theorems, onProgress })) {
    made.push(example)
    if (file) appendFileSync(file, `${JSON.stringify(example)}\n`)
  }
  return made
}
