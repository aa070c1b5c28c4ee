/** What commands say to input that they cannot use: a sentence, what to do, exit code 2, and nothing on standard output. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type HereOptions, orchHere } from './in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-bad-input-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string, text?: string | Uint8Array) => {
  const path = join(folder, name)
  if (text !== undefined) writeFileSync(path, text)
  return path
}
const home = at('home')
const orch = (args: readonly string[], options: HereOptions = {}) =>
  orchHere(args, {
    cwd: folder,
    ...options,
    env: { ORCH_HOME: home, ORCH_DATABASE_URL: undefined, ...options.env },
  })

async function refused(args: readonly string[], options: HereOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await orch(args, options)
  expect(stdout).toBe('')
  expect(code).toBe(2)
  expect(stderr).not.toMatch(/\n {4}at /)
  return stderr
}

at('empty.txt', '')
at('hello.txt', 'hello')
at('object.json', '{"a": 1}')
at('folder.txt')
mkdirSync(at('folder.txt'), { recursive: true })
at('tasks.jsonl', '{"task_id":"t","train":[],"test":[]}\n')
at('one.jsonl', '{"id":"a","goal":"1 = 1"}\n')

describe('a number that is none', () => {
  it.each([
    [['prove', '1 = 1', '--timeout', 'soon'], "--timeout is 'soon'"],
    [['prove', '1 = 1', '--timeout', '-3'], "--timeout is '-3'"],
    [['bank', '--timeout', '0'], "--timeout is '0'"],
    [['bank', '--timeout', 'Infinity'], "--timeout is 'Infinity'"],
    [
      ['bank', '--bank', 'one.jsonl', '--cpu-target', '2'],
      '--cpu-target is "2"; it must be a number from 0.01 to 1.',
    ],
    [
      ['bank', '--bank', 'one.jsonl', '--profile', '7'],
      '--profile is "7"; it must be a whole number from 0 to 2.',
    ],
    [['bank', '--quota', '0'], 'Give a whole number from 1.'],
    [['bank', '--quota', '1.5'], 'Give a whole number from 1.'],
    [['bank', '--urgency', '1.1'], 'Give a number from 0 to 1.'],
    [['bg', '--duration', 'long'], "--duration is 'long'"],
    [['audit', '--timeout', ''], "--timeout is ''"],
    [['premises', 'search', 'x', '--k', '0'], '--k'],
    [
      ['market', 'request', '1 = 1', '--priority', '2'],
      "--priority is '2'; it must be a number from 0 to 1.",
    ],
    [['dashboard', '--port', '70000'], "--port is '70000'; it must be a whole number from 0 to 65535."],
    [['dashboard', '--port', '-1'], "--port is '-1'"],
    [['dashboard', '--port', '0x50'], "--port is '0x50'"],
    [['arc', 'generate', '--count', '1e99', '--out', 'x'], 'It must be a whole number from 1'],
    [
      ['arc', 'generate', '--count', '2', '--validation', '1.5', '--out', 'x'],
      'It must be a number from 0 to 1.',
    ],
    [['arc', 'run', '--batch-file', 'tasks.jsonl', '--nodes', '-1'], 'It must be a whole number from 0'],
    [['arc', 'run', '--batch-file', 'tasks.jsonl', '--time-budget', ''], 'It must be a number from 0'],
    [['arc', 'dataset', 'ranking', '--out-dir', 'x', '--J-edits', '1'], 'It must be a whole number from 2'],
  ])('in orch %j is named', async (args, words) => {
    expect(await refused(args)).toContain(words)
  })
})

describe('a word that is none of those that are possible', () => {
  it.each([
    [['prove', '1 = 1', '--lean', 'my'], 'Allowed choices are auto, embedded, native'],
    [['prove', '1 = 1', '--log-level', 'loud'], 'Allowed choices are'],
    [['golf', 'x', '--by', 'beauty'], 'Allowed choices are length, time'],
    [['completion', 'tcsh'], 'Allowed choices are bash, zsh, fish'],
    [['arc', 'dataset', 'all', '--out-dir', 'x'], 'Allowed choices are'],
    [['arc', 'train', 'everything', '--out', 'x'], 'Allowed choices are'],
    [['arc', 'infer', '--batch-file', 'x', '--out', 'y', '--ruler', 'king'], 'Allowed choices are'],
    [
      ['arc', 'generate', '--count', '1', '--out', 'x', '--verbs', 'dance'],
      '"dance" is no verb of the language',
    ],
    [['market', 'list', '--status', 'lost'], 'it must be one of open, claimed, completed, cancelled'],
    [
      ['check', 'x.lean', '--theorem', 't', '--statement', '1 = 1', '--kernels', 'ts'],
      "Say 'lean' or 'lean,ts'.",
    ],
    [['bank', '--bank', 'one.jsonl', '--strategy', 'magic'], 'magic'],
    [['prove', '1 = 1', '--strategy', 'magic'], 'magic'],
  ])('in orch %j is told with them', async (args, words) => {
    expect(await refused(args)).toContain(words)
  })
})

describe('a file that is not what it should be', () => {
  it.each([
    [['bank', '--bank', 'no.jsonl'], 'no.jsonl'],
    [['bank', '--bank', 'folder.txt'], 'folder.txt'],
    [['prove', '1 = 1', '--preamble', 'no.lean'], 'no.lean cannot be read: there is no such file.'],
    [['prove', '1 = 1', '--preamble', 'folder.txt'], 'folder.txt cannot be read'],
    [['check', 'no.lean', '--theorem', 't', '--statement', '1 = 1'], 'no.lean cannot be read'],
    [['verify', 'no.json'], 'no.json cannot be read'],
    [['verify', 'empty.txt'], 'This is not a receipt'],
    [['verify', 'hello.txt'], 'This is not a receipt'],
    [['verify', 'object.json'], 'This is not a receipt'],
    [['prove', '1 = 1', '--receipt', 'no/such/r.json'], 'no/such/r.json cannot be written'],
    [['certificate', 'empty.txt', '--out', 'x'], 'This is not a receipt'],
    [['certificate', 'empty.txt'], 'Nothing to write.'],
    [['trace', 'no.lean'], 'no.lean'],
    [['sorries', 'no/such'], 'no/such'],
    [['fill', 'no/such'], 'no/such'],
    [['dashboard', '--project', 'empty.txt'], "--project is 'empty.txt', which is not a folder."],
    [['market', 'complete', '3f', 'no.txt'], 'no.txt cannot be read'],
    [['arc', 'import', 'no/such', '--out', 'x'], 'no/such'],
    [['arc', 'score', 'no.jsonl', '--batch-file', 'tasks.jsonl'], 'no.jsonl'],
    [['arc', 'submission', 'no.jsonl', '--out', 'x'], 'no.jsonl'],
    [['arc', 'check-submission', 'empty.txt', '--batch-file', 'tasks.jsonl'], 'empty.txt'],
    [['arc', 'report', 'no/such'], 'no/such'],
    [['arc', 'infer', '--batch-file', 'no.jsonl', '--out', 'x'], 'no.jsonl'],
    [
      ['arc', 'show', 'flip', '--batch-file', 'tasks.jsonl'],
      'There is no usable task "flip" in tasks.jsonl.',
    ],
    [['arc', 'show', 'flip'], 'No batch of an earlier run has a usable task "flip".'],
    [['arc', 'run', '--batch-file', ''], 'A path given on the command line is empty.'],
  ])('in orch %j is named', async (args, words) => {
    expect(await refused(args)).toContain(words)
  })

  it('is not read beyond what anybody writes', async () => {
    at('huge.lean', new Uint8Array(17 * 1024 * 1024))
    expect(await refused(['prove', '1 = 1', '--preamble', 'huge.lean'])).toContain(
      'huge.lean has more than 16 MB.',
    )
  })

  it('is refused as a statement of a hundred thousand characters is', async () => {
    const words = await refused(['prove', `${'1 + '.repeat(30_000)}1 = 1`])
    expect(words).toContain('The statement has 120005 characters; at most 100000 are read.')
    expect(words).toContain('--preamble')
  })
})

describe('what is missing', () => {
  it.each([
    [['check', 'x.lean'], "required option '--theorem <name>' not specified"],
    [['export'], "required option '--out <file>' not specified"],
    [['arc', 'import', 'x'], "required option '--out <file>' not specified"],
    [['arc', 'generate', '--count', '3'], 'Say where to write: --out or --out-dir.'],
    [['arc', 'train', 'ruler', '--out', 'x'], 'There is nothing to learn from.'],
    [
      ['arc', 'run', '--batch-file', 'tasks.jsonl', '--critic-build-blame-ds'],
      'The dataset switches need --out-dir.',
    ],
    [['prove', '  '], 'The statement is empty'],
    [['prove', '1 = 1', '--fast'], "unknown option '--fast'"],
    [['show'], "missing required argument 'goal'"],
    [['market', 'claim'], "missing required argument 'ticket'"],
    [['workers'], 'ORCH_DATABASE_URL'],
    [['worker'], 'ORCH_DATABASE_URL'],
    [['migrate'], 'ORCH_DATABASE_URL'],
  ])('in orch %j is asked for', async (args, words) => {
    expect(await refused(args)).toContain(words)
  })

  it('is a command of that name: the nearest one is offered', async () => {
    expect(await refused(['arc', 'rum'])).toContain("unknown command 'rum'\n(Did you mean run?)")
    expect(await refused(['prov'])).toContain("unknown command 'prov'\n(Did you mean prove?)")
    expect(await refused(['dashbord'])).toContain('(Did you mean dashboard?)')
    expect(await refused(['market', 'list', '--stauts', 'open'])).toContain('(Did you mean --status?)')
  })

  it('is said once too often', async () => {
    expect(await refused(['stats', 'twice'])).toContain('too many arguments')
  })
})

describe('a setting that cannot be used', () => {
  it.each([
    ['ORCH_PROFILE', '9'],
    ['ORCH_CPU_TARGET', 'half'],
    ['ORCH_MAX_LIGHT', '-1'],
    ['ORCH_LLM_BASE_URL', 'not a url'],
  ])('%s=%s is named by every command that reads it', async (name, value) => {
    for (const command of ['config', 'stats', 'goals'])
      expect(await refused([command], { env: { [name]: value } })).toContain(name)
  })

  it('stands in .env as well', async () => {
    const place = at('with-env')
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, '.env'), 'ORCH_PROFILE=x\n')
    const words = await refused(['config'], { cwd: place, env: { ORCH_PROFILE: undefined } })
    expect(words).toContain('ORCH_PROFILE')
    expect(words).toContain('.env')
  })
})

describe('for a program', () => {
  it.each([
    [['prove', '  ', '--json'], 'statement_empty'],
    [['bank', '--bank', 'no.jsonl', '--json'], undefined],
    [['show', 'nobody', '--json'], 'unknown_goal'],
    [['stats', '--run', 'nothing', '--json'], 'unknown_run'],
    [['market', 'show', 'zzz', '--json'], 'unknown-ticket'],
    [['arc', 'generate', '--count', '3', '--json'], 'bad_flag'],
    [['arc', 'explain', 'flip', '--json'], 'arc_task_unknown'],
    [['workers', '--json'], undefined],
  ])('orch %j is refused in JSON, with a code, a sentence and what to do', async (args, code) => {
    const { stdout, stderr, code: exit } = await orch(args)
    const { outcome, error } = JSON.parse(stdout)
    expect(outcome).toBe('error')
    expect(error.message).toMatch(/\S/)
    if (code !== undefined) expect(error.code).toBe(code)
    expect(error).toHaveProperty('hint')
    expect([exit, stderr]).toEqual([2, ''])
  })
})
