import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { InputError, OrchError } from '../errors.ts'
import { openHole, placeScript, ReportCache } from '../fill/index.ts'
import { Dojo, type GoalInput, type LeanChoice, withScript } from '../lean/index.ts'
import { theoremNamed } from '../use-cases/index.ts'
import { fillCacheFolder } from './fill-input.ts'
import { type GoalFlags, goalFlags, goalInput, readText } from './goal-input.ts'
import { EXIT, note, paint, print, runAction } from './output.ts'
import { waiting } from './progress.ts'
import { secondsText, writeReceipt } from './prove.ts'
import { type LeanSession, leanOption, openSession } from './session.ts'
import { settings } from './settings.ts'
import { kernelsOf } from './shown-statement.ts'
import { TacticCompleter } from './tactic-complete.ts'
import { exporter, hintOn, LibraryNames, premisesOf } from './tactic-helpers.ts'
import { ManualProof } from './tactic-proof.ts'
import { suggestTactics } from './tactic-suggest.ts'
import { COMMAND_NAMES, TacticTalk } from './tactic-talk.ts'
import { readLines } from './tactic-terminal.ts'

interface TacticFlags extends GoalFlags {
  readonly receipt?: string
  readonly out?: string
  readonly timeout: string
  readonly lean: LeanChoice
}

export function addTactic(program: Command): void {
  goalFlags(program.command('tactic'))
    .description(
      'Prove a statement by hand: type tactics, see states, undo; prints the checked proof at the end.',
    )
    .argument(
      '<statement>',
      'a proposition, a theorem signature, or a whole theorem; or a place in a file, as Foo.lean:42 or Foo.lean:name',
    )
    .option('--timeout <seconds>', 'limit for one tactic', '20')
    .option('--receipt <file>', 'write the receipt of the finished proof to this file')
    .option('--out <file>', 'write the finished proof, with what it stands on, to this new Lean file')
    .addOption(leanOption())
    .addHelpText(
      'after',
      `
Example:
  $ orch tactic '∀ n : Nat, n + 0 = n'
  ⊢ ∀ (n : Nat), n + 0 = n
  > intro n
  > :undo
  > intros; simp

Foo.lean:42 opens the sorry on that line as it stands there, Foo.lean:name the theorem of that name without its proof.
Nothing is written there. An empty line shows tactics that work, Tab completes tactics, hypotheses and lemma names, and
\\forall, \\to, \\a are signs. sorry leaves a hole for later; exact? and simp? are replaced by what they found.
Commands: :undo, :redo, :tree, :go 3, :goals, :script, :suggest, :premises, :export Foo.lean, :help, :quit. A line that
ends in 'with', 'by', '=>' or 'do' starts a block; an empty line ends it. Tactics may also be piped in, one per line.
Exit code: 0 proved, 1 not proved, 2 could not run.`,
    )
    .action((statement: string, flags: TacticFlags) =>
      runAction(false, () => tacticCommand(statement, flags)),
    )
}

async function tacticCommand(statement: string, flags: TacticFlags): Promise<number> {
  const place = placeInFile(statement)
  const goal = place === undefined ? goalInput(statement, flags) : place
  const timeoutMs = secondsText('--timeout', flags.timeout) * 1000
  if (flags.out !== undefined && existsSync(flags.out))
    throw new InputError('file_there', `${flags.out} is there already.`, {
      hint: 'Give another name to --out.',
    })
  await using session = await openSession({
    lean: flags.lean,
    ...(place && { text: 'others' as const }),
  })
  const { signal } = session
  if ('line' in goal) return await atHole(session, goal, { ...flags, timeoutMs })
  await using dojo = await waiting('Lean is starting', () =>
    Dojo.open(session.pool, goal, { structured: true, signal }),
  )
  const header = shortHeader(dojo.statement.header)
  const front = [...(goal.imports ?? []).map((name) => `import ${name}`), goal.preamble?.trim() ?? '']
  const fileOf = (script: string) =>
    `${[front.filter(Boolean).join('\n\n'), withScript(header, script).trimEnd()].filter(Boolean).join('\n\n')}\n`
  const talk = await converse(session, dojo, { timeoutMs, fileOf })
  const script = talk.finishedScript()
  if (script === undefined) {
    if (talk.script()) print(`\nThe proof so far:\n${withScript(header, talk.script()).trimEnd()}`)
    note('not proved')
    return EXIT.unsolved
  }
  // Awaited here: the session must live longer than the check.
  const code = await finish(session, dojo, script, flags.receipt)
  if (code === EXIT.done && flags.out) note(exporter()(flags.out, fileOf(script)))
  return code
}

