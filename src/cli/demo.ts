/** A tour of two minutes: the real commands on small examples, in a folder and a ledger of their own. */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { openBeside } from './dashboard.ts'
import { EXIT, note, paint, print, runAction } from './output.ts'
import { settings, withLedger } from './settings.ts'
import { wrapText } from './text-width.ts'

interface Step {
  readonly about: string
  readonly words: readonly string[]
  readonly code: number
  /** What the ledger must say afterwards: a search that ran out of time ends with the same code. */
  readonly leaves?: 'refuted'
}

const STEPS: readonly Step[] = [
  {
    about: 'A statement that is true. Strategies propose proofs, and the kernel of Lean decides.',
    words: ['prove', 'theorem t (a b : Nat) : a + b = b + a'],
    code: EXIT.done,
  },
  {
    about: 'One that is false. Its negation is proved, so this is no guess either.',
    words: ['prove', '∀ n : Nat, n * n = 2 * n'],
    code: EXIT.unsolved,
    leaves: 'refuted',
  },
  {
    about: 'One over definitions of your own that needs lemmas. Watch them being found: lem1, lem2, …',
    // On a busy machine a minute is not enough for it.
    words: [
      'prove',
      '∀ s : Chain, reverseOnto s empty = reverse s',
      ...['--preamble', 'Chain.lean', '--timeout', '300'],
    ],
    code: EXIT.done,
  },
  {
    about: 'A file with three holes. The proofs are written in their places; nothing else changes.',
    words: ['fill', 'Double.lean', '--apply'],
    code: EXIT.done,
  },
  {
    about: 'An ARC task: which rule turns every input into its output, and what is the answer to the test?',
    words: ['arc', 'run', '--batch-file', 'mirror.json'],
    code: EXIT.done,
  },
  {
    about: 'The task, and the answers that were given: two guesses are allowed.',
    words: ['arc', 'show', 'mirror', '--batch-file', 'mirror.json', '--results', 'out/mirror.jsonl'],
    code: EXIT.done,
  },
  {
    about: 'The rule that was found, in plain words.',
    words: ['arc', 'explain', 'mirror', '--batch-file', 'mirror.json'],
    code: EXIT.done,
  },
  { about: 'Everything was remembered, each proof with its receipt.', words: ['stats'], code: EXIT.done },
]

export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('A tour: an easy proof, a false statement, lemmas, a file with holes, an ARC task.')
    .option('--dashboard [port]', 'show it on a live page too (port 8000)')
    .addHelpText(
      'after',
      `
Examples:
  $ orch demo
  $ orch demo --dashboard

Each step says the command behind it. It works in a temporary folder with a ledger of its own; nothing of yours is
touched. On a terminal the pages of --dashboard stay open until Ctrl-C.
Exit code: 0 everything came out as it should, 1 it did not, 2 could not run.`,
    )
    .action((flags: { dashboard?: true | string }) => runAction(false, () => demoCommand(flags.dashboard)))
}

async function demoCommand(port: true | string | undefined): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'orch-demo-'))
  // What is the user's own stays out of it: their settings, their ledger, their database.
  const back = process.cwd()
  process.chdir(folder)
  process.env.ORCH_HOME = join(folder, '.orch')
  delete process.env.ORCH_DATABASE_URL
  try {
    const examples = join(import.meta.dirname, '..', '..', 'examples')
    cpSync(join(examples, 'demo'), folder, { recursive: true })
    cpSync(join(examples, 'arc-tasks', 'mirror.json'), join(folder, 'mirror.json'))
    await using dashboard = await openBeside(port)
    const failures: number[] = []
    for (const [at, step] of STEPS.entries()) {
      const number = `${at + 1} of ${STEPS.length}`
      const about = wrapText(`${number}  ${step.about}`, process.stdout.columns)
      print(`\n${paint('bold', number)}${about.slice(number.length)}`)
      print(paint('dim', `$ orch ${step.words.map(quoted).join(' ')}\n`))
      const end = await runStep(step.words)
      if (end === 'interrupted') return EXIT.unsolved
      if (end !== step.code || !(await isLeft(step.leaves))) failures.push(at + 1)
      if (failures.at(-1) === at + 1) note(paint('yellow', NOT_SO, process.stderr))
    }
    // Whoever watches the pages wants to look around in what the tour has left; it goes with its folder.
    if (dashboard && process.stdin.isTTY) await untilCtrlC(dashboard.url)
    if (failures.length > 0) {
      note(`\nNot as it should be: step ${failures.join(', ')}.`)
      return EXIT.unsolved
    }
    const yours =
      'Now yours: orch prove, orch fill in a project of your own, orch bank, orch dashboard; --help on each.'
    print(`\n${wrapText(yours, process.stdout.columns)}`)
    return EXIT.done
  } finally {
    process.chdir(back)
    rmSync(folder, { recursive: true, force: true })
  }
}

function untilCtrlC(url: string): Promise<void> {
  note(`\nThe pages stay open at ${url} until Ctrl-C.`)
  // A listener for a signal does not keep the process; this does.
  const alive = setInterval(() => {}, 60_000)
  return new Promise((resolve) => {
    process.once('SIGINT', () => {
      clearInterval(alive)
      resolve()
    })
  })
}

const NOT_SO =
  'That did not come out as announced: a busy machine may need more time. orch doctor may know more.'

async function isLeft(status: Step['leaves']): Promise<boolean> {
  if (status === undefined) return true
  return await withLedger(settings(), async (ledger) => (await ledger.stats()).goals[status] > 0)
}

/** The code it ended with. */
function runStep(words: readonly string[]): Promise<number | null | 'interrupted'> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [process.argv[1] ?? '', ...words], { stdio: 'inherit' })
    // Ctrl-C reaches the step as well, which stops in good order; the tour ends with it.
    let isInterrupted = false
    const wait = () => {
      isInterrupted = true
    }
    process.on('SIGINT', wait)
    child.once('error', reject)
    child.once('close', (code, signal) => {
      process.off('SIGINT', wait)
      resolve(isInterrupted || signal !== null ? 'interrupted' : code)
    })
  })
}

function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word}'`
}
