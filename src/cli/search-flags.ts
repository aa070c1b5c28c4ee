/** Flags of the commands that search. */
import type { Command } from 'commander'
import type { LeanChoice } from '../lean/index.ts'
import { leanOption } from './session.ts'
import { strategyOption } from './strategy-option.ts'

export interface SearchFlags {
  readonly bank?: string
  readonly profile?: string
  readonly strategy?: string[]
  readonly lean: LeanChoice
  readonly json?: boolean
}

export function searchFlags(command: Command): Command {
  return command
    .option('--profile <n>', '0 quick tactics, 1 plus search, 2 everything (ORCH_PROFILE)')
    .addOption(
      strategyOption(
        'use this strategy only, whatever the profile; repeat it, or separate names by commas, for more',
      ),
    )
    .addOption(leanOption())
    .option('--json', 'print one JSON object')
}
