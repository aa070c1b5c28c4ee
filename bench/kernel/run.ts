/**
 * The second kernel against Lean's library and Lean's kernel. See README.md here.
 *
 *   node bench/kernel/run.ts library            every constant of the library
 *   node bench/kernel/run.ts mutations 20000    mutations, judged by both kernels
 *   node bench/kernel/run.ts recursors 5000     lies about recursors alone
 */
import { cacheDir } from '../../src/config/index.ts'
import { Library } from '../../src/lean/certificate/library.ts'
import { readLibrary } from '../../src/lean/certificate/library-file.ts'
import { chooseToolchain, ensureLibrary, LeanServer } from '../../src/lean/index.ts'
import { checkLibrary } from './check-library.ts'
import { compareKernels } from './differential.ts'

const [what = 'library', count = '1000', seed = '1'] = process.argv.slice(2)
const toolchain = await chooseToolchain({ lean: 'embedded', cacheDir: cacheDir() })
const file = await ensureLibrary(toolchain, { cacheDir: cacheDir() })
const library = new Library(readLibrary(file))
let server: LeanServer | undefined
/** These runs are made on machines that do other things, too. */
const PATIENCE = { startTimeoutMs: 600_000, silenceMs: 600_000 }
const ask = async () => {
  if (!server?.isAlive) server = await LeanServer.start(toolchain, PATIENCE)
  return server
}

if (what === 'library') {
  const report = await checkLibrary(file, (done, all) => process.stderr.write(`\r${done} of ${all}`))
  console.log(JSON.stringify({ ...report, failures: report.failures.length }, null, 2))
  for (const { name, outcome } of report.failures) console.log(name, JSON.stringify(outcome))
  // What this kernel does not accept as the library ships it, Lean's does not accept either.
  const { differences, declined, ...sums } = await compareKernels(library, ask, {
    count: report.failures.length,
    seed: 1,
    batch: 10,
    unchanged: true,
    only: report.failures.map(({ name }) => name),
  })
  console.log('asked of Lean', JSON.stringify({ ...sums, declined: declined.length }))
  for (const each of differences) console.log('different', JSON.stringify(each))
} else {
  // In rounds, so that what was found is told though a later one is interrupted.
  const ROUND = 1000
  for (let done = 0; done < Number(count); done += ROUND) {
    const { declined, differences, ...sums } = await compareKernels(library, ask, {
      count: Math.min(ROUND, Number(count) - done),
      seed: Number(seed) + done,
      ...(what === 'recursors' && { lies: 1 }),
    })
    console.log(JSON.stringify({ ...sums, declined: declined.length, differences: differences.length }))
    for (const each of differences) console.log('different', JSON.stringify(each))
    for (const each of declined) console.log('declined', JSON.stringify(each))
  }
}
await server?.close()
