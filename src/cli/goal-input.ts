import { closeSync, openSync, readSync } from 'node:fs'
import type { Command } from 'commander'
import { InputError } from '../errors.ts'
import type { GoalInput } from '../lean/index.ts'
import { nameListOption } from './list-option.ts'

export interface GoalFlags {
  readonly preamble?: string
  readonly import?: string[]
}

/** No statement that a person wrote is longer than this, and Lean would take minutes to read one that is. */
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

/** More than anybody writes by hand, little enough to be held in memory several times. */
const MAX_BYTES = 16 * 1024 * 1024

export function readText(file: string): string {
  try {
    return readBounded(file === '-' ? 0 : openSync(file, 'r'), file)
  } catch (cause) {
    if (cause instanceof InputError) throw cause
    const why = (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : String(cause)
    throw new InputError('file_unreadable', `${file} cannot be read: ${why}.`, {
      hint: `Give a path from this folder, ${process.cwd()}, or a whole one.`,
      cause,
    })
  }
}

/** A device or a pipe may never end, so the limit holds while reading. */
function readBounded(descriptor: number, file: string): string {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for (;;) {
      const chunk = Buffer.alloc(65_536)
      const count = readChunk(descriptor, chunk)
      if (count === 0) return Buffer.concat(chunks).toString('utf8')
      chunks.push(chunk.subarray(0, count))
      size += count
      if (size > MAX_BYTES)
        throw new InputError('file_too_large', `${file} has more than ${MAX_BYTES / 1024 / 1024} MB.`, {
          hint: 'Orch reads statements, proofs and receipts; leave out what is none of these.',
        })
    }
  } finally {
    if (descriptor !== 0) closeSync(descriptor)
  }
}

/** A terminal or a pipe without data for the moment says so instead of waiting. */
function readChunk(descriptor: number, chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(descriptor, chunk)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EOF') return 0
      if (code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}
