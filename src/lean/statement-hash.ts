/**
 * The hash of a statement: SHA-256 over the elaborated declarations it depends on, numbered anew in the order in
 * which they are met. Names of binders and universe parameters, unused rows and the order in which an exporter
 * wrote them do not count, everything else does: two statements with one hash are the same statement.
 */
import { createHash } from 'node:crypto'
import { wordTable } from '../word-table.ts'
import type { DeclarationRow, StatementData } from './exported-data.ts'

export function statementHash(data: StatementData, imports: readonly string[]): string {
  const meaning = new Meaning(data)
  const declarations = data.declarations.map((row) => meaning.declaration(row))
  const type = meaning.expr(data.type)
  const levelParams = data.levelParams.map((index) => meaning.name(index))
  const { names, levels, exprs } = meaning
  const all = { imports: [...new Set(imports)].sort(), declarations, type, levelParams, names, levels, exprs }
  return createHash('sha256')
    .update(`orch.statement/2\n${JSON.stringify(all)}`)
    .digest('hex')
}

/** The statement `P` where the statement is `¬ P`, `¬` being the library's own. */
export function negated(data: StatementData): StatementData | undefined {
  const [kind, head, argument] = data.exprs[data.type - 1] ?? []
  if (kind !== 'A' || typeof argument !== 'number') return undefined
  const [headKind, name] = data.exprs[Number(head) - 1] ?? []
  const [prefix, last] = data.names[Number(name) - 1] ?? []
  return headKind === 'C' && prefix === 0 && last === 'Not' ? { ...data, type: argument } : undefined
}

type Row = readonly unknown[]

/** Which cells of a row are expressions; the rest of a binder's row says how it is printed. */
const PARTS = wordTable<readonly number[]>({
  A: [1, 2],
  L: [1, 2],
  P: [1, 2],
  Z: [1, 2, 3],
  J: [3],
})

class Meaning {
  readonly names: Row[] = []
  readonly levels: Row[] = []
  readonly exprs: Row[] = []
  #data: StatementData
  #name = new Map<number, number>([[0, 0]])
  #level = new Map<number, number>([[0, 0]])
  #expr = new Map<number, number>()

  constructor(data: StatementData) {
    this.#data = data
  }

  name(index: number): number {
    return renumbered(index, this.#name, this.names, (at) => {
      const [prefix, part] = rowAt(this.#data.names, at)
      return { parts: [prefix], row: (place) => [place(prefix), part] }
    })
  }

  level(index: number): number {
    return renumbered(index, this.#level, this.levels, (at) => {
      const [kind, ...parts] = rowAt(this.#data.levels, at)
      if (kind === 'P') return { parts: [], row: () => [kind, this.name(parts[0] ?? 0)] }
      return { parts, row: (place) => [kind, ...parts.map(place)] }
    })
  }

  expr(index: number): number {
    return renumbered(index, this.#expr, this.exprs, (at) => {
      const row = rowAt(this.#data.exprs, at)
      const parts = (PARTS[row[0]] ?? []).map((cell) => Number(row[cell]))
      return { parts, row: (place) => [row[0], ...this.#rest(row), ...parts.map(place)] }
    })
  }

  declaration(row: DeclarationRow): Row {
    const levels = row.levels.map((index) => this.name(index))
    if (row.kind === 'inductive') {
      const types = row.types.map(({ name, type, constructors }) => [
        this.name(name),
        this.expr(type),
        constructors.map((made) => [this.name(made.name), this.expr(made.type)]),
      ])
      return [row.kind, levels, row.params, row.unsafe, types]
    }
    const value = 'value' in row ? this.expr(row.value) : null
    const flags = [
      'hints' in row ? row.hints : null,
      'safety' in row ? row.safety : null,
      'unsafe' in row ? row.unsafe : null,
    ]
    return [row.kind, this.name(row.name), levels, this.expr(row.type), value, ...flags]
  }

  /** What a row says besides its parts. */
  #rest(row: Row): Row {
    const [kind, first, second] = row
    if (kind === 'S') return [this.level(Number(first))]
    if (kind === 'C')
      return [this.name(Number(first)), (second as number[]).map((index) => this.level(index))]
    if (kind === 'J') return [this.name(Number(first)), second]
    return kind === 'B' || kind === 'N' || kind === 'T' ? [first] : []
  }
}

interface Entry {
  readonly parts: readonly number[]
  readonly row: (place: (index: number) => number) => Row
}

/** Numbers an entry after its parts, without recursion: terms may be deep. Rows point backwards, so this ends. */
function renumbered(
  index: number,
  places: Map<number, number>,
  rows: Row[],
  entry: (index: number) => Entry,
): number {
  const stack = [index]
  const place = (at: number) => places.get(at) ?? 0
  for (let at = stack.at(-1); at !== undefined; at = stack.at(-1)) {
    const found = places.has(at) ? undefined : entry(at)
    const missing = found?.parts.filter((part) => !places.has(part)) ?? []
    if (missing.some((part) => part >= (at as number)))
      throw new Error('a row of the statement does not point backwards')
    if (missing.length > 0) {
      stack.push(...missing.toReversed())
      continue
    }
    if (found) places.set(at, rows.push(found.row(place)))
    stack.pop()
  }
  return place(index)
}

function rowAt<T>(rows: readonly T[], index: number): T {
  const row = rows[index - 1]
  if (row === undefined) throw new Error('a row of the statement points nowhere')
  return row
}
