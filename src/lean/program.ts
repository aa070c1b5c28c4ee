import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The module that each program is begun with; the modules that it imports belong to the program. */
const ROOTS = {
  /** Elaborates text and searches. Nothing it says is believed. */
  search: 'Orch.Search.Main',
  /** Gives verdicts on declarations that arrive as data. */
  verdict: 'Orch.Verdict.Main',
} as const

/** Where the modules of a library lie in `lean/`. */
const FOLDERS: Readonly<Record<string, string>> = { 'Orch.Search': 'Orch/Search', 'Orch.Verdict': 'verdict' }

export type ProgramName = keyof typeof ROOTS

export interface LeanProgram {
  readonly text: string
  /** Changes whenever any line of the program does; part of every cache key. */
  readonly hash: string
}

const programs = new Map<ProgramName, LeanProgram>()

/** A program as one Lean file: `lean --run` takes a single file, the sources are modules of one idea each. */
export function leanProgram(name: ProgramName): LeanProgram {
  const known = programs.get(name)
  if (known) return known
  const text = joinFiles(modulesFrom(ROOTS[name]))
  const program = { text, hash: createHash('sha256').update(text).digest('hex') }
  programs.set(name, program)
  return program
}

const IMPORT = 'import '
const isOwn = (module: string): boolean => module.startsWith('Orch.')

/** The texts of a module and of all that it imports of our own, each after those that it builds on. */
function modulesFrom(root: string): string[] {
  const texts = new Map<string, string>()
  const visiting = new Set<string>()
  const visit = (module: string): void => {
    if (texts.has(module)) return
    if (visiting.has(module)) throw new Error(`The Lean module ${module} imports itself`)
    visiting.add(module)
    const text = readFileSync(fileOf(module), 'utf8')
    for (const imported of importsIn(text)) if (isOwn(imported)) visit(imported)
    texts.set(module, text)
  }
  visit(root)
  return [...texts.values()]
}

/** What a module says, without its imports and its namespace: what is made by it depends on nothing else in the file. */
export function moduleBody(module: string): string {
  const text = readFileSync(fileOf(module), 'utf8')
  const [start, end] = ['\nnamespace Orch\n', '\n\nend Orch']
  return `${text.slice(text.indexOf(start) + start.length, text.lastIndexOf(end))}\n`
}

function importsIn(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.startsWith(IMPORT))
  return lines.map((line) => line.slice(IMPORT.length).trim())
}

function fileOf(module: string): string {
  const dot = module.lastIndexOf('.')
  const folder = FOLDERS[module.slice(0, dot)]
  if (folder === undefined) throw new Error(`There is no folder for the Lean module ${module}`)
  return join(import.meta.dirname, '..', '..', 'lean', folder, `${module.slice(dot + 1)}.lean`)
}

/** Imports stand first in a Lean file; those of our own modules are what is being joined. */
function joinFiles(texts: readonly string[]): string {
  const imports = new Set<string>()
  const bodies = texts.map((text) =>
    text
      .split('\n')
      .filter((line) => {
        if (!line.startsWith(IMPORT)) return true
        if (!isOwn(line.slice(IMPORT.length))) imports.add(line)
        return false
      })
      .join('\n'),
  )
  return [...imports, ...bodies].join('\n')
}
