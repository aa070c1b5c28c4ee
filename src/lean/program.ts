import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The Lean files of the server program, in the order in which they build on each other. */
const FILES = [
  'Base',
  'Compat',
  'State',
  'Terms',
  'Keys',
  'Goals',
  'Survey',
  'Tactics',
  'Values',
  'Evaluate',
  'Operations',
  'Equations',
  'Explore',
  'Files',
  'Statements',
  'PlainTypes',
  'Check',
  'Premises',
  'Library',
  'Kernels',
  'Main',
]

export interface LeanProgram {
  readonly text: string
  /** Changes whenever any line of the program does; part of every cache key. */
  readonly hash: string
}

let program: LeanProgram | undefined

/** The server program as one Lean file. `lean --run` takes a single file, the sources are one idea each. */
export function leanProgram(): LeanProgram {
  if (!program) {
    const folder = join(import.meta.dirname, '..', '..', 'lean')
    const text = FILES.map((name) => readFileSync(join(folder, `${name}.lean`), 'utf8')).join('')
    program = { text, hash: createHash('sha256').update(text).digest('hex') }
  }
  return program
}
