/**
 * The second kernel as one script for a Web Worker, made of its sources: types are taken out, and each file becomes a
 * function that gives its exports. The sources import each other by name and nothing else, which keeps this short.
 */
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, normalize } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..', 'kernel')
const IMPORT = /^import \{([^{}]*)\} from '(\.[^'{}\n]+)';?$/gm
const EXPORT = /^export (?:const|let|function|class|async function) ([A-Za-z_$][\w$]*)/gm

let bundle: string | undefined

export function browserBundle(): string {
  bundle ??= new Bundler().bundle('browser-worker.ts')
  return bundle
}

class Bundler {
  readonly #done = new Map<string, string>()
  readonly #parts: string[] = ["'use strict';"]

  bundle(entry: string): string {
    this.#add(entry)
    return this.#parts.join('\n')
  }

  /** Adds a file after those that it imports, and gives the name that it goes by. */
  #add(file: string): string {
    const known = this.#done.get(file)
    if (known !== undefined) return known
    const name = `module${this.#done.size}`
    this.#done.set(file, name)
    const source = withoutTypes(readFileSync(join(ROOT, file), 'utf8'))
    const exports = [...source.matchAll(EXPORT)].map(([, exported]) => exported)
    const body = source
      .replaceAll(IMPORT, (_, names: string, from: string) =>
        this.#import(names, normalize(join(dirname(file), from))),
      )
      .replaceAll(/^export /gm, '')
    this.#parts.push(`const ${name} = (() => {\n${body}\nreturn { ${exports.join(', ')} };\n})();`)
    return name
  }

  #import(names: string, file: string): string {
    const bound = names
      .split(',')
      .map((each) => each.trim().replace(/^(\S+) as (\S+)$/, '$1: $2'))
      .filter((each) => each !== '')
    return bound.length === 0 ? '' : `const { ${bound.join(', ')} } = ${this.#add(file)};`
  }
}

/** Node runs every file of Orch through this very function, and warns only where it is called by name. */
function withoutTypes(source: string): string {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source)
  } finally {
    process.emitWarning = emitWarning
  }
}
