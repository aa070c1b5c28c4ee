import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { InputError } from '../errors.ts'
import type { GoalInput } from '../lean/index.ts'
import { nameListOption } from './list-option.ts'

export interface GoalFlags {
  readonly preamble?: string
  readonly import?: string[]
}

/** More than this is not a statement somebody wrote; Lean would chew on it for minutes. */
const MAX_STATEMENT_CHARS = 100_000

export function goalFlags(command: Command): Command {
  return command
    .option('--preamble <file>', 'Lean file with what the statement builds on: definitions, open, notation')
    .addOption(nameListOption('--import <module>', 'module to import'))
}

export function goalInput(statement: string, { preamble, import: imports }: GoalFlags): GoalInput {
  if (!statement.trim()) {
    throw new InputError('statement_empty', 'The statement is empty.', {
      hint: "Give a proposition in quotes, for example: orch prove '∀ n : Nat, n + 0 = n'",
    })
  }
  if (statement.length > MAX_STATEMENT_CHARS) {
    throw new InputError(
      'statement_too_long',
      `The statement has ${statement.length} characters; at most ${MAX_STATEMENT_CHARS} are read.`,
      {
        hint: 'Put definitions into a file and give it with --preamble.',
      },
    )
  }
  return { statement, preamble: preamble ? readText(preamble) : '', imports: imports ?? [] }
}

export function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : String(cause)
    throw new InputError('file_unreadable', `${file} cannot be read: ${why}.`, {
      hint: `Give a path from this folder, ${process.cwd()}, or a whole one.`,
      cause,
    })
  }
}
