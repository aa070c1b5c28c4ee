import type { Command } from 'commander'
import { exportProofs } from '../search/index.ts'
import { EXIT, note, print, printJson, runAction } from './output.ts'
import { waiting } from './progress.ts'
import { forOthers, leanOption, type OthersFlags, openSession, unsandboxedOption } from './session.ts'
import { settings, withLedger } from './settings.ts'
import { oneLine } from './text-width.ts'

interface ExportFlags extends OthersFlags {
  readonly out: string
  readonly json?: boolean
}

export function addExport(program: Command): void {
  program
    .command('export')
    .description(
      'Judge every proved goal again, write those that hold into one Lean file, and check that file.',
    )
    .requiredOption('--out <file>', 'the Lean file to write')
    .addOption(leanOption())
    .addOption(unsandboxedOption())
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
Example:
  $ orch export --out Proofs.lean

The ledger is not believed: the checker judges each proof again, and what it does not accept, or what stands on
other axioms than the usual three, is left out and named.
Exit code: 0 written and checked, 1 something was left out or does not check, 2 could not run.`,
    )
    .action((flags: ExportFlags) => runAction(flags.json, () => exportCommand(flags)))
}

async function exportCommand(flags: ExportFlags): Promise<number> {
  const { out, json } = flags
  return withLedger(settings(), async (ledger) => {
    await using session = await openSession(forOthers(flags))
    const { pool, checker, signal } = session
    const result = await waiting(
      `judging every proof for ${out}`,
      (tell) => {
        const onEntry = (done: number) => tell(`${done} done`)
        return exportProofs({ ledger, pool, checker }, out, { signal, onEntry })
      },
      { json },
    )
    if (json) printJson('export', { file: out, ...result })
    else {
      for (const { id, why } of result.left_out) note(`left out ${oneLine(id)}: ${why}`)
      for (const error of result.errors) note(`${out}, ${error}`)
      const verdict = result.errors.length === 0 ? 'Lean accepts it' : 'Lean does not accept it'
      print(`${result.theorems} theorems in ${out}; ${verdict}.`)
    }
    return result.errors.length === 0 && result.left_out.length === 0 ? EXIT.done : EXIT.unsolved
  })
}
