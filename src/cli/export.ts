import type { Command } from 'commander'
import type { LeanChoice } from '../lean/index.ts'
import { exportProofs } from '../search/index.ts'
import { EXIT, note, print, printJson, run } from './output.ts'
import { waiting } from './progress.ts'
import { leanOption, openSession } from './session.ts'
import { settings, withLedger } from './settings.ts'

interface ExportFlags {
  readonly out: string
  readonly lean: LeanChoice
  readonly json?: boolean
}

export function addExport(program: Command): void {
  program
    .command('export')
    .description('Write every proved goal into one Lean file, and check that file.')
    .requiredOption('--out <file>', 'the Lean file to write')
    .addOption(leanOption())
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  $ orch export --out Proofs.lean\n\nExit code: 0 written and checked, 1 something was left out or does not check, 2 could not run.',
    )
    .action((flags: ExportFlags) => run(flags.json, () => exportCommand(flags)))
}

async function exportCommand({ out, lean, json }: ExportFlags): Promise<number> {
  return withLedger(settings(), async (ledger) => {
    await using session = await openSession(lean)
    const { pool, checker, signal } = session
    const write = () => exportProofs({ ledger, pool, checker }, out, signal)
    const result = await waiting(`writing ${out} and checking it with Lean`, write, { json })
    if (json) printJson({ file: out, ...result })
    else {
      for (const { id, why } of result.left_out) note(`left out ${id}: ${why}`)
      for (const error of result.errors) note(`${out}, ${error}`)
      const verdict = result.errors.length === 0 ? 'Lean accepts it' : 'Lean does not accept it'
      print(`${result.theorems} theorems in ${out}; ${verdict}.`)
    }
    return result.errors.length === 0 && result.left_out.length === 0 ? EXIT.done : EXIT.unsolved
  })
}
