/** What goes wrong with `orch arc`: bad input, bad places, a kill in the middle. */
import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { generateTasks, printTask } from '../../src/arc/index.ts'
import { TASKS } from '../../src/arc/test-tasks.ts'
import { runOrch } from '../cli/run-orch.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-arc-faults-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)
const env = { ORCH_HOME: at('home') }
const good = TASKS.map((task) => `${printTask(task)}\n`)
writeFileSync(at('good.jsonl'), good.join(''))

const argsFor = (batch: string, out: string, more: readonly string[] = []) => [
  'arc',
  'run',
  '--batch-file',
  at(batch),
  '--out-jsonl',
  at(out),
  '--describer-checkpoint',
  'builtin:symbolic',
  '--ruler-checkpoint',
  'builtin:symbolic',
  '--nodes',
  '300',
  ...more,
]
const pair = { input: [[1]], output: [[2]] }

describe('bad input', () => {
  it.each([
    [
      'a ragged grid',
      { train: [{ input: [[1, 2], [1]], output: [[1]] }] },
      'field train[0].input[1]: the grid is ragged',
    ],
    ['an empty grid', { train: [{ input: [], output: [[1]] }] }, 'field train[0].input: the grid is empty'],
    [
      'a colour above nine',
      { test: [{ input: [[12]] }] },
      'field test[0].input[0][0]: a colour is a whole number',
    ],
    [
      'a side above thirty',
      { test: [{ input: Array(31).fill([1]) }] },
      'field test[0].input: the grid has 31 rows',
    ],
    ['a duplicate id', { task_id: 'flip' }, 'field task_id: the id "flip" was used on line 1 already'],
  ])('is skipped, counted and named with file, line and field: %s', async (_, change, words) => {
    const bad = { task_id: 'bad', train: [pair], test: [{ input: [[1]] }], ...change }
    writeFileSync(at('bad.jsonl'), `${good[0]}${JSON.stringify(bad)}\n`)
    const { code, stderr } = await runOrch(argsFor('bad.jsonl', 'bad-out.jsonl'), { env })
    expect(code).toBe(1)
    expect(stderr).toContain(`bad.jsonl, line 2, ${words}`)
    expect(readFileSync(at('bad-out.jsonl'), 'utf8').trim().split('\n')).toHaveLength(1)
  })

  it('stops the run at once with --fail-fast', async () => {
    writeFileSync(at('bad.jsonl'), `${good[0]}{"task_id":"x"}\n`)
    const { code, stderr } = await runOrch(argsFor('bad.jsonl', 'fast.jsonl', ['--fail-fast']), { env })
    expect(code).toBe(2)
    expect(stderr).toContain('bad.jsonl, line 2, field train')
    expect(existsSync(at('fast.jsonl'))).toBe(false)
  })

  it.each([
    ['an unknown flag', ['--candidates', '3'], '--candidates'],
    [
      'a number that is none',
      ['--loop-iters', 'many'],
      "--loop-iters <n>' argument 'many' is invalid. It must be a whole number",
    ],
    ['a number out of range', ['--candidate-k', '0'], "--candidate-k <n>' argument '0' is invalid"],
    ['an unknown log level', ['--log-level', 'loud'], 'loud'],
    ['a missing checkpoint', ['--critic-checkpoint', at('none')], 'no such file or folder'],
  ])('on the command line is refused with a sentence: %s', async (_, more, words) => {
    const { code, stderr } = await runOrch(argsFor('good.jsonl', 'flags.jsonl', more), { env })
    expect(code).toBe(2)
    expect(stderr).toContain(words)
    expect(existsSync(at('flags.jsonl'))).toBe(false)
  })

  it('in the shape of a checkpoint of another module is refused', async () => {
    mkdirSync(at('llm'), { recursive: true })
    const manifest = { schema: 'arc-checkpoint-1', module: 'ruler', backend: 'llm', version: '1' }
    writeFileSync(at('llm/manifest.json'), JSON.stringify(manifest))
    const wrong = await runOrch(argsFor('good.jsonl', 'x.jsonl', ['--critic-checkpoint', at('llm')]), { env })
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('it is a ruler checkpoint, and a critic is needed')
    const unset = await runOrch(
      argsFor('good.jsonl', 'x.jsonl', ['--enhanced-ruler-checkpoint', at('llm')]),
      {
        env: { ...env, ORCH_LLM_BASE_URL: '', ORCH_LLM_MODEL: '' },
      },
    )
    expect(unset.code).toBe(2)
    expect(unset.stderr).toContain('needs an endpoint and a model')
  })
})

/** A shell in a mount namespace of its own, where it may mount a small disk. */
const WITH_MOUNTS = ['unshare', process.getuid?.() === 0 ? '-m' : '-Urm', '/bin/sh', '-c'] as const
const canMount =
  spawnSync(WITH_MOUNTS[0], [...WITH_MOUNTS.slice(1), 'mount -t tmpfs tmpfs /mnt']).status === 0

