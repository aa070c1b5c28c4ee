/**
 * Embeddings of an index's theorems, in a SQLite file beside it, one per model. A search compares the goal with
 * all of them: for some ten thousand theorems that takes milliseconds, next to which the model's own pass over the
 * goal is long, so that no vector extension is needed.
 */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { lockOrDone } from '../lean/index.ts'
import type { DenseSource } from './finder.ts'
import type { PremiseIndex } from './store.ts'
import { premiseText } from './texts.ts'

/** What gives texts their vectors, each of length 1. */
export interface Embedder {
  /** Changes with the model. */
  readonly id: string
  readonly width: number
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>
}

const BATCH = 16
const LOCK_WAIT_MS = 10_000

function vectorFile(index: PremiseIndex, modelId: string): string {
  return index.file.replace(/\.db$/, `-${modelId}.vectors`)
}

/** Embeds what has no vector yet. An interrupted build goes on where it stopped; of several processes one works. */
export async function buildVectors(
  index: PremiseIndex,
  embedder: Embedder,
  options: { onProgress?: (done: number) => void; onWait?: (pid: number) => void; signal?: AbortSignal } = {},
): Promise<void> {
  const file = vectorFile(index, embedder.id)
  const lock = await lockOrDone(
    `${file}.lock`,
    () => stored(file) >= index.size,
    ({ pid }) => options.onWait?.(pid),
    options.signal,
  )
  try {
    if (lock) await embedMissing(file, index, embedder, options)
  } finally {
    lock?.release()
  }
}

async function embedMissing(
  file: string,
  index: PremiseIndex,
  embedder: Embedder,
  { onProgress, signal }: { onProgress?: (done: number) => void; signal?: AbortSignal },
): Promise<void> {
  using database = new DatabaseSync(file, { timeout: LOCK_WAIT_MS })
  database.exec('create table if not exists vector (id integer primary key, embedding blob not null)')
  const insert = database.prepare('insert or replace into vector (id, embedding) values (?, ?)')
  const texts = [...index.theorems()].map(premiseText)
  // Ids are places in the index; they are filled in order, so that their number says how far an earlier build came.
  for (let done = stored(file); done < texts.length; done += BATCH) {
    signal?.throwIfAborted()
    const vectors = await embedder.embed(texts.slice(done, done + BATCH))
    database.exec('begin')
    for (const [at, vector] of vectors.entries()) {
      insert.run(done + at, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength))
    }
    database.exec('commit')
    onProgress?.(Math.min(done + BATCH, texts.length))
  }
}

function stored(file: string): number {
  if (!existsSync(file)) return 0
  using database = new DatabaseSync(file, { timeout: LOCK_WAIT_MS })
  const table = database.prepare(`select 1 from sqlite_master where name = 'vector'`).get()
  return table ? Number(database.prepare('select count(*) as size from vector').get()?.size) : 0
}

/** Ranks by nearness to the goal, once every theorem has its vector. `open` loads the model when first needed. */
export function denseSource(id: string, open: () => Promise<Embedder>): DenseSource {
  const loaded = new Map<string, { names: readonly string[]; vectors: Float32Array }>()
  return {
    id,
    async rank(index, goalText, limit) {
      const known = loaded.get(index.file) ?? loadVectors(index, id)
      if (!known) return undefined
      loaded.set(index.file, known)
      const [goal] = await (await open()).embed([goalText])
      return goal && nearest(goal, known, limit)
    },
  }
}

function loadVectors(
  index: PremiseIndex,
  modelId: string,
): { names: readonly string[]; vectors: Float32Array } | undefined {
  const file = vectorFile(index, modelId)
  if (stored(file) < index.size) return undefined
  using database = new DatabaseSync(file, { readOnly: true, timeout: LOCK_WAIT_MS })
  const rows = database.prepare('select embedding from vector order by id').all()
  const blobs = rows.map(({ embedding }) => embedding as Uint8Array)
  const bytes = Buffer.concat(blobs)
  const vectors = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  return { names: [...index.theorems()].map(({ name }) => name), vectors }
}

function nearest(
  goal: Float32Array,
  { names, vectors }: { names: readonly string[]; vectors: Float32Array },
  limit: number,
): string[] {
  const width = goal.length
  const scored = names.map((name, row) => {
    let product = 0
    for (let at = 0; at < width; at++) product += (goal[at] ?? 0) * (vectors[row * width + at] ?? 0)
    return { name, product }
  })
  scored.sort((left, right) => right.product - left.product)
  return scored.slice(0, limit).map(({ name }) => name)
}
