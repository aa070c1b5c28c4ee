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
    'Run',
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
type FileName = (typeof FILES)[ProgramName][number]

/**
 * What the search program can do without, where a Lean does not compile it. `without` declares the same handlers,
 * which say that they are not there.
 */
const PARTS = {
  trials: { files: ['Values', 'Evaluate'], without: 'without/Trials' },
  theory: { files: ['Operations', 'Equations', 'Explore'], without: 'without/Theory' },
  premises: { files: ['Premises'], without: 'without/Premises' },
  library: { files: ['Library'], without: 'without/Library' },
  kernel: { files: ['Kernels'], without: 'without/Kernel' },
} as const satisfies Record<string, { files: readonly FileName[]; without: string }>

export type PartName = keyof typeof PARTS
export const PART_NAMES = Object.keys(PARTS) as readonly PartName[]

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
  const { text } = joined(FILES[name].map((file) => ({ file, part: undefined })))
  const program = { text, hash: createHash('sha256').update(text).digest('hex') }
  programs.set(name, program)
  return program
}

export interface SearchModule {
  /** Everything but `main`, to be compiled once. */
  readonly text: string
  /** The part that a line (from 1) of the text belongs to; undefined for what cannot be left out. */
  partAt(line: number): PartName | undefined
  /** The part that brings an import along. */
  partOfImport(module: string): PartName | undefined
}

/** The search program without some of its parts, as a module by the side of `mainText`. */
export function searchModule(without: ReadonlySet<PartName>): SearchModule {
  const pieces = FILES.search
    .filter((file) => file !== 'Run')
    .flatMap((file): Piece[] => {
      const part = PART_NAMES.find((name) => (PARTS[name].files as readonly string[]).includes(file))
      if (part === undefined || !without.has(part)) return [{ file, part }]
      return PARTS[part].files[0] === file ? [{ file: PARTS[part].without, part: undefined }] : []
    })
  const { text, lines, imports } = joined(pieces)
  return {
    text,
    partAt: (line) => lines[line - 1],
    partOfImport: (module) => imports.get(`import ${module}`),
  }
}

/** What Lean elaborates at each start, on top of the module of that name. */
export function mainText(module: string): string {
  return `import ${module}\n${readPart('Run')}`
}

interface Piece {
  readonly file: string
  readonly part: PartName | undefined
}

/** Imports stand first in a Lean file; those of our own modules are what is being joined. */
function joined(pieces: readonly Piece[]): {
  text: string
  lines: (PartName | undefined)[]
  imports: Map<string, PartName | undefined>
} {
  const imports = new Map<string, PartName | undefined>()
  const bodies = pieces.map(({ file, part }) => {
    const all = readPart(file).split('\n')
    for (const line of all)
      if (line.startsWith('import ') && !line.startsWith('import Orch.') && !imports.has(line))
        imports.set(line, part)
    return { part, lines: all.filter((line) => !line.startsWith('import ')) }
  })
  return {
    text: [...imports.keys(), ...bodies.map(({ lines }) => lines.join('\n'))].join('\n'),
    lines: [...imports.values(), ...bodies.flatMap(({ part, lines }) => lines.map(() => part))],
    imports,
  }
}

function readPart(file: string): string {
  return readFileSync(join(import.meta.dirname, '..', '..', 'lean', `${file}.lean`), 'utf8')
}
