import type { Command } from 'commander'
import { cacheDir } from '../config/index.ts'
import { removeEmbedded } from '../lean/index.ts'
import { EXIT, print, printJson, run } from './output.ts'

export function addClean(program: Command): void {
  program
    .command('clean')
    .description(
      'Remove the embedded Lean from the cache. Your data (ledger, receipts) is elsewhere and stays.',
    )
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  $ orch clean')
    .action(({ json }: { json?: boolean }) =>
      run(json, async () => {
        const { bytesFreed: bytes } = removeEmbedded(cacheDir())
        if (json) printJson({ removed_bytes: bytes, cache_dir: cacheDir() })
        else print(`Removed ${Math.round(bytes / 1e6)} MB from ${cacheDir()}.`)
        return EXIT.done
      }),
    )
}
