/** Flags of the commands that search. */
import type { Command } from 'commander'
import type { LeanChoice } from '../lean/index.ts'
import { leanOption } from './session.ts'

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
    .option('--strategy <name>', 'use exactly this strategy, whatever the profile; may be repeated', oneMore)
    .addOption(leanOption())
    .option('--json', 'print one JSON object')
}

/** Each use of a flag adds to the list. */
export function oneMore(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, value]
}
