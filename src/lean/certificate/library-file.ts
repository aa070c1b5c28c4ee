/** How a library lies on disk: a header in JSON, then arrays that are used as they are read. */
import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { OrchError } from '../../errors.ts'
import { makeWhole } from '../../files/index.ts'
import { Kernel, KernelBudget, type KernelContext, KIND, type Name } from '../../kernel/index.ts'
import { literalNames } from './dependencies.ts'
import type { LibraryData } from './library.ts'
import { type LibraryRow, readDump } from './library-dump.ts'

const MAGIC = 0x4f4c4231
const MAX_TERMS = 60_000_000
const ARRAYS = [
  'prefixes',
  'levels',
  'a',
  'b',
  'c',
  'notes',
  'rowStart',
  'rowEnd',
  'uses',
  'useStart',
  'useEnd',
] as const

interface Header extends Pick<LibraryData, 'meta' | 'parts' | 'levelLists' | 'naturals' | 'strings'> {
  readonly lengths: Readonly<Record<(typeof ARRAYS)[number] | 'kinds' | 'rows', number>>
}

/** Reads a dump of Lean's and writes it as a library file, which appears whole or not at all. */
export async function buildLibrary(
  dump: string,
  file: string,
  lean: { readonly version: string; readonly githash: string },
): Promise<LibraryData> {
  const { context } = new Kernel(new KernelBudget({ terms: MAX_TERMS }))
  const rows: LibraryRow[] = []
  await readDump(dump, context, (row) => rows.push(row))
  const data = layOut(context, rows, lean)
  await makeWhole(file, (draft) => write(draft, data))
  return data
}

export function readLibrary(file: string): LibraryData {
  const buffer = readFileSync(file)
  const bytes = new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 8 || view.getUint32(0, true) !== MAGIC)
    throw new OrchError('library_broken', `${file} is not a library file.`, {
      hint: 'Remove it and try again.',
    })
  const headerLength = view.getUint32(4, true)
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + headerLength))) as Header
  let at = 8 + headerLength
  const take = (length: number) => {
    const part = bytes.slice(at, at + length)
    at += length
    return part
  }
  const arrays = Object.fromEntries(
    ARRAYS.map((name) => [name, new Int32Array(take(header.lengths[name] * 4).buffer)]),
  ) as Record<(typeof ARRAYS)[number], Int32Array>
  const { lengths, ...lists } = header
  return { ...lists, ...arrays, kinds: take(lengths.kinds), rows: take(lengths.rows) }
}

