import type { Command } from 'commander'
import { cacheDir } from '../config/index.ts'
import { removeEmbedded } from '../lean/index.ts'
import { removeIndexes } from '../premises/index.ts'
import { EXIT, print, printJson, runAction } from './output.ts'

export function addClean(program: Command): void {
  program
    .command('clean')
    .description(
      'Remove the embedded Lean and the premise indexes from the cache. Your data (ledger, receipts) is elsewhere and stays.',
    )
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  $ orch clean')
    .action(({ json }: { json?: boolean }) =>
      runAction(json, async () => {
        const removed = [removeEmbedded(cacheDir()), removeIndexes(cacheDir())]
        const bytes = removed.reduce((sum, { bytesFreed }) => sum + bytesFreed, 0)
        if (json) printJson('clean', { removed_bytes: bytes, cache_dir: cacheDir() })
        else print(`Removed ${Math.round(bytes / 1e6)} MB from ${cacheDir()}.`)
        return EXIT.done
      }),
    )
}
