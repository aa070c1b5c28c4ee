import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { InputError } from '../errors.ts'
import { openHole, ReportCache } from '../fill/index.ts'
import { Dojo, type DojoState, type GoalInput, type LeanChoice, withScript } from '../lean/index.ts'
import { openAssistants } from '../strategies/index.ts'
import { theoremNamed } from '../use-cases/index.ts'
import { fillCacheFolder } from './fill-input.ts'
import { type GoalFlags, goalFlags, goalInput, readText } from './goal-input.ts'
import { EXIT, note, paint, print, run } from './output.ts'
import { buildWithProgress } from './premises.ts'
import { waiting } from './progress.ts'
import { seconds, writeReceipt } from './prove.ts'
import { type LeanSession, leanOption, openSession } from './session.ts'
import { settings } from './settings.ts'
import { kernelsOf } from './shown-statement.ts'
import { TacticTalk } from './tactic-talk.ts'

interface TacticFlags extends GoalFlags {
  readonly receipt?: string
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
Nothing is written.
Commands: :undo, :goals, :script, :premises, :help, :quit. A line that ends in 'with', 'by', '=>' or 'do'
starts a block; an empty line ends it. Tactics may also be piped in, one per line.
Exit code: 0 proved, 1 not proved, 2 could not run.`,
    )
    .action((statement: string, flags: TacticFlags) => run(false, () => tacticCommand(statement, flags)))
}

async function tacticCommand(statement: string, flags: TacticFlags): Promise<number> {
  const place = placeInFile(statement)
  const goal = place === undefined ? goalInput(statement, flags) : place
  const timeoutMs = seconds('--timeout', flags.timeout) * 1000
  await using session = await openSession(
    place === undefined ? { lean: flags.lean } : { lean: flags.lean, text: 'others' },
  )
  const { signal } = session
  if ('line' in goal) return await atHole(session, goal, { timeoutMs, receipt: flags.receipt })
  await using dojo = await waiting('Lean is starting', () => Dojo.open(session.pool, goal, { signal }))
  const premises = (state: DojoState) => premisesOf(session, dojo, state)
  const talk = new TacticTalk(dojo, { timeoutMs, signal, say: print, premises })
  await converse(talk, signal)
  const script = talk.finishedScript()
  if (script === undefined) {
    if (talk.script())
      print(`\nThe proof so far:\n${withScript(shortHeader(dojo.statement.header), talk.script()).trimEnd()}`)
    note('not proved')
    return EXIT.unsolved
  }
  // Awaited here: the session must live longer than the check.
  return await finish(session, dojo, script, flags.receipt)
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
  { timeoutMs, receipt }: { readonly timeoutMs: number; readonly receipt: string | undefined },
): Promise<number> {
  const { pool, checker, signal } = session
  const cache = new ReportCache(join(fillCacheFolder(), 'reports'), pool.toolchain.fingerprint)
  await using opened = await waiting('reading the file', () => openHole(pool, place, { cache, signal }))
  const { dojo, input, introduction } = opened
  const talk = new TacticTalk(dojo, {
    timeoutMs,
    signal,
    say: print,
    premises: (state) => premisesOf(session, dojo, state),
  })
  await converse(talk, signal)
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
  return EXIT.done
}

const MOST_PREMISES = 12

/** The index is built the first time that somebody asks for premises. */
async function premisesOf(session: LeanSession, dojo: Dojo, state: DojoState): Promise<string> {
  const { config } = settings()
  const { signal, toolchain } = session
  const { imports = [] } = dojo.statement.input
  using index = await buildWithProgress(session, imports, config.cacheDir, false)
  await using assistants = await openAssistants({ config, fingerprint: toolchain.fingerprint })
  const find = () => assistants.finder.suggest(dojo, state, { limit: MOST_PREMISES, signal })
  const names = await waiting('choosing premises', find)
  const lines = names.map((name) => {
    const statement = index.theorem(name)?.statement
    return statement === undefined
      ? paint('bold', name)
      : `${paint('bold', name)}\n    ${statement.replaceAll('\n', '\n    ')}`
  })
  return lines.join('\n') || '(none found)'
}

async function converse(talk: TacticTalk, signal: AbortSignal): Promise<void> {
  const prompt = process.stdin.isTTY
  if (prompt) note('Type a tactic. :undo takes the last one back, :help lists the commands, Ctrl-D ends.')
  talk.showGoals()
  const lines = createInterface({ input: process.stdin, ...(prompt && { output: process.stdout }), signal })
  const ask = () => {
    lines.setPrompt(talk.isInBlock ? '… ' : '> ')
    if (prompt) lines.prompt()
  }
  ask()
  try {
    for await (const line of lines) {
      if ((await talk.take(line)) === 'done') break
      ask()
    }
    await talk.end()
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    lines.close()
  }
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
