import type { Command } from 'commander'
import { cacheDir } from '../config/index.ts'
import { inspectEmbeddedPrograms } from '../lean/index.ts'
import { EXIT, print, runAction } from './output.ts'
import { buildWithProgress } from './premises.ts'
import { openSession } from './session.ts'

export function addInit(program: Command): void {
  program
    .command('init')
    .description('Build the embedded Lean and the index of its library into the cache, once per machine.')
    .option('--no-premises', 'leave the index to its first use')
    .addHelpText(
      'after',
      `
Example:
  $ orch init

It takes about five minutes. Other commands build what they need by themselves; a first proof needs a third of it.`,
    )
    .action(({ premises }: { premises: boolean }) =>
      runAction(false, async () => {
        await using session = await openSession({ lean: 'embedded' }, { size: 1 }, 'when needed')
        const state = inspectEmbeddedPrograms(cacheDir())
        const size = state.kind === 'ready' ? ` (${Math.round(state.bytes / 1e6)} MB in ${cacheDir()})` : ''
        print(`The embedded Lean is ready${size}.`)
        if (premises) {
          using index = await buildWithProgress(session, [], cacheDir(), false)
          print(`The index of its library is ready (${index.size} theorems).`)
        }
        return EXIT.done
      }),
    )
}
