/**
 * What commands really print with `--json`, held to the schemas of the API. Every other test that runs ./orch is held
 * to them as well; here are the commands that no test asks for JSON, and proof that the yardstick measures.
 */
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandOutputs } from '../../src/api/index.ts'
import { printTask } from '../../src/arc/index.ts'
import { TASKS } from '../../src/arc/test-tasks.ts'
import { openLedger } from '../../src/ledger/index.ts'
import { createMarket } from '../../src/market/index.ts'
import { orchHere } from './in-process.ts'
import { assertContract } from './json-contract.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-json-'))
const at = (name: string) => join(folder, name)
const env = { ORCH_HOME: at('home') }
let ticket = ''

beforeAll(async () => {
  writeFileSync(
    at('tasks.jsonl'),
    TASKS.slice(0, 2)
      .map((task) => `${printTask(task)}\n`)
      .join(''),
  )
  writeFileSync(at('bank.jsonl'), '{"id":"yes","goal":"1 + 1 = 2"}\n{"id":"no","goal":"∀ n : Nat, n < 2"}\n')
  writeFileSync(at('Hole.lean'), 'theorem hole (n : Nat) : n = n := by sorry\n')
  const ledger = await openLedger({ home: at('home') })
  ticket = await createMarket(ledger).requestLemma({ goal: '∀ n : Nat, n ≤ n * n', constraints: ['short'] })
  await ledger.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Answers, and says which schema the answer was held to. */
async function orch(...args: string[]) {
  const flags = [...args, '--json']
  const { stdout, stderr, code } = await orchHere(flags, { env, cwd: folder })
  expect(stdout, stderr).not.toBe('')
  return { schema: assertContract(flags, stdout), answer: JSON.parse(stdout), code }
}

describe('the schema is kept by', () => {
  // Before the search, which would deliver the lemma itself.
  it('every command about tickets that needs no Lean', async () => {
    expect((await orch('market', 'list')).answer.tickets).toHaveLength(1)
    expect((await orch('market', 'search', '∀ n : Nat, n ≤ n * n')).answer.tickets).toHaveLength(1)
    for (const [word, status] of [
      ['show', 'open'],
      ['claim', 'claimed'],
      ['cancel', 'cancelled'],
    ] as const) {
      const flags = word === 'claim' ? ['--as', 'me'] : []
      expect(await orch('market', word, ticket, ...flags)).toMatchObject({
        schema: `market ${word}`,
        answer: { status },
      })
    }
  })

  it('a search, and what the ledger then tells of it', async () => {
    const bank = await orch('bank', '--bank', 'bank.jsonl', '--results', at('results'), '--timeout', '300')
    expect(bank).toMatchObject({ schema: 'bank', answer: { goals_total: 2, goals_solved: 1 } })
    const { answer } = await orch('goals')
    const ids = answer.goals.map(({ id }: { id: string }) => id)
    expect(ids).toEqual(expect.arrayContaining(['yes', 'no']))
    const shown = await orch('show', 'yes')
    expect(shown).toMatchObject({ schema: 'show', answer: { receipt: { outcome: 'proved' } } })
    expect(shown.answer.attempts.length).toBeGreaterThan(0)
    expect((await orch('stats')).answer.strategies.length).toBeGreaterThan(0)
  })

  it('the holes of a file', async () => {
    const { answer, schema } = await orch('sorries', 'Hole.lean')
    expect(schema).toBe('sorries')
    expect(answer.holes).toMatchObject([{ declaration: 'hole', last_outcome: null }])
  })

  it('what is said of the machine', async () => {
    expect(Object.keys((await orch('config')).answer)).toContain('ORCH_HOME')
    expect((await orch('doctor')).schema).toBe('doctor')
    const flags = ['clean', '--json']
    const { stdout } = await orchHere(flags, { env: { ...env, ORCH_CACHE_DIR: at('cache') } })
    expect(assertContract(flags, stdout)).toBe('clean')
  })

  it('a command that could not run', async () => {
    expect(await orch('show', 'nobody')).toMatchObject({ schema: 'error', code: 2 })
    expect(await orch('kernel', 'nowhere.ndjson')).toMatchObject({ schema: 'kernel', code: 2 })
  })

  it('the ARC commands, one after the other', async () => {
    const batch = ['--batch-file', 'tasks.jsonl']
    const expected: [schema: string, ...args: string[]][] = [
      ['arc generate', '--out', 'made.jsonl', '--out-dir', 'made', '--count', '3'],
      [
        'arc run',
        ...batch,
        '--out-jsonl',
        'out.jsonl',
        '--out-dir',
        'run',
        '--critic-batch-run',
        '--nodes',
        '100',
      ],
      ['arc score', 'out.jsonl', ...batch],
      ['arc submission', 'out.jsonl', '--out', 'submission.json'],
      ['arc check-submission', 'submission.json', ...batch],
      ['arc infer', ...batch, '--out', 'programs.jsonl', '--nodes', '100'],
      ['arc dataset', 'ranking', '--out-dir', 'run'],
      ['arc report', 'run', ...batch],
      ['arc train', 'describer', ...batch, '--out', 'checkpoint', '--nodes', '100'],
      ['arc eval', ...batch, '--nodes', '100', '--max-tasks', '1'],
    ]
    for (const [name, ...args] of expected)
      expect((await orch(...name.split(' '), ...args)).schema).toBe(name)
  })
})

describe('the yardstick', () => {
  const clean = { removed_bytes: 1, cache_dir: '/c' }
  const told =
    (answer: unknown, ...args: string[]) =>
    () =>
      assertContract([...args, '--json'], JSON.stringify(answer, null, 2))

  it('refuses a field that the schema lacks, also further down, and one that is missing', () => {
    expect(told(clean, 'clean')).not.toThrow()
    expect(told({ ...clean, files: 1 }, 'clean')).toThrow('files')
    expect(told({ cache_dir: '/c' }, 'clean')).toThrow('removed_bytes')
    const theorem = { file: 'f', theorem: 't', line: 1, steps: 1, why: null }
    expect(told({ file: 'f', theorems: [{ ...theorem, name: 't' }] }, 'trace', 'f')).toThrow('name')
    expect(told({ N: { verdict: 'good', detail: '', more: 1 } }, 'doctor')).toThrow('more')
  })

  it('knows the answer by the words and options', () => {
    expect(told(clean, 'no-such-command')).toThrow('no schema')
    expect(told(clean, 'doctor', '--lean', 'embedded')).toThrow("'doctor --lean'")
    expect(told({ kind: 'words', premises: [], fallback: null }, 'premises', 'reverse append')()).toBe(
      'premises search',
    )
  })
})

it('every schema is of something that is printed', () => {
  const cli = join(import.meta.dirname, '..', '..', 'src', 'cli')
  const text = globSync('*.ts', { cwd: cli })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(cli, file), 'utf8'))
    .join('\n')
  const printed = [...text.matchAll(/(?:printJson|tell)\(\s*'([^']+)'/g)].map(([, name]) => name)
  expect([...new Set(printed)].toSorted()).toEqual(Object.keys(commandOutputs).toSorted())
})
