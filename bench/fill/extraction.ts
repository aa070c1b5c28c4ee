/**
 * Finding the holes of a large project: does it grow with the number of files and no faster, does memory stay flat, and
 * does a run that was killed go on where it was?
 *
 *   node bench/fill/extraction.ts [--files 250,500,1000,2000]
 *
 * Files are generated: groups of ten, in which each file imports the one before it, five holes in every two files. Each
 * size is read by a process of its own, which is killed with SIGKILL half way; a second one goes on, a third one finds
 * nothing to do. Peak memory is that of the process and of its Lean processes together, and of the largest alone.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { cacheDir } from '../../src/config/index.ts'
import { openProject, ReportCache, readProject } from '../../src/fill/index.ts'
import { embeddedToolchain, LeanPool } from '../../src/lean/index.ts'

const GROUP = 10
const SAMPLE_MS = 500
/** The unit of /proc. */
const TICKS_PER_SECOND = 100

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '250,500,1000,2000' },
    /** Set for the processes that read: the project, and where reports are kept. */
    root: { type: 'string' },
    home: { type: 'string', default: '' },
  },
})

if (values.root === undefined) await measureAll(values.files.split(',').map(Number))
else await readOnce(values.root, values.home)

/** Reads a project and says how far it is, one number a line, and at the end how many holes there are. */
async function readOnce(root: string, home: string): Promise<void> {
  const toolchain = await embeddedToolchain({ cacheDir: cacheDir() })
  await using pool = new LeanPool(toolchain)
  const cache = new ReportCache(home, toolchain.fingerprint)
  const reports = await readProject(openProject(root), () => pool, {
    cache,
    onProgress: ({ done }) => console.log(`done ${done}`),
  })
  const failure = reports.find((report) => report.failure !== undefined)?.failure
  if (failure !== undefined) throw new Error(failure)
  console.log(`holes ${reports.reduce((sum, report) => sum + report.holes.length, 0)}`)
}

interface Reading {
  readonly seconds: number
  readonly holes: number
  readonly totalMb: number
  readonly largestMb: number
  /** Of the process and its Lean processes: unlike seconds, the same on a busy machine. */
  readonly cpuSeconds: number
}

/** Runs a reader; with `killAt` it is killed when so many files are done. */
async function read(root: string, home: string, killAt = Number.POSITIVE_INFINITY): Promise<Reading> {
  const started = performance.now()
  const child = spawn(process.execPath, [import.meta.filename, '--root', root, '--home', home], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let [totalMb, largestMb, holes] = [0, 0, 0]
  const cpu = new Map<number, number>()
  const sampling = setInterval(() => {
    const family = familyOf(child.pid ?? 0)
    for (const one of family) cpu.set(one.pid, one.cpuSeconds)
    const all = family.map(({ megabytes }) => megabytes)
    totalMb = Math.max(
      totalMb,
      all.reduce((sum, one) => sum + one, 0),
    )
    largestMb = Math.max(largestMb, ...all)
  }, SAMPLE_MS)
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve))
  for await (const line of createInterface({ input: child.stdout })) {
    const [word, number] = line.split(' ')
    if (word === 'holes') holes = Number(number)
    else if (Number(number) >= killAt) child.kill('SIGKILL')
  }
  const code = await exited
  clearInterval(sampling)
  if (code !== 0 && killAt === Number.POSITIVE_INFINITY) throw new Error(`the reader ended with ${code}`)
  const cpuSeconds = cpu.values().reduce((sum, one) => sum + one, 0)
  return { seconds: (performance.now() - started) / 1000, holes, totalMb, largestMb, cpuSeconds }
}

/** What a process and its children take now and have taken. Known on Linux only. */
function familyOf(pid: number): { pid: number; megabytes: number; cpuSeconds: number }[] {
  const processes = readdirSync('/proc').flatMap((name) => {
    try {
      const stat = /^\d+$/.test(name) ? readFileSync(`/proc/${name}/stat`, 'utf8') : ''
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const [parent, user, system, pages] = [1, 11, 12, 21].map((field) => Number(fields[field]))
      const ticks = (user ?? 0) + (system ?? 0)
      return stat === '' ? [] : [{ pid: Number(name), parent, ticks, pages: pages ?? 0 }]
    } catch {
      return []
    }
  })
  const family = new Set([pid])
  for (let before = 0; before < family.size; ) {
    before = family.size
    for (const one of processes) if (family.has(one.parent ?? 0)) family.add(one.pid)
  }
  return processes
    .filter((one) => family.has(one.pid))
    .map(({ pid, ticks, pages }) => ({
      pid,
      megabytes: (pages * 4096) / 2 ** 20,
      cpuSeconds: ticks / TICKS_PER_SECOND,
    }))
}

function known(home: string): number {
  return readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
    .length
}

async function measureAll(sizes: readonly number[]): Promise<void> {
  console.log('files  holes  seconds  CPU s  CPU ms/file  peak MB (largest)  kept after kill -9  again s')
  for (const count of sizes) {
    const root = mkdtempSync(join(tmpdir(), 'orch-bench-fill-'))
    const home = mkdtempSync(join(tmpdir(), 'orch-bench-fill-cache-'))
    try {
      generate(root, count)
      const first = await read(root, home, count / 2)
      const kept = known(home)
      const second = await read(root, home)
      const again = await read(root, home)
      if (kept === 0 || second.holes !== Math.ceil(count * 2.5) || again.holes !== second.holes)
        throw new Error('the second run is not like the first')
      const seconds = first.seconds + second.seconds
      const peak = `${Math.max(first.totalMb, second.totalMb).toFixed(0)} (${Math.max(first.largestMb, second.largestMb).toFixed(0)})`
      const cpu = first.cpuSeconds + second.cpuSeconds
      const row = [count, second.holes, seconds.toFixed(1), cpu.toFixed(1), ((1000 * cpu) / count).toFixed(0)]
      console.log([...row, peak, kept, again.seconds.toFixed(2)].join('  '))
    } finally {
      for (const folder of [root, home]) rmSync(folder, { recursive: true })
    }
  }
}

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
