/** Flags of the commands that search. */
import type { Command } from 'commander'
import { nameListOption } from './list-option.ts'
import { type LogFlags, logFlags } from './log-flags.ts'
import { leanOption, type OthersFlags, unsandboxedOption } from './session.ts'

export interface SearchFlags extends OthersFlags, LogFlags {
  readonly bank?: string
  readonly profile?: string
  readonly strategy?: string[]
  readonly strategies?: string
  readonly json?: boolean
  readonly quiet?: boolean
}

export function searchFlags(command: Command): Command {
  return logFlags(command)
    .option('--profile <n>', '0 quick tactics, 1 plus search, 2 everything (ORCH_PROFILE)')
    .addOption(nameListOption('--strategy <name>', 'use this strategy only, whatever the profile'))
    .option(
      '--strategies <modules>',
      'modules with strategies of your own, separated by commas (ORCH_STRATEGIES)',
    )
    .addOption(leanOption())
    .addOption(unsandboxedOption())
    .option('--json', 'print one JSON object')
    .option('-q, --quiet', 'show nothing on the way, only the result')
}
