/** What stands behind a conversation with Lean: names of the library, premises, hints, and the exported file. */
import { existsSync, writeFileSync } from 'node:fs'
import { type Dojo, type DojoState, hintFor, type LeanFailure, LeanPool } from '../lean/index.ts'
import { buildIndex, lookUp, type NameList, openIndex, type PremiseIndex } from '../premises/index.ts'
import { openAssistants } from '../strategies/index.ts'
import { note, paint } from './output.ts'
import { buildWithProgress } from './premises.ts'
import { waiting } from './progress.ts'
import type { LeanSession } from './session.ts'
import { settings } from './settings.ts'
import type { TacticCompleter } from './tactic-complete.ts'

const MOST_PREMISES = 12

/** The names of the library, from its index. The first who asks has it built, in a Lean process of its own. */
export class LibraryNames implements AsyncDisposable {
  readonly #session: LeanSession
  readonly #imports: readonly string[]
  readonly #stop = new AbortController()
  #index: PremiseIndex | undefined
  #building: Promise<void> | undefined

  constructor(session: LeanSession, imports: readonly string[]) {
    this.#session = session
    this.#imports = imports
  }

  get(): NameList | undefined {
    const { fingerprint } = this.#session.toolchain
    this.#index ??= openIndex({ fingerprint, imports: this.#imports })
    if (!this.#index) this.#building ??= this.#build()
    return this.#index?.names()
  }

  async #build(): Promise<void> {
    note('\nthe names of the library are being read, once: Tab has them in a minute')
    await using pool = new LeanPool(this.#session.toolchain, { size: 1 })
    try {
      using _index = await buildIndex(pool, { imports: this.#imports, signal: this.#stop.signal })
    } catch (error) {
      if (!this.#stop.signal.aborted) note(`the names of the library could not be read: ${String(error)}`)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    await this.#building
    this.#index?.close()
  }
}

/** The index is built the first time that somebody asks for premises. */
export async function premisesOf(
  session: LeanSession,
  dojo: Dojo,
  state: DojoState,
  query: string,
): Promise<string> {
  const { config } = settings()
  const { signal, toolchain } = session
  const { imports = [] } = dojo.statement.input
  using index = await buildWithProgress(session, imports, config.cacheDir, false)
  const found = query === '' ? undefined : lookUp(index, query, { limit: MOST_PREMISES })
  const names = found ? found.names : await suggested()
  const lines = names.map((name) => {
    const statement = index.theorem(name)?.statement
    return statement === undefined
      ? paint('bold', name)
      : `${paint('bold', name)}\n    ${statement.replaceAll('\n', '\n    ')}`
  })
  const front = found?.fallback ? [paint('dim', `${found.fallback}; by its words:`)] : []
  return [...front, ...lines].join('\n') || '(none found)'

  async function suggested(): Promise<readonly string[]> {
    await using assistants = await openAssistants({ config, fingerprint: toolchain.fingerprint })
    const find = () => assistants.finder.suggest(dojo, state, { limit: MOST_PREMISES, signal })
    return await waiting('choosing premises', find)
  }
}

/** What a refused tactic was meant to be, where that can be told. */
export async function hintOn(
  completer: TacticCompleter,
  { message, position }: LeanFailure,
  tactic: string,
  state: DojoState,
): Promise<string | undefined> {
  const line = position ? (tactic.split('\n')[position.line - 1] ?? '') : ''
  const at = [...line].slice(position?.column ?? 0).join('')
  const advice = hintFor({ place: 'tactic', message, at })
  if (advice?.rule === 'a sign or a name of Mathlib') return advice.hint
  const unknown = /nknown (?:identifier|constant) `([^`]+)`/.exec(message)?.[1]
  const word = /unknown tactic/.test(message) ? /^[\w?!]+/.exec(at)?.[0] : undefined
  const meant =
    unknown === undefined
      ? word && (await completer.meantTactic(word))
      : await completer.meant(unknown, state)
  return meant ? `Did you mean \`${meant}\`?` : advice?.hint
}

/** Writes files, but never over one that is not of its own making. */
export function exporter(): (file: string, text: string) => string {
  const own = new Set<string>()
  return (file, text) => {
    if (existsSync(file) && !own.has(file)) return `${file} is there already: give another name`
    try {
      writeFileSync(file, text)
    } catch (error) {
      return `${file} could not be written: ${error instanceof Error ? error.message : String(error)}`
    }
    own.add(file)
    const open = text.match(/\bsorry\b/g)?.length ?? 0
    return `wrote ${file}${open > 0 ? `, with ${open} sorry` : ''}`
  }
}
