import type { Command } from 'commander'
import type { FixedStatement, KernelName, Verdict } from '../lean/index.ts'
import { type GoalFlags, goalFlags, goalInput, readText } from './goal-input.ts'
import { nameListOption } from './list-option.ts'
import { EXIT, note, paint, printJson, runAction } from './output.ts'
import { waiting } from './progress.ts'
import { secondsText, writeReceipt } from './prove.ts'
import {
  checkKernels,
  forOthers,
  kernelsOption,
  leanOption,
  type OthersFlags,
  openSession,
  unsandboxedOption,
} from './session.ts'
import { showEvidence, showProved, showReason } from './shown-statement.ts'

interface CheckFlags extends GoalFlags, OthersFlags {
  readonly theorem: string
  readonly statement: string
  readonly allowAxiom?: string[]
  readonly receipt?: string
  readonly explain?: boolean
  readonly kernels?: KernelName[]
  readonly timeout: string
  readonly json?: boolean
}

export function addCheck(program: Command): void {
  goalFlags(program.command('check'))
    .description('Is a theorem in a file an honest proof of exactly this statement?')
    .argument('<file>', 'a Lean file')
    .requiredOption('--theorem <name>', 'the theorem in the file')
    .requiredOption('--statement <text>', 'what it should prove: a proposition or a theorem signature')
    .addOption(
      nameListOption(
        '--allow-axiom <name>',
        'axiom to allow besides propext, Classical.choice and Quot.sound',
      ),
    )
    .option('--receipt <file>', 'write the receipt to this file')
    .option('--explain', 'show every argument of the statement, and the definitions behind it')
    .option('--timeout <seconds>', 'give up after this long', '120')
    .addOption(kernelsOption())
    .addOption(leanOption())
    .addOption(unsandboxedOption())
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Example:
  $ orch check examples/Proof.lean --theorem t --statement '∀ a b : Nat, a + b = b + a'

The statement is read apart from the file: definitions that it needs are given with --preamble, and
those in the file must then be the same. Exit code: 0 accepted, 1 refused or undecided, 2 could not run.`,
    )
    .action((file: string, flags: CheckFlags) => runAction(flags.json, () => checkCommand(file, flags)))
}

async function checkCommand(file: string, flags: CheckFlags): Promise<number> {
  const source = readText(file)
  const goal = goalInput(flags.statement, flags)
  const timeoutMs = secondsText('--timeout', flags.timeout) * 1000
  await using session = await openSession({
    ...forOthers(flags),
    kernels: checkKernels(flags.kernels),
  })
  const { checker, signal } = session
  const judge = async () => {
    const statement = await checker.fix(goal, { timeoutMs, signal })
    const claim = { statement, proof: { source, theorem: flags.theorem }, allowAxioms: flags.allowAxiom }
    return { statement, verdict: await checker.check(claim, { timeoutMs, signal, explain: flags.explain }) }
  }
  const { statement, verdict } = await waiting(`Lean is checking ${file}`, judge, { json: flags.json })
  if (verdict.kind === 'accepted' && flags.receipt) writeReceipt(flags.receipt, verdict.receipt)
  if (flags.json) printJson('check', asJson(statement, verdict))
  else show(file, flags.theorem, statement, verdict)
  return verdict.kind === 'accepted' ? EXIT.done : EXIT.unsolved
}

function asJson(statement: FixedStatement, verdict: Verdict) {
  const statement_hash = statement.hash
  const { kind } = verdict
  if (kind === 'accepted')
    return { verdict: kind, statement_hash, ...verdict.shown, receipt: verdict.receipt }
  const { detail } = verdict
  if (kind === 'unknown') return { verdict: kind, statement_hash, detail }
  return { verdict: kind, statement_hash, reason: verdict.reason, detail, messages: verdict.messages }
}

function show(file: string, theorem: string, statement: FixedStatement, verdict: Verdict): void {
  if (verdict.kind === 'accepted') {
    showProved(paint('green', 'accepted'), theorem, verdict.shown, statement.input.statement)
    return showEvidence(verdict.receipt)
  }
  const word = verdict.kind === 'unknown' ? paint('yellow', 'undecided') : paint('red', 'refused')
  showReason(word, verdict.detail)
  if (verdict.kind === 'refused') {
    for (const { severity, start, text } of verdict.messages) {
      note(`${file}:${start.line}:${start.column + 1}: ${severity}: ${text}`)
    }
  }
}
