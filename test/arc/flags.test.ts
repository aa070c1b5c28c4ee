/** Every flag of `orch arc run`, as a user gives it; docs/arc/flags.md maps each one to a test of this file. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateTasks, printTask } from '../../src/arc/index.ts'
import { TASKS } from '../../src/arc/test-tasks.ts'
import { orchHere } from '../cli/in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-arc-flags-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)
const batch = at('tasks.jsonl')
const labelled = [...TASKS, ...generateTasks(2, 9).map((made) => made.labelled)]
writeFileSync(batch, labelled.map((task) => `${printTask(task)}\n`).join(''))

const BUILTIN = ['--describer-checkpoint', 'builtin:symbolic', '--ruler-checkpoint', 'builtin:symbolic']
const run = (name: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) =>
  orchHere(
    [
      'arc',
      'run',
      '--batch-file',
      batch,
      '--out-jsonl',
      at(`${name}.jsonl`),
      ...BUILTIN,
      '--nodes',
      '150',
      ...args,
    ],
    { env: { ORCH_HOME: at('home'), ...env } },
  )
const lines = (name: string) =>
  readFileSync(at(name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

const LOOP = ['--loop-iters', '2', '--candidate-k', '3', '--edit-k', '3', '--edit-top-m', '2']

describe('orch arc run', () => {
  it('needs only the batch', async () => {
    const without = await orchHere(['arc', 'run'])
    expect(without.code).toBe(2)
    expect(without.stderr).toContain('--batch-file')
    const env = { ORCH_HOME: at('home') }
    const args = ['arc', 'run', '--batch-file', batch, '--nodes', '150', '--max-tasks', '1']
    const { code, stderr } = await orchHere(args, { cwd: folder, env })
    expect(code).toBe(0)
    expect(stderr).toContain('results: out/tasks.jsonl; score them: orch arc score out/tasks.jsonl')
    expect(lines('out/tasks.jsonl')).toHaveLength(1)
  })

  it('makes a single pass by default and writes one row per task in the order of the batch', async () => {
    const { code, stdout } = await run('default', ['--metrics-json', at('default.json')])
    expect(code).toBe(1)
    expect(stdout).toMatch(/solved of 6 tasks/)
    expect(lines('default.jsonl').map((row) => row.task_id)).toEqual(labelled.map(({ task }) => task.id))
    const metrics = JSON.parse(readFileSync(at('default.json'), 'utf8'))
    expect(metrics).toMatchObject({ tasks: 6, mean_iterations: 1, edits: 0, seed: 0 })
    expect(existsSync(at('default.jsonl.running'))).toBe(false)
  })

  it('loops with drafts, seeds and edits, and its aliases mean the same', async () => {
    await run('loop', [...LOOP, '--trace-jsonl', at('loop.trace')])
    await run('alias', [
      '--iters',
      '2',
      '--K-drafts',
      '3',
      '--edit-k',
      '3',
      '--edit-top-m',
      '2',
      '--trace-jsonl',
      at('alias.trace'),
    ])
    const trace = lines('loop.trace').find((row) => row.task_id === 'nonsense')
    expect(trace.iterations).toHaveLength(2)
    expect(trace.iterations[0].candidates.length).toBeLessThanOrEqual(3)
    expect(trace.iterations[1].seeds).toHaveLength(2)
    expect(trace.iterations[1].candidates.length).toBeLessThanOrEqual(3)
    expect(trace.iterations[1].tried.length).toBeGreaterThan(0)
    const improving = lines('loop.trace').flatMap((row) => {
      const [drafts, edits] = row.iterations
      return (edits?.candidates ?? []).map((edit: { parent_id: string; verifier_score: number }) => ({
        edit,
        parent: drafts.candidates.find((c: { candidate_id: string }) => c.candidate_id === edit.parent_id),
      }))
    })
    for (const { edit, parent } of improving)
      expect(edit.verifier_score).toBeGreaterThan(parent.verifier_score)
    expect(readFileSync(at('alias.trace'), 'utf8')).toBe(readFileSync(at('loop.trace'), 'utf8'))
  })

  it('writes buffers and a trace bundle, and builds datasets from it without running tasks', async () => {
    const out = at('bundle')
    const buffers = [
      '--critic-buffer-jsonl',
      at('critic.jsonl'),
      '--ruler-student-buffer-jsonl',
      at('student.jsonl'),
    ]
    await run('bundle', [...LOOP, ...buffers, '--critic-batch-run', '--out-dir', out])
    expect(lines('student.jsonl').length).toBeGreaterThan(0)
    expect(lines('critic.jsonl').length).toBeGreaterThan(0)
    expect(readdirSync(join(out, 'traces')).sort()).toEqual(
      labelled.map(({ task }) => `task_${task.id}.json`).sort(),
    )
    expect(lines('bundle/index.jsonl')).toHaveLength(6)
    const { code } = await run('never', [
      '--critic-build-ranking-ds',
      '--critic-build-blame-ds',
      '--failed-only',
      '--out-dir',
      out,
    ])
    expect(code).toBe(0)
    expect(existsSync(at('never.jsonl'))).toBe(false)
    const ranking = readFileSync(join(out, 'critic_ranking_pairs.jsonl'), 'utf8')
    const unsolved = lines('bundle/index.jsonl').flatMap((row) =>
      row.status === 'solved' ? [] : [row.task_id],
    )
    const ranked = new Set(lines('bundle/critic_ranking_pairs.jsonl').map((row) => row.task_id))
    expect(ranked.size).toBeGreaterThan(0)
    expect(unsolved).toEqual(expect.arrayContaining([...ranked]))
    expect(existsSync(join(out, 'critic_blame_locus.jsonl'))).toBe(true)
    const sweep = [
      '--critic-directive-sweep',
      '--failed-only',
      '--M-seeds',
      '1',
      '--J-edits',
      '5',
      '--delta-threshold',
      '0.01',
    ]
    await run('never', [...sweep, '--out-dir', out])
    const prefs = lines('bundle/critic_directive_prefs.jsonl')
    expect(prefs.length).toBeGreaterThan(0)
    expect(new Set(prefs.map((row) => row.seed_id)).size).toBe(1)
    for (const row of prefs) expect(row.delta).toBeGreaterThan(0.01)
    const friendly = await orchHere(['arc', 'dataset', 'ranking', '--out-dir', out, '--failed-only'])
    expect(friendly.code).toBe(0)
    expect(readFileSync(join(out, 'critic_ranking_pairs.jsonl'), 'utf8')).toBe(ranking)
  })

  it('needs --out-dir for the dataset switches', async () => {
    const { code, stderr } = await run('x', ['--critic-build-ranking-ds'])
    expect(code).toBe(2)
    expect(stderr).toContain('--out-dir')
  })

  it('remembers between runs when a memory folder is set, by namespace and within bounds', async () => {
    const env = { ARC_V3_MEMORY_DIR: at('memory'), ARC_V3_MEMORY_NAMESPACE: 'a' }
    await run('memory', [], env)
    const sizes = ['--memory-k', '2', '--memory-k-episodes', '2', '--memory-k-cases', '1']
    const kept = ['--memory-k-solved-examples', '1', '--memory-k-repair-cases', '1']
    const traced = (name: string) => ['--trace-jsonl', at(`${name}.trace`), '--nodes', '0']
    await run('again', [...sizes, ...kept, ...traced('again')], env)
    const again = lines('again.trace').find((row) => row.task_id === 'flip')
    expect(again.memory.summary).toHaveLength(2)
    expect(again.memory.solved_examples).toBe(1)
    expect(again.status).toBe('solved')
    await run('apart', [...traced('apart'), '--train-namespace', 'b'], env)
    expect(lines('apart.trace').map((row) => row.memory.solved_examples)).toEqual([0, 0, 0, 0, 0, 0])
    await run('small', [...traced('small'), '--memory-max-bytes', '2'], env)
    expect(lines('small.trace').map((row) => row.memory.solved_examples)).toEqual([0, 0, 0, 0, 0, 0])
  })

  it('caps the tasks, takes a seed and any number of workers, and logs to a file', async () => {
    const log = ['--log-file', at('logs/of/run')]
    await run('capped', ['--max-tasks', '2', '--seed', '3', '--workers', '2', ...log])
    expect(lines('capped.jsonl').map((row) => row.seed)).toEqual([3, 3])
    expect(lines('logs/of/run').map((row) => row.message)).toEqual(['task finished', 'task finished'])
    await run('quiet', ['--max-tasks', '1', '--log-level', 'error', '--log-file', at('quiet')])
    expect(existsSync(at('quiet'))).toBe(false)
  })

  it('uses a trained student, critic and describer beside the teacher', async () => {
    const train = (module: string) =>
      orchHere(['arc', 'train', module, '--generated', '8', '--nodes', '120', '--out', at(module), '--json'])
    for (const module of ['ruler', 'critic', 'describer']) {
      const { code, stdout } = await train(module)
      expect(code).toBe(0)
      expect(JSON.parse(stdout).content_hash).toHaveLength(64)
    }
    const { code } = await orchHere(
      [
        'arc',
        'run',
        '--batch-file',
        batch,
        '--out-jsonl',
        at('learnt.jsonl'),
        '--nodes',
        '300',
        '--metrics-json',
        at('learnt.json'),
      ].concat(
        ['--ruler-checkpoint', 'builtin:symbolic', '--describer-checkpoint', at('describer')],
        ['--enhanced-ruler-checkpoint', at('ruler'), '--critic-checkpoint', at('critic')],
      ),
      { env: { ORCH_HOME: at('home') } },
    )
    // One of the tasks has no rule.
    expect(code).toBe(1)
    const { checkpoints } = JSON.parse(readFileSync(at('learnt.json'), 'utf8'))
    expect(Object.keys(checkpoints)).toEqual(['describer', 'ruler', 'enhanced_ruler', 'critic'])
    expect(new Set(Object.values(checkpoints)).size).toBe(4)
  })

  it('scores against the dataset, writes a submission with every id, and shows a task', async () => {
    await run('scored')
    const score = await orchHere(['arc', 'score', at('scored.jsonl'), '--batch-file', batch, '--json'])
    const scores = JSON.parse(score.stdout)
    expect(scores).toMatchObject({ tasks: 6, outputs: 6, missing: 0 })
    expect(scores.tasks_solved_2).toBeGreaterThanOrEqual(3)
    writeFileSync(
      at('partial.jsonl'),
      readFileSync(at('scored.jsonl'), 'utf8').split('\n').slice(0, 1).join('\n'),
    )
    const partial = await orchHere(['arc', 'score', at('partial.jsonl'), '--batch-file', batch, '--json'])
    expect(JSON.parse(partial.stdout)).toMatchObject({ tasks: 6, missing: 5 })
    const submission = [
      'arc',
      'submission',
      at('partial.jsonl'),
      '--batch-file',
      batch,
      '--out',
      at('submission.json'),
    ]
    expect((await orchHere(submission)).code).toBe(0)
    const written = JSON.parse(readFileSync(at('submission.json'), 'utf8'))
    expect(Object.keys(written)).toEqual(labelled.map(({ task }) => task.id))
    for (const guesses of Object.values(written)) {
      for (const guess of guesses as object[]) expect(Object.keys(guess)).toEqual(['attempt_1', 'attempt_2'])
    }
    const shown = await orchHere([
      'arc',
      'show',
      'flip',
      '--batch-file',
      batch,
      '--results',
      at('scored.jsonl'),
    ])
    expect(shown.stdout).toContain('flip train 0\n1 2 3    3 2 1')
    const home = { env: { ORCH_HOME: at('home') } }
    expect((await orchHere(['arc', 'show', 'flip'], home)).stdout).toBe(shown.stdout)
    expect((await orchHere(['arc', 'show', 'nowhere'], home)).stderr).toContain('--batch-file')
    await orchHere(['arc', 'show', 'flip', '--batch-file', batch, '--svg', at('flip.svg')])
    expect(readFileSync(at('flip.svg'), 'utf8')).toMatch(/^<svg /)
    await orchHere(['arc', 'show', 'flip', '--batch-file', batch, '--png', at('flip.png')])
    expect(readFileSync(at('flip.png')).subarray(1, 4).toString()).toBe('PNG')
  })

  it('leaves one row per task in the ledger', async () => {
    await run('ledger', [], { ORCH_HOME: at('own-home'), ORCH_CPU_TARGET: '1' })
    const { DatabaseSync } = await import('node:sqlite')
    const database = new DatabaseSync(join(at('own-home'), 'ledger.db'), { readOnly: true })
    const rows = database.prepare('select task, outcome from arc_attempts order by id').all()
    database.close()
    expect(rows).toHaveLength(6)
    expect(rows.map((row) => row.task)).toContain('ARC task flip')
  })
})

describe('the table of flags', () => {
  let table = ''
  beforeAll(() => {
    table = readFileSync(join(import.meta.dirname, '../../docs/arc/flags.md'), 'utf8')
  })

  it('names every flag of the command', async () => {
    const { stdout } = await orchHere(['arc', 'run', '--help'])
    const flags = new Set(stdout.match(/^ {2}(--[A-Za-z-]+)/gm)?.map((flag) => flag.trim()))
    expect(flags.size).toBeGreaterThan(35)
    for (const flag of flags) expect(table, flag).toContain(`\`${flag}\``)
  })

  it('names only tests that exist', () => {
    const units = ['memory/memory.test.ts', 'loop/loop.test.ts'].map((name) => `../../src/arc/${name}`)
    const tests = [
      'flags.test.ts',
      'faults.test.ts',
      'commands.test.ts',
      '../distributed/arc.test.ts',
      ...units,
    ]
      .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
      .join('\n')
    const named = [...table.matchAll(/\| ([^|]+) \|$/gm)].map(([, name]) => name?.trim() ?? '')
    const real = named.filter((name) => !['test', '---'].includes(name))
    expect(real.length).toBeGreaterThan(35)
    for (const name of real) expect(tests).toContain(`it('${name}'`)
  })
})