/** `Foo.lean:42` is a line of a file, `Foo.lean:name` a theorem in it. */
function placeInFile(text: string): GoalInput | { readonly file: string; readonly line: number } | undefined {
  const end = text.lastIndexOf('.lean:')
  if (end < 1 || /\s/.test(text)) return undefined
  const [file, what] = [text.slice(0, end + '.lean'.length), text.slice(end + '.lean:'.length)]
  if (/^\d+$/.test(what)) return { file, line: Number(what) }
  const theorem = theoremNamed(readText(file), what)
  if (theorem) return theorem
  throw new InputError('no_theorem', `${file} has no theorem ${what}.`, {
    hint: 'Give its name as it stands in the file, or the line of a sorry.',
  })
}

/** The same conversation in a hole of a file; what closes it is judged as a statement of its own. */
async function atHole(
  session: LeanSession,
  place: { readonly file: string; readonly line: number },
  { timeoutMs, receipt, out }: Pick<TacticFlags, 'receipt' | 'out'> & { readonly timeoutMs: number },
): Promise<number> {
  const { pool, checker, signal } = session
  const cache = new ReportCache(join(fillCacheFolder(), 'reports'), pool.toolchain.fingerprint)
  await using opened = await waiting('reading the file', () => openHole(pool, place, { cache, signal }))
  const { dojo, input, introduction } = opened
  const text = readFileSync(opened.hole.file, 'utf8')
  const { span } = opened.hole
  const fileOf = (script: string) =>
    text.slice(0, span.from) + placeScript(text, opened.hole, script) + text.slice(span.to)
  const talk = await converse(session, dojo, { timeoutMs, fileOf })
  const script = talk.finishedScript()
  if (script === undefined) {
    note('not proved')
    return EXIT.unsolved
  }
  const statement = await checker.fix(input, { signal })
  const proof = { script: [...introduction, script].join('\n') }
  const verdict = await checker.check({ statement, proof, strategy: 'tactic' }, { signal })
  if (verdict.kind !== 'accepted') {
    note(`${paint('red', 'not accepted', process.stderr)}: ${verdict.detail}`)
    return EXIT.unsolved
  }
  print(`\n${script}`)
  note(`${paint('green', 'proved', process.stderr)}, checked by ${kernelsOf(verdict.receipt)}`)
  if (receipt) writeReceipt(receipt, verdict.receipt)
  if (out) note(exporter()(out, fileOf(script)))
  return EXIT.done
}

interface Conversation {
  readonly timeoutMs: number
  /** The file that `:export` writes, with this proof. */
  readonly fileOf: (script: string) => string
}

/** How long an empty line is worth waiting for. */
const SUGGEST_MS = 10_000

async function converse(
  session: LeanSession,
  dojo: Dojo,
  { timeoutMs, fileOf }: Conversation,
): Promise<TacticTalk> {
  const isInteractive = process.stdin.isTTY === true
  const { home } = settings().config
  await using names = new LibraryNames(session, dojo.statement.input.imports ?? [])
  const completer = new TacticCompleter({ commands: COMMAND_NAMES, dojo, names: () => names.get() })
  const save = exporter()
  let running = new AbortController()
  const talk = new TacticTalk(new ManualProof(dojo), {
    timeoutMs,
    isInteractive,
    say: print,
    columns: () => process.stdout.columns ?? 100,
    signal: () => AbortSignal.any([session.signal, running.signal]),
    premises: (state, query) => premisesOf(session, dojo, state, query),
    suggest: (state, signal) =>
      waiting('looking for tactics', (tell) =>
        suggestTactics(dojo, state, { timeoutMs: SUGGEST_MS, signal, now: Date.now, onTry: tell }),
      ),
    hint: (failure, tactic, state) => hintOn(completer, failure, tactic, state),
    save: (file, script) => save(file, fileOf(script)),
  })
  if (isInteractive) note('Type a tactic. Enter alone suggests some, Tab completes, :help lists commands.')
  talk.showGoals()
  await readLines(talk, {
    signal: session.signal,
    historyFile: join(home, 'tactic-history'),
    complete: (line) => completer.complete(line, talk.state),
    begin: () => {
      running = new AbortController()
    },
    interrupt: () => running.abort(new OrchError('interrupted', 'stopped')),
  })
  return talk
}

async function finish(
  session: LeanSession,
  dojo: Dojo,
  script: string,
  receiptFile: string | undefined,
): Promise<number> {
  const { checker, signal } = session
  const statement = await checker.fix(dojo.statement.input, { signal })
  const verdict = await checker.check({ statement, proof: { script }, strategy: 'tactic' }, { signal })
  if (verdict.kind !== 'accepted') {
    note(`${paint('red', 'not accepted', process.stderr)}: ${verdict.detail}`)
    return EXIT.unsolved
  }
  print(`\n${withScript(shortHeader(statement.header), script).trimEnd()}`)
  note(`${paint('green', 'proved', process.stderr)}, checked by ${kernelsOf(verdict.receipt)}`)
  if (receiptFile) writeReceipt(receiptFile, verdict.receipt)
  return EXIT.done
}

/** A term of one line goes beside its name; with more lines its indentation may have a meaning. */
function shortHeader(header: string): string {
  return header.split('\n').length === 2 ? header.replace(':\n', ': ') : header
}
