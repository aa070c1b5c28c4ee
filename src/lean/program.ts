import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The module that each program begins with; what it imports of our own belongs to the program. */
const ROOTS = {
  /** Elaborates text and searches. Nothing it says is believed. */
  search: 'Orch.Search.Run',
  /** Gives verdicts on declarations that arrive as data. */
  verdict: 'Orch.Verdict.Main',
} as const

export type ProgramName = keyof typeof ROOTS

/** Everything of the search program but `main`. */
const SEARCH = 'Orch.Search.Main'

/**
 * What the search program can do without, where a Lean does not compile it. `without` declares the same handlers,
 * which say that they are not there.
 */
const PARTS = {
  trials: {
    modules: [
      'Orch.Search.Values',
      'Orch.Search.RandomValues',
      'Orch.Search.Tests',
      'Orch.Search.Evaluate',
      'Orch.Search.Unroll',
      'Orch.Search.Narrow',
      'Orch.Search.Refine',
      'Orch.Search.NarrowSearch',
      'Orch.Search.Refute',
    ],
    without: 'Orch.Without.Trials',
  },
  theory: {
    modules: [
      'Orch.Search.Operations',
      'Orch.Search.Equations',
      'Orch.Search.Explore',
      'Orch.Search.Views',
      'Orch.Search.Schemas',
      'Orch.Search.LawStatements',
      'Orch.Search.Laws',
      'Orch.Search.Occurrences',
    ],
    without: 'Orch.Without.Theory',
  },
  premises: { modules: ['Orch.Search.Premises'], without: 'Orch.Without.Premises' },
  library: { modules: ['Orch.Search.Library'], without: 'Orch.Without.Library' },
  kernel: { modules: ['Orch.Search.Kernels'], without: 'Orch.Without.Kernel' },
  inspect: { modules: ['Orch.Search.Inspect'], without: 'Orch.Without.Inspect' },
} as const satisfies Record<string, { modules: readonly string[]; without: string }>

export type PartName = keyof typeof PARTS
export const PART_NAMES = Object.keys(PARTS) as readonly PartName[]

export interface LeanProgram {
  readonly text: string
  /** Changes whenever any line of the program does; part of every cache key. */
  readonly hash: string
  /** Requests, a line each, that a new build of the embedded Lean answers once (`embedded/rehearse.ts`). */
  readonly rehearsal: readonly string[]
}

const programs = new Map<ProgramName, LeanProgram>()

/** A program as one Lean file: `lean --run` takes a single file, the sources are modules of one idea each. */
export function leanProgram(name: ProgramName): LeanProgram {
  const known = programs.get(name)
  if (known) return known
  const { text } = joined(modulesFrom(ROOTS[name]))
  const rehearsal = readFileSync(leanFile('rehearsals', `${name}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
  const program = { text, hash: createHash('sha256').update(text).digest('hex'), rehearsal }
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
  const { text, lines, imports } = joined(modulesFrom(SEARCH, without))
  return {
    text,
    partAt: (line) => lines[line - 1],
    partOfImport: (module) => imports.get(`${IMPORT}${module}`),
  }
}

/** What Lean elaborates at each start, on top of the module of that name. */
export function mainText(module: string): string {
  return readModule(ROOTS.search).replace(`${IMPORT}${SEARCH}`, `${IMPORT}${module}`)
}

export interface LeanModule {
  readonly name: string
  readonly text: string
  readonly part: PartName | undefined
}

const IMPORT = 'import '

/** A module and all that it imports of our own, each after those that it builds on. */
export function modulesFrom(root: string, without: ReadonlySet<PartName> = new Set()): LeanModule[] {
  const found = new Map<string, LeanModule>()
  const visiting = new Set<string>()
  const visit = (name: string): void => {
    if (found.has(name)) return
    if (visiting.has(name)) throw new Error(`The Lean module ${name} imports itself`)
    visiting.add(name)
    const part = PART_NAMES.find((each) => (PARTS[each].modules as readonly string[]).includes(name))
    if (part !== undefined && without.has(part)) return visit(PARTS[part].without)
    const text = readModule(name)
    for (const line of text.split('\n')) if (isOwnImport(line)) visit(line.slice(IMPORT.length))
    found.set(name, { name, text, part })
  }
  visit(root)
  return [...found.values()]
}

const isOwnImport = (line: string): boolean => line.startsWith(`${IMPORT}Orch.`)

/** Imports stand first in a Lean file; those of our own modules are what is being joined. */
function joined(modules: readonly LeanModule[]): {
  text: string
  lines: (PartName | undefined)[]
  imports: Map<string, PartName | undefined>
} {
  const imports = new Map<string, PartName | undefined>()
  const bodies = modules.map(({ text, part }) => {
    const all = text.split('\n')
    for (const line of all)
      if (line.startsWith(IMPORT) && !isOwnImport(line) && !imports.has(line)) imports.set(line, part)
    return { part, lines: all.filter((line) => !line.startsWith(IMPORT)) }
  })
  return {
    text: [...imports.keys(), ...bodies.map(({ lines }) => lines.join('\n'))].join('\n'),
    lines: [...imports.values(), ...bodies.flatMap(({ part, lines }) => lines.map(() => part))],
    imports,
  }
}

export function readModule(name: string): string {
  return readFileSync(leanFile(`${name.replaceAll('.', '/')}.lean`), 'utf8')
}

/** Where `npm run compile` keeps the search program as code, so that a first start need not elaborate it. */
export const KEPT_CODE = leanFile('compiled')

function leanFile(...parts: string[]): string {
  return join(import.meta.dirname, '..', '..', 'lean', ...parts)
}
