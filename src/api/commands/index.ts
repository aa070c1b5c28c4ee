/** What each command prints with `--json`, by the words that call it. Names with an option are another answer. */
import { arcCommands } from './arc.ts'
import { ledgerCommands } from './ledger.ts'
import { machineCommands } from './machine.ts'
import { projectCommands } from './project.ts'
import { proofCommands } from './proofs.ts'

export const commandOutputs = {
  ...proofCommands,
  ...ledgerCommands,
  ...projectCommands,
  ...arcCommands,
  ...machineCommands,
}

export type CommandName = keyof typeof commandOutputs
