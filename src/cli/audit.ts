import { join } from 'node:path'
import type { Command } from 'commander'
import { type AuditResult, auditLedger } from '../use-cases/index.ts'
import { nameListOption } from './list-option.ts'
import { EXIT, note, paint, print, printJson, runAction } from './output.ts'
import { openProgress } from './progress.ts'
import { secondsText } from './prove.ts'
import { forOthers, leanOption, type OthersFlags, openSession, unsandboxedOption } from './session.ts'
import { settings, withLedger } from './settings.ts'
import { oneLine } from './text-width.ts'

interface AuditFlags extends OthersFlags {
  readonly timeout: string
  readonly allowAxiom?: string[]
  readonly json?: boolean
}

export function addAudit(program: Command): void {
  program
    .command('audit')
    .description('Compute every receipt of the ledger again, and list what does not hold.')
    .option('--timeout <seconds>', 'give up on one receipt after this long', '120')
    .addOption(
      nameListOption(
        '--allow-axiom <name>',
        'axiom to allow besides propext, Classical.choice and Quot.sound',
      ),
    )
    .addOption(leanOption())
    .addOption(unsandboxedOption())
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Examples:
  $ orch audit
  $ orch audit --json | jq '.findings[].receipt'

The ledger is a file: whoever can write to it can write that something is proved. The audit believes none of it.
Goals whose receipt is denied are shown as claimed from then on. Stop it with Ctrl-C and start it again: it goes on.
Exit code: 0 everything holds, 1 something does not or is undecided, 2 could not run.`,
    )
    .action((flags: AuditFlags) => runAction(flags.json, () => auditCommand(flags)))
}

async function auditCommand(flags: AuditFlags): Promise<number> {
  const { timeout, allowAxiom, json } = flags
  const loaded = settings()
  const timeoutMs = secondsText('--timeout', timeout) * 1000
  return withLedger(loaded, async (ledger) => {
    await using session = await openSession(forOthers(flags), { size: 1 }, 'when needed')
    const { checker, signal, toolchain } = session
    using progress = openProgress({ json })
    const result = await auditLedger(
      { ledger, checker, fingerprint: toolchain.fingerprint },
      {
        notes: join(loaded.config.home, 'audit.jsonl'),
        allowAxioms: allowAxiom,
        timeoutMs,
        signal,
        onProgress: (done, total, bad) =>
          progress.show({
            stage: 'audit',
            fraction: done / total,
            message: `${done} of ${total} receipts${bad > 0 ? `, ${bad} do not hold` : ''}`,
          }),
      },
    )
    if (json) printJson('audit', { ledger: ledger.place, ...result })
    else show(ledger.place, result)
    return result.findings.length + result.claimed.length === 0 ? EXIT.done : EXIT.unsolved
  })
}

function show(place: string, { receipts, confirmed, findings, claimed, resumed }: AuditResult): void {
  if (resumed) note('Went on where the last audit was stopped.')
  for (const { receipt, verdict, why } of findings) {
    const word = verdict === 'denied' ? paint('red', 'denied') : paint('yellow', 'undecided')
    print(`${word} ${receipt}: ${oneLine(why)}`)
  }
  for (const { goal_hash, id, told } of claimed) {
    print(`${paint('yellow', 'claimed')} ${oneLine(id)} (${goal_hash}): ${told} without a receipt that holds`)
  }
  print(`${confirmed} of ${receipts} receipts in ${place} hold.`)
}
