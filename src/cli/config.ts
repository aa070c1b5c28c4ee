import type { Command } from 'commander'
import { describeConfig } from '../config/index.ts'
import { EXIT, paint, print, printJson, runAction } from './output.ts'
import { settings } from './settings.ts'

export function addConfig(program: Command): void {
  program
    .command('config')
    .description('Every setting with its value and where the value comes from.')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  $ orch config\n\nExit code: 0, or 2 if a value cannot be used.')
    .action(({ json }: { json?: boolean }) =>
      runAction(json, async () => {
        const lines = describeConfig(settings())
        if (json)
          printJson('config', Object.fromEntries(lines.map(({ variable, ...rest }) => [variable, rest])))
        else {
          const width = Math.max(...lines.map(({ variable }) => variable.length))
          for (const { variable, value, origin, description } of lines) {
            print(`${variable.padEnd(width)} ${value || '-'} ${paint('dim', `(${origin}) ${description}`)}`)
          }
        }
        return EXIT.done
      }),
    )
}