async function write(file: string, data: LibraryData): Promise<void> {
  const { meta, parts, levelLists, naturals, strings } = data
  const lengths = Object.fromEntries(
    [...ARRAYS, 'kinds' as const, 'rows' as const].map((name) => [name, data[name].length]),
  )
  let header = JSON.stringify({ meta, parts, levelLists, naturals, strings, lengths })
  // Arrays of numbers begin at multiples of four.
  header += ' '.repeat((4 - (Buffer.byteLength(header) % 4)) % 4)
  const start = Buffer.alloc(8)
  start.writeUInt32LE(MAGIC, 0)
  start.writeUInt32LE(Buffer.byteLength(header), 4)
  const handle = await open(file, 'w')
  try {
    await handle.write(start)
    await handle.write(header)
    for (const name of [...ARRAYS, 'kinds' as const, 'rows' as const]) {
      const { buffer, byteOffset, byteLength } = data[name]
      await handle.writeFile(new Uint8Array(buffer, byteOffset, byteLength))
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function layOut(
  context: KernelContext,
  constants: readonly LibraryRow[],
  { version, githash }: { readonly version: string; readonly githash: string },
): LibraryData {
  const { names, levels, exprs } = context
  const columns = {
    a: new Int32Array(exprs.size),
    b: new Int32Array(exprs.size),
    c: new Int32Array(exprs.size),
  }
  const kinds = new Uint8Array(exprs.size)
  const notes = new Int32Array(exprs.size)
  const naturals = new Numbering()
  const strings = new Numbering()
  for (let e = 0; e < exprs.size; e++) {
    const kind = exprs.kind(e)
    kinds[e] = kind
    columns.a[e] = exprs.a(e)
    columns.b[e] = exprs.b(e)
    columns.c[e] = exprs.c(e)
    notes[e] = exprs.note(e)
    if (kind === KIND.nat) columns.a[e] = naturals.of(String(exprs.natural(e)))
    if (kind === KIND.str) columns.a[e] = strings.of(exprs.string(e))
  }
  const uses = new UseFinder(context)
  const range = () => ({ start: new Int32Array(names.size), end: new Int32Array(names.size) })
  const [row, use] = [range(), range()]
  const texts: Uint8Array[] = []
  const used: number[] = []
  let bytes = 0
  const encoder = new TextEncoder()
  for (const constant of constants) {
    const text = encoder.encode(JSON.stringify(constant))
    row.start[constant.name] = bytes
    texts.push(text)
    bytes += text.length
    row.end[constant.name] = bytes
    use.start[constant.name] = used.length
    for (const name of uses.of(constant)) used.push(name)
    use.end[constant.name] = used.length
  }
  return {
    meta: { lean: version, githash, constants: constants.length },
    prefixes: Int32Array.from({ length: names.size }, (_, n) => names.prefix(n)),
    parts: Array.from({ length: names.size }, (_, n) => names.part(n)),
    levels: Int32Array.from({ length: levels.size * 3 }, (_, i) => {
      const level = Math.floor(i / 3)
      return i % 3 === 0 ? levels.kind(level) : i % 3 === 1 ? levels.left(level) : levels.right(level)
    }),
    levelLists: levels.lists(),
    kinds,
    ...columns,
    notes,
    naturals: naturals.all,
    strings: strings.all,
    rows: join(texts, bytes),
    rowStart: row.start,
    rowEnd: row.end,
    uses: Int32Array.from(used),
    useStart: use.start,
    useEnd: use.end,
  }
}

/** Texts by the order in which they come. */
class Numbering {
  readonly all: string[] = []
  readonly #numbers = new Map<string, number>()

  of(text: string): number {
    let n = this.#numbers.get(text)
    if (n === undefined) {
      n = this.all.push(text) - 1
      this.#numbers.set(text, n)
    }
    return n
  }
}

/** The constants that a constant's terms mention, and those that belong to it. */
class UseFinder {
  readonly #context: KernelContext
  readonly #seen: Int32Array
  readonly #literal: ReadonlyMap<number, readonly Name[]>
  #round = 0

  constructor(context: KernelContext) {
    this.#context = context
    this.#literal = literalNames(context)
    this.#seen = new Int32Array(context.exprs.size)
  }

  of(row: LibraryRow): Set<Name> {
    const roots = [row.type]
    const found = new Set<Name>()
    if ('value' in row) roots.push(row.value)
    if (row.kind === 'recursor') roots.push(...row.rules.map(([, , rhs]) => rhs))
    if (row.kind === 'constructor') found.add(row.induct)
    if ('all' in row) for (const name of row.all) found.add(name)
    if (row.kind === 'inductive') for (const name of row.ctors) found.add(name)
    this.#walk(roots, found)
    found.delete(row.name)
    return found
  }

  #walk(pending: number[], found: Set<Name>): void {
    const { exprs } = this.#context
    this.#round++
    for (let e = pending.pop(); e !== undefined; e = pending.pop()) {
      if (this.#seen[e] === this.#round) continue
      this.#seen[e] = this.#round
      const kind = exprs.kind(e)
      for (const name of this.#literal.get(kind) ?? []) found.add(name)
      if (kind === KIND.const) found.add(exprs.a(e))
      else if (kind === KIND.app || kind === KIND.lam || kind === KIND.pi)
        pending.push(exprs.a(e), exprs.b(e))
      else if (kind === KIND.let) pending.push(exprs.a(e), exprs.b(e), exprs.c(e))
      else if (kind === KIND.proj) {
        found.add(exprs.a(e))
        pending.push(exprs.c(e))
      }
    }
  }
}

function join(parts: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
