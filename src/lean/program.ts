import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The Lean files of each program, in the order in which they build on each other. */
const FILES = {
  /** Elaborates text and searches. Nothing it says is believed. */
  search: [
    'verdict/Base',
    'verdict/Terms',
    'verdict/Serve',
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
    'Commands',
    'Files',
    'Export',
    'Statements',
    'Candidates',
    'Premises',
    'Library',
    'Kernels',
    'Main',
  ],
  /** Gives verdicts on declarations that arrive as data. */
  verdict: [
    'verdict/Base',
    'verdict/Terms',
    'verdict/PlainTypes',
    'verdict/Replay',
    'verdict/Axioms',
    'verdict/Show',
    'verdict/Serve',
    'verdict/Main',
  ],
} as const

export type ProgramName = keyof typeof FILES

export interface LeanProgram {
  readonly text: string
  /** Changes whenever any line of the program does; part of every cache key. */
  readonly hash: string
}

const programs = new Map<ProgramName, LeanProgram>()

/** A program as one Lean file: `lean --run` takes a single file, the sources are one idea each. */
export function leanProgram(name: ProgramName): LeanProgram {
  const known = programs.get(name)
  if (known) return known
  const folder = join(import.meta.dirname, '..', '..', 'lean')
  const text = joinFiles(FILES[name].map((file) => readFileSync(join(folder, `${file}.lean`), 'utf8')))
  const program = { text, hash: createHash('sha256').update(text).digest('hex') }
  programs.set(name, program)
  return program
}

/** Imports stand first in a Lean file; those of our own modules are what is being joined. */
function joinFiles(texts: readonly string[]): string {
  const imports = new Set<string>()
  const bodies = texts.map((text) =>
    text
      .split('\n')
      .filter((line) => {
        if (!line.startsWith('import ')) return true
        if (!line.startsWith('import Orch.')) imports.add(line)
        return false
      })
      .join('\n'),
  )
  return [...imports, ...bodies].join('\n')
}
