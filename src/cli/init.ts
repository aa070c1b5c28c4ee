import type { Command } from 'commander'
import { cacheDir } from '../config/index.ts'
import { inspectEmbeddedPrograms } from '../lean/index.ts'
import { EXIT, print, run } from './output.ts'
import { openToolchain } from './session.ts'

export function addInit(program: Command): void {
  program
    .command('init')
    .description('Build the embedded Lean into the cache, once per machine (about half a minute).')
    .addHelpText(
      'after',
      '\nExample:\n  $ orch init\n\nOther commands do this by themselves when it is needed.',
    )
    .action(() =>
      run(false, async () => {
        await openToolchain({ lean: 'embedded' })
        const state = inspectEmbeddedPrograms(cacheDir())
        const size = state.kind === 'ready' ? ` (${Math.round(state.bytes / 1e6)} MB in ${cacheDir()})` : ''
        print(`The embedded Lean is ready${size}.`)
        return EXIT.done
      }),
    )
}
