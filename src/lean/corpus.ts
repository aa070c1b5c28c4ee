/** The theorems of an environment, read out of Lean once and for all. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { OrchError } from '../errors.ts'
import { readJsonLines } from '../files/index.ts'
import { contextOf } from './context.ts'
import type { LeanPool } from './pool.ts'
import type { LeanServer } from './server.ts'

const libraryTheorem = z.object({
  name: z.string(),
  module: z.string(),
  /** Its type, pretty-printed. */
  statement: z.string(),
  /** Every constant that its type mentions. */
  constants: z.array(z.string()),
})
export type LibraryTheorem = z.infer<typeof libraryTheorem>

export interface CorpusOptions {
  readonly imports?: readonly string[] | undefined
  /** Told now and then how many bytes Lean has written. */
  readonly onProgress?: ((bytes: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

const FILE = 'corpus.jsonl'
const TIMEOUT_MS = 30 * 60_000
/** Printing a whole library is one long request: Lean's usual limit is for single tactics. */
const HEARTBEATS = 1_000_000_000
const REPORT_EVERY_MS = 500

/** Public theorems in the order of their modules: a module comes after those that it imports. */
export async function dumpTheorems(pool: LeanPool, options: CorpusOptions = {}): Promise<LibraryTheorem[]> {
  return pool.use((server) => dump(server, options), options.signal)
}

async function dump(
  server: LeanServer,
  { imports = [], onProgress, signal }: CorpusOptions,
): Promise<LibraryTheorem[]> {
  const { env } = await contextOf(server, { imports }, { timeoutMs: TIMEOUT_MS, signal })
  const file = join(server.scratch, FILE)
  const report = async () => onProgress?.((await stat(file).catch(() => undefined))?.size ?? 0)
  const reporting = setInterval(() => void report(), REPORT_EVERY_MS)
  try {
    const answer = await server.request(
      'corpus',
      { file: `${server.scratchInLean}/${FILE}`, env, heartbeats: HEARTBEATS },
      { timeoutMs: TIMEOUT_MS, signal },
    )
    if (answer.kind !== 'ok') {
      const why = answer.kind === 'no' ? answer.failure.message : 'it took too long'
      throw new OrchError('corpus_failed', `Lean could not list its theorems: ${why}`)
    }
    return await read(file)
  } finally {
    clearInterval(reporting)
  }
}

async function read(file: string): Promise<LibraryTheorem[]> {
  const theorems: LibraryTheorem[] = []
  for await (const { json } of readJsonLines(file)) {
    if (json.kind === 'broken') throw json.error
    theorems.push(libraryTheorem.parse(json.value))
  }
  return theorems
}
