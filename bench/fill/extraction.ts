/**
 * Finding the holes of a large project: does it grow with the number of files and no faster, does memory stay flat, and
 * does a run that was stopped go on where it was?
 *
 *   node bench/fill/extraction.ts [--files 250,500,1000,2000]
 *
 * Files are generated: groups of ten, in which each file imports the one before it, five holes in every two files.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cacheDir } from '../../src/config/index.ts'
import { openProject, ReportCache, readProject } from '../../src/fill/index.ts'
import { embeddedToolchain, LeanPool } from '../../src/lean/index.ts'

const { values } = parseArgs({ options: { files: { type: 'string', default: '250,500,1000,2000' } } })
const GROUP = 10

function generate(root: string, count: number): void {
  mkdirSync(join(root, 'Gen'))
  for (let number = 0; number < count; number++) {
    const name = `F${number}`
    const isFirst = number % GROUP === 0
    const holes = number % 2 === 0 ? 3 : 2
    const theorems = Array.from(
      { length: holes },
      (_, k) => `theorem t${k} (n : Nat) : f n + ${k} = ${k} + f n := by\n  sorry\n`,
    )
    const below = isFirst ? '0' : `F${number - 1}.f n`
    const text = [
      ...(isFirst ? [] : [`import Gen.F${number - 1}`]),
      `namespace ${name}`,
      `def f (n : Nat) : Nat := n + ${below}`,
      ...theorems,
      `end ${name}`,
    ].join('\n')
    writeFileSync(join(root, 'Gen', `${name}.lean`), `${text}\n`)
  }
}

const toolchain = await embeddedToolchain({ cacheDir: cacheDir() })
console.log('files  holes  seconds  ms/file  peak MB  again s  resumed')
for (const count of values.files.split(',').map(Number)) {
  const root = mkdtempSync(join(tmpdir(), 'orch-bench-fill-'))
  const home = mkdtempSync(join(tmpdir(), 'orch-bench-fill-cache-'))
  await using pool = new LeanPool(toolchain)
  try {
    generate(root, count)
    const project = openProject(root)
    const cache = new ReportCache(home, toolchain.fingerprint)
    const started = performance.now()
    // Stopped half way, as by Ctrl-C, and taken up again.
    const stop = new AbortController()
    const half = readProject(project, () => pool, {
      cache,
      signal: stop.signal,
      onProgress: ({ done }) => {
        if (done >= count / 2) stop.abort()
      },
    })
    await half.catch(() => undefined)
    const known = project.buildOrder.filter((name) => {
      const module = project.modules.get(name)
      return module && cache.read(project, module) !== undefined
    }).length
    const reports = await readProject(project, () => pool, { cache })
    const seconds = (performance.now() - started) / 1000
    const holes = reports.reduce((sum, report) => sum + report.holes.length, 0)
    const peak = process.resourceUsage().maxRSS / 1024
    const again = performance.now()
    const second = await readProject(openProject(root), () => pool, { cache })
    const secondSeconds = (performance.now() - again) / 1000
    if (second.length !== reports.length || known === 0)
      throw new Error('the second run is not like the first')
    const row = [count, holes, seconds.toFixed(1), ((1000 * seconds) / count).toFixed(0), peak.toFixed(0)]
    console.log([...row, secondSeconds.toFixed(2), `${known} of ${count}`].join('  '))
  } finally {
    rmSync(root, { recursive: true })
    rmSync(home, { recursive: true })
  }
}