/** Runs orch with a disk of this many kilobytes at `at('disk')`, and says what is left on it. */
function runOnSmallDisk(kilobytes: number, args: readonly string[]) {
  mkdirSync(at('disk'), { recursive: true })
  const script = `mount -t tmpfs -o size="$1"k tmpfs "$2" || exit 99
shift; disk="$1"; shift; "$@"; code=$?
echo "left: $(cd "$disk" && find . -type f | sort | tr '\\n' ' ')"; exit $code`
  const orch = join(import.meta.dirname, '../../orch')
  const words = [...WITH_MOUNTS.slice(1), script, 'sh', String(kilobytes), at('disk'), orch, ...args]
  const ran = spawnSync(WITH_MOUNTS[0], words, {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', ...env },
  })
  return { code: ran.status, stderr: ran.stderr, left: ran.stdout.match(/left: (.*)/)?.[1]?.trim() ?? '' }
}

describe('bad places', () => {
  it.skipIf(!canMount)('on a disk that fills up end with a sentence and nothing half written', () => {
    writeFileSync(
      at('wide.jsonl'),
      generateTasks(6, 4)
        .map(({ labelled }) => `${printTask(labelled)}\n`)
        .join(''),
    )
    const out = 'disk/out.jsonl'
    const traces = ['--trace-jsonl', at('disk/traces.jsonl'), '--workers', '1', '--candidate-k', '4']
    const atTheEnd = runOnSmallDisk(60, argsFor('good.jsonl', out, traces))
    const onTheWay = runOnSmallDisk(16, argsFor('wide.jsonl', out, traces))
    for (const { code, stderr, left } of [atTheEnd, onTheWay]) {
      expect(stderr).toMatch(/could not be written: the disk is full\.\n.*Nothing was left half written/s)
      expect(code).toBe(1)
      expect(left).not.toMatch(/out\.jsonl( |$)|traces\.jsonl|\.part/)
    }
    const made = runOnSmallDisk(8, ['arc', 'generate', '--count', '60', '--out', at('disk/made.jsonl')])
    expect(made.stderr).toContain('made.jsonl could not be written: the disk is full')
    expect([made.code, made.left]).toEqual([1, ''])
  })

  it('for outputs are named before any task is run', async () => {
    writeFileSync(at('a-file'), '')
    const { code, stderr } = await runOrch(argsFor('good.jsonl', 'a-file/out.jsonl'), { env })
    expect(code).toBe(2)
    expect(stderr).toContain('a-file/out.jsonl could not be written: a part of the path is a file')
  })

  it.skipIf(!existsSync('/dev/full'))('that are full lose nothing that was finished', async () => {
    const full = ['--log-level', 'debug', '--log-file', '/dev/full']
    const { code, stderr } = await runOrch(argsFor('good.jsonl', 'full.jsonl', full), { env })
    expect(code).toBe(1)
    expect(stderr).toContain('/dev/full could not be written: the disk is full')
    expect(existsSync(at('full.jsonl'))).toBe(false)
    const again = await runOrch(argsFor('good.jsonl', 'full.jsonl'), { env })
    expect(again.stdout).toMatch(/taken over from the run before/)
  })
})

describe('a run killed with SIGKILL', () => {
  it('goes on where it stopped and writes the same bytes', async () => {
    const tasks = [...TASKS, ...generateTasks(8, 21).map((made) => made.labelled)]
    writeFileSync(at('many.jsonl'), tasks.map((task) => `${printTask(task)}\n`).join(''))
    const more = (name: string) => [
      '--candidate-k',
      '3',
      '--workers',
      '2',
      '--metrics-json',
      at(`${name}.json`),
    ]
    await runOrch(argsFor('many.jsonl', 'whole.jsonl', more('whole')), { env })

    mkdirSync(at('killed.jsonl.running'))
    const log = at('killed.jsonl.running/finished.jsonl')
    const child = spawn(
      process.execPath,
      [
        join(import.meta.dirname, '../../src/cli.ts'),
        ...argsFor('many.jsonl', 'killed.jsonl', more('killed')),
      ],
      { env: { ...process.env, ...env }, stdio: 'ignore' },
    )
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
    const watcher = watch(folder, { recursive: true }, () => {
      if (existsSync(log) && readFileSync(log, 'utf8').split('\n').length > 3) child.kill('SIGKILL')
    })
    await closed
    watcher.close()
    expect(child.signalCode).toBe('SIGKILL')
    expect(existsSync(at('killed.jsonl'))).toBe(false)

    const { stdout } = await runOrch(argsFor('many.jsonl', 'killed.jsonl', more('killed')), { env })
    expect(Number(stdout.match(/\((\d+) taken over/)?.[1])).toBeGreaterThanOrEqual(3)
    expect(readFileSync(at('killed.jsonl'), 'utf8')).toBe(readFileSync(at('whole.jsonl'), 'utf8'))
    expect(readFileSync(at('killed.json'), 'utf8')).toBe(readFileSync(at('whole.json'), 'utf8'))
    expect(readdirSync(folder).filter((name) => /\.(part|running)$/.test(name))).toEqual([])
  })
})
