/** Flags of the commands that search. */
import type { Command } from 'commander'
import type { LeanChoice } from '../lean/index.ts'
import { nameListOption } from './list-option.ts'
import { leanOption } from './session.ts'

export interface SearchFlags {
  readonly bank?: string
  readonly profile?: string
  readonly strategy?: string[]
  readonly lean: LeanChoice
  readonly json?: boolean
  readonly quiet?: boolean
}

export function searchFlags(command: Command): Command {
  return command
    .option('--profile <n>', '0 quick tactics, 1 plus search, 2 everything (ORCH_PROFILE)')
    .addOption(nameListOption('--strategy <name>', 'use this strategy only, whatever the profile'))
    .addOption(leanOption())
    .option('--json', 'print one JSON object')
    .option('-q, --quiet', 'show nothing on the way, only the result')
}
