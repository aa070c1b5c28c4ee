import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { Dojo, type DojoState, type LeanChoice, withScript } from '../lean/index.ts'
import { openAssistants } from '../strategies/index.ts'
import { type GoalFlags, goalFlags, goalInput } from './goal-input.ts'
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
    .argument('<statement>', 'a proposition, a theorem signature, or a whole theorem')
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

Commands: :undo, :goals, :script, :premises, :help, :quit. A line that ends in 'with', 'by', '=>' or 'do'
starts a block; an empty line ends it. Tactics may also be piped in, one per line.
Exit code: 0 proved, 1 not proved, 2 could not run.`,
    )
    .action((statement: string, flags: TacticFlags) => run(false, () => tacticCommand(statement, flags)))
}

async function tacticCommand(statement: string, flags: TacticFlags): Promise<number> {
  const goal = goalInput(statement, flags)
  const timeoutMs = seconds('--timeout', flags.timeout) * 1000
  await using session = await openSession({ lean: flags.lean })
  const { signal } = session
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
  // Awaited here: the session must outlive the check.
  return await finish(session, dojo, script, flags.receipt)
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
