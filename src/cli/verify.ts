import type { Command } from 'commander'
import { parseReceipt, verifyReceipt } from '../lean/index.ts'
import { readText } from './goal-input.ts'
import { EXIT, note, paint, print, printJson, run } from './output.ts'
import { waiting } from './progress.ts'
import { seconds } from './prove.ts'
import { forOthers, leanOption, type OthersFlags, openSession, unsandboxedOption } from './session.ts'

interface VerifyFlags extends OthersFlags {
  readonly timeout: string
  readonly json?: boolean
}

export function addVerify(program: Command): void {
  program
    .command('verify')
    .description(
      'Replay a receipt: elaborate, check with the kernel, compare. Anything but a clear yes is a no.',
    )
    .argument('<receipt>', 'a receipt file, or - for standard input')
    .option('--timeout <seconds>', 'give up after this long', '120')
    .addOption(leanOption())
    .addOption(unsandboxedOption())
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  $ orch verify proof.json\n\nExit code: 0 confirmed, 1 not confirmed, 2 could not run.',
    )
    .action((file: string, flags: VerifyFlags) => run(flags.json, () => verifyCommand(file, flags)))
}

async function verifyCommand(file: string, flags: VerifyFlags): Promise<number> {
  const receipt = parseReceipt(readText(file))
  const timeoutMs = seconds('--timeout', flags.timeout) * 1000
  await using session = await openSession(forOthers(flags))
  const { checker, signal } = session
  const replay = () => verifyReceipt(checker, receipt, { timeoutMs, signal })
  const result = await waiting('Lean is replaying the receipt', replay, { json: flags.json })
  if (flags.json)
    printJson(
      result.kind === 'confirmed'
        ? { verdict: result.kind, notes: result.notes, type: receipt.type }
        : { verdict: result.kind, detail: result.why },
    )
  else if (result.kind === 'confirmed') {
    print(`${paint('green', 'confirmed')}: ${receipt.type}`)
    for (const line of result.notes) note(`note: ${line}`)
  } else {
    print(
      `${result.kind === 'denied' ? paint('red', 'denied') : paint('yellow', 'undecided')}: ${result.why}`,
    )
  }
  return result.kind === 'confirmed' ? EXIT.done : EXIT.unsolved
}
