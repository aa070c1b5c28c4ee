import { createHash } from 'node:crypto'
import type { Command } from 'commander'
import { type KernelName, parseReceipt, verifyReceipt } from '../lean/index.ts'
import { readText } from './goal-input.ts'
import { nameListOption } from './list-option.ts'
import { EXIT, note, paint, print, printJson, runAction } from './output.ts'
import { waiting } from './progress.ts'
import { secondsText } from './prove.ts'
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

interface VerifyFlags extends OthersFlags {
  readonly allowAxiom?: string[]
  readonly explain?: boolean
  readonly kernels?: KernelName[]
  readonly timeout: string
  readonly json?: boolean
}

export function addVerify(program: Command): void {
  program
    .command('verify')
    .description(
      'Replay a receipt: recompute everything in it, compare, and show what was proved. Anything but a clear yes is a no.',
    )
    .argument('<receipt>', 'a receipt file, or - for standard input')
    .addOption(
      nameListOption(
        '--allow-axiom <name>',
        'axiom that you accept besides propext, Classical.choice and Quot.sound; what the receipt allows itself does not count',
      ),
    )
    .option('--explain', 'show every argument of the statement, and the definitions behind it')
    .option('--timeout <seconds>', 'give up after this long', '120')
    .addOption(kernelsOption())
    .addOption(leanOption())
    .addOption(unsandboxedOption())
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  $ orch verify proof.json\n\nExit code: 0 confirmed, 1 not confirmed, 2 could not run.',
    )
    .action((file: string, flags: VerifyFlags) => runAction(flags.json, () => verifyCommand(file, flags)))
}

async function verifyCommand(file: string, flags: VerifyFlags): Promise<number> {
  const receipt = parseReceipt(readText(file))
  const timeoutMs = secondsText('--timeout', flags.timeout) * 1000
  await using session = await openSession({
    ...forOthers(flags),
    kernels: checkKernels(flags.kernels),
  })
  const { checker, signal } = session
  const replay = () =>
    verifyReceipt(checker, receipt, {
      timeoutMs,
      signal,
      allowAxioms: flags.allowAxiom,
      explain: flags.explain,
    })
  const result = await waiting('Lean is replaying the receipt', replay, { json: flags.json })
  if (flags.json)
    printJson(
      'verify',
      result.kind === 'confirmed'
        ? { verdict: result.kind, notes: result.notes, ...result.shown, receipt: result.receipt }
        : { verdict: result.kind, detail: result.why },
    )
  else if (result.kind === 'confirmed') {
    const { theorem, statement } = result.receipt
    showProved(paint('green', 'confirmed'), theorem, result.shown, statement)
    showEvidence(result.receipt)
    if (result.receipt.preamble) {
      const { preamble } = result.receipt
      print(`preamble: ${preamble.split('\n').length} lines, SHA-256 ${sha256(preamble)}`)
    }
    for (const line of result.notes) note(`note: ${line}`)
  } else {
    showReason(result.kind === 'denied' ? paint('red', 'denied') : paint('yellow', 'undecided'), result.why)
  }
  return result.kind === 'confirmed' ? EXIT.done : EXIT.unsolved
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
