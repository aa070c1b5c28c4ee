/** Every line of the README, and of the pages and helps that need no Lean, runs in a fresh copy as it is written. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProgram } from '../../src/cli/program.ts'
import {
  type DocumentedLine,
  documentedFiles,
  filesOfPage,
  linesOfHelp,
  linesOfPage,
  simpleCommands,
} from './collect.ts'
import { type FreshCopy, freshCopy, runLine, type Sign } from './fresh-copy.ts'

/** Long enough for a first proof with both kernels on a busy machine. */
const PATIENCE = 600_000
const SEARCHING = /(?:proved|searching|refuted) /

/** What a line needs that its page cannot say. Keys are beginnings of lines. */
const CIRCUMSTANCES: readonly (readonly [string, Circumstance])[] = [
  ['orch tactic', { stdin: 'intro n\nrfl\n' }],
  [
    './orch tactic',
    { stdin: `intro t\ninduction t with\n| leaf => rfl\n| node l r hl hr => simp [Tree.mirror, hl, hr]\n\n` },
  ],
  // It takes minutes, or goes on until Ctrl-C.
  ['orch bg', { sign: { until: SEARCHING } }],
  ['orch dashboard', { more: ['--port', '0'], sign: { until: /Dashboard: (\S+)/, meanwhile: askApi } }],
  // One of the four goals is false, so that not all are proved.
  ['orch bank --bank examples/goals.jsonl', { code: 1 }],
  // There are holes.
  ['orch sorries', { code: 1 }],
  // No database is named here; what workers do is tried in test/distributed.
  ['orch worker', { code: 2 }],
  // Nobody has said goodbye when its input ends.
  ['orch lsp', { code: 1 }],
  // The proof that `orch blueprint` has checked is a file of its own, and is named as left out.
  ['orch export', { code: 1 }],
  // One of the rulers alone does not explain every task.
  ['orch arc infer', { code: 1 }],
  ['orch clean', { env: { ORCH_CACHE_DIR: 'empty-cache' } }],
  // Every task is solved: there is nothing to prefer.
  ['orch arc dataset', { code: 1 }],
  ['orch arc generate', { less: ['1000', '20'] }],
  ['orch arc train ruler', { less: ['500', '20'] }],
]

interface Circumstance {
  readonly stdin?: string
  readonly sign?: Sign
  readonly code?: number
  readonly more?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** A number of the page, and a smaller one that shows the same. */
  readonly less?: readonly [string, string]
}

/** The `curl` lines of the guide, at the address of a dashboard that has just started. */
async function askApi(output: string): Promise<void> {
  const address = new URL(/Dashboard: (\S+)/.exec(output)?.[1] ?? '').host
  const lines = linesOfPage('docs/api.md').flatMap(({ text }) => simpleCommands(text))
  const asked = lines.filter(({ words }) => words[0] === 'curl')
  expect(asked.length).toBeGreaterThan(0)
  const { items } = (await (await fetch(`http://${address}/api/runs`)).json()) as {
    items: { run_id: string }[]
  }
  for (const { words } of asked) {
    const there = words.map((word) =>
      word.replace('localhost:8000', address).replace('bank-…', items[0]?.run_id ?? ''),
    )
    const { code, output: answer } = await runLine([...there, '--fail-with-body'], {
      cwd: '.',
      env: process.env,
    })
    // The run that is to be steered is over by now, which is a conflict and not a wrong address.
    const isOver = code !== 0 && JSON.parse(answer).status === 409
    if (!isOver) expect(code, `${there.join(' ')}: ${answer}`).toBe(0)
  }
}

/** Commands that only read files, the ledger and the index of the library. */
const WITHOUT_LEAN =
  /^orch (?:arc|stats|goals|config|doctor$|market list|kernel|completion|premises (?:search )?'[^∀])/

const helps = linesOfHelp(await createProgram('1.2.3'))
const others = documentedFiles().filter((page) => page !== 'README.md')
const seen = new Set<string>()
const lines: readonly DocumentedLine[] = [
  ...linesOfPage('README.md'),
  ...linesOfPage('docs/arc/pipeline.md'),
  ...[...others.flatMap(linesOfPage), ...helps].filter(({ text }) => WITHOUT_LEAN.test(text)),
].filter(({ text, place }) => {
  // A help that shows the same command with the same flags shows nothing new.
  const words = simpleCommands(text).flatMap((command) => command.words)
  const isSearch = words[1] === 'premises'
  const shape = words.filter((word) => isSearch || /^-|^[a-z-]+$/.test(word)).join(' ')
  const isNew = /^(?:\.\/)?orch /.test(text) && (place.startsWith('README') || !seen.has(shape))
  seen.add(shape)
  return isNew
})

let copy: FreshCopy
beforeAll(() => {
  copy = freshCopy()
  for (const [name, text] of filesOfPage('README.md')) writeFileSync(join(copy.folder, name), text)
})
afterAll(() => copy[Symbol.dispose]())

describe('in a fresh copy', () => {
  it.each(lines)(
    '$place: $text',
    async ({ text }) => {
      const circumstance = CIRCUMSTANCES.find(([start]) => text.startsWith(start))?.[1] ?? {}
      const { stdin, sign, code = 0, more = [], less } = circumstance
      for (const { words, env } of simpleCommands(text)) {
        const smaller = words.map((word) => (word === less?.[0] ? less[1] : word))
        const command = smaller.map((word, at) => (at === 0 ? join(copy.folder, 'orch') : word))
        const ran = await runLine([...command, ...more], {
          cwd: copy.folder,
          env: { ...copy.env, ...env, ...circumstance.env },
          stdin,
          sign,
        })
        expect(ran.code, ran.output).toBe(code)
      }
    },
    PATIENCE,
  )
})

/** What somebody brings who has never seen Orch: definitions and a statement that stand nowhere in it. */
const THEIRS = `inductive Stack where
  | bottom
  | push (value : Nat) (below : Stack)

def Stack.height : Stack → Nat
  | bottom => 0
  | push _ below => below.height + 1

def Stack.onto : Stack → Stack → Stack
  | bottom, other => other
  | push value below, other => push value (below.onto other)
`
const WANTED = '∀ s t : Stack, (s.onto t).height = s.height + t.height'

describe('somebody who has only read the README', () => {
  const page = linesOfPage('README.md').flatMap(({ text }) => simpleCommands(text))
  const lineOf = (...words: readonly string[]) => {
    const found = page.find((one) => words.every((word, at) => one.words[at + 1] === word))
    if (!found) throw new Error(`The README does not show orch ${words.join(' ')}.`)
    return found.words
  }
  const run = (words: readonly string[]) =>
    runLine([join(copy.folder, 'orch'), ...words.slice(1)], { cwd: copy.folder, env: copy.env })

  it(
    'gets from their own definitions to a proof of their own statement, by its commands',
    async () => {
      const [file = ''] = filesOfPage('README.md').keys()
      writeFileSync(join(copy.folder, file), THEIRS)
      const shown = page.find(({ words }) => words[1] === 'prove' && words.includes(file))?.words ?? []
      const theirs = (statement: string) => shown.map((word, at) => (at === 2 ? statement : word))
      expect(theirs(WANTED).slice(3)).toEqual(['--preamble', file, '--receipt', 'mine.json'])
      // The slip that everybody makes first is answered with the line and what to do about it.
      const slip = await run(theirs('s.height = s.height + 0'))
      expect(slip.output).toMatch(/\^[\s\S]*add `∀ s : /)
      expect(slip.code).toBe(2)
      const proved = await run(theirs(WANTED))
      expect(proved.code, proved.output).toBe(0)
      expect(proved.output).toContain(`${WANTED} := by`)
      const verified = await run(lineOf('verify', 'mine.json'))
      expect(verified.code, verified.output).toBe(0)
    },
    PATIENCE,
  )
})
