/** The index of one library: a SQLite file with its theorems and a full-text table over their words. */
import { existsSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { LibraryTheorem } from '../lean/index.ts'
import { Coverage } from './coverage.ts'
import { isEligible } from './eligible.ts'
import { NameList } from './names.ts'
import { fitOf, type Pattern, type PatternFit } from './pattern.ts'
import { FIELDS, indexWord, nameWords, type WordField, type Words, wordsOfTheorem } from './words.ts'

export interface IndexedTheorem {
  readonly name: string
  readonly module: string
  readonly statement: string
}

/** How much a word counts, by the field it was found in. */
export type FieldWeights = Readonly<Record<WordField, number>>

/** For goals; other weights did no better on the training half of `bench/premises`. */
const FIELD_WEIGHTS: FieldWeights = { name: 1, constants: 1, statement: 1 }

/** For words that a person typed, which are mostly parts of names. */
const QUERY_WEIGHTS: FieldWeights = { name: 8, constants: 1, statement: 2 }

export type IndexRanking = 'index' | 'constants' | 'statement' | 'coverage'

/** What only the library as a whole can tell; read when a goal is first ranked. */
interface LibraryFacts {
  readonly names: readonly string[]
  readonly coverage: Coverage
  readonly partCounts: ReadonlyMap<string, number>
}

/** What a goal may use: everything, or only what its library had before a theorem of that name. */
export interface PremiseScope {
  readonly before?: string | undefined
}

const SCHEMA = `
  create table theorem (
    id integer primary key,
    name text not null unique,
    module text not null,
    module_order integer not null,
    statement text not null,
    constants text not null
  );
  create virtual table words using fts5 (name, constants, statement, content = '', tokenize = 'ascii');
`

/** Writes a new index; the file must not exist yet. Gives the number of theorems in it. */
export function writeIndex(file: string, theorems: Iterable<LibraryTheorem>): number {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma journal_mode = off; pragma synchronous = normal;')
    database.exec(SCHEMA)
    database.exec('begin')
    const count = insertAll(database, theorems)
    database.exec(`insert into words (words) values ('optimize')`)
    database.exec('commit')
    return count
  } finally {
    database.close()
  }
}

function insertAll(database: DatabaseSync, theorems: Iterable<LibraryTheorem>): number {
  const insert = database.prepare(
    `insert or ignore into theorem (id, name, module, module_order, statement, constants)
      values (?, ?, ?, ?, ?, ?)`,
  )
  const index = database.prepare('insert into words (rowid, name, constants, statement) values (?, ?, ?, ?)')
  const modules = new Map<string, number>()
  let id = 0
  for (const theorem of theorems) {
    const { name, module, statement } = theorem
    const order = modules.get(module) ?? modules.size
    modules.set(module, order)
    if (!isEligible(name)) continue
    const mentioned = theorem.constants.join(' ')
    if (insert.run(id + 1, name, module, order, statement, mentioned).changes === 0) continue
    id++
    const words = wordsOfTheorem(theorem)
    const [names, constants, symbols] = FIELDS.map((field) => words[field].map(indexWord).join(' '))
    index.run(id, names ?? '', constants ?? '', symbols ?? '')
  }
  return id
}

/** Names with all the words that somebody typed, before they are put in order. */
const MOST_NAMED = 500

export class PremiseIndex implements Disposable {
  readonly size: number
  readonly file: string
  #database: DatabaseSync
  #facts: LibraryFacts | undefined
  #byName: StatementSync | undefined
  #names: NameList | undefined

  /** Undefined if there is no such file. */
  static open(file: string): PremiseIndex | undefined {
    return existsSync(file) ? new PremiseIndex(file) : undefined
  }

  private constructor(file: string) {
    this.file = file
    this.#database = new DatabaseSync(file, { readOnly: true })
    const row = this.#database.prepare('select count(*) as size from theorem').get()
    this.size = Number(row?.size ?? 0)
  }

  /** Names of theorems that share words with a goal, best first (BM25 with field weights). */
  search(
    words: Words,
    options: { limit: number; scope?: PremiseScope; weights?: FieldWeights },
  ): readonly string[] {
    return this.#match(matchExpression(words), options)
  }

  /** A goal's theorems in several orders: by all its words, by those of one field, and by how much it covers of them. */
  rankings(
    words: Words,
    { limit, scope = {} }: { limit: number; scope?: PremiseScope },
  ): ReadonlyMap<IndexRanking, readonly string[]> {
    const none: Words = { name: [], constants: [], statement: [] }
    const { names, coverage } = this.#readFacts()
    const covered = coverage.rank(words.constants, { limit: limit + 1, orderLimit: this.#orderLimit(scope) })
    const coveredNames = covered.map(({ at }) => names[at] ?? '').filter((name) => name !== scope.before)
    return new Map([
      ['index', this.search(words, { limit, scope })],
      ['constants', this.search({ ...none, constants: words.constants }, { limit, scope })],
      ['statement', this.search({ ...none, statement: words.statement }, { limit, scope })],
      ['coverage', coveredNames.slice(0, limit)],
    ])
  }

  /** How rare a part of a name is among the names of the library. */
  rarity(namePart: string): number {
    return Math.log((this.size + 1) / ((this.#readFacts().partCounts.get(namePart) ?? 0) + 1))
  }

  #readFacts(): LibraryFacts {
    if (this.#facts) return this.#facts
    const rows = this.#database.prepare('select name, module_order, constants from theorem order by id').all()
    const names = rows.map((row) => String(row.name))
    const partCounts = new Map<string, number>()
    for (const part of names.flatMap((name) => [...new Set(nameWords(name))]))
      partCounts.set(part, (partCounts.get(part) ?? 0) + 1)
    const coverage = new Coverage(
      rows.map((row) => ({ constants: String(row.constants).split(' '), order: Number(row.module_order) })),
    )
    this.#facts = { names, coverage, partCounts }
    return this.#facts
  }

  /** Theorems for words that a person typed: first those of that name, then those with all words in their names. */
  lookUp(
    words: Words,
    options: { limit: number; scope?: PremiseScope },
  ): { readonly names: readonly string[]; readonly hasAll: boolean } {
    const all = words.name.map((word) => `"${indexWord(word)}"`).join(' AND ')
    const weighted = { ...options, weights: QUERY_WEIGHTS }
    const withAll = (ending: string) =>
      this.#match(all === '' ? undefined : `name : (${all}${ending})`, { ...weighted, limit: MOST_NAMED })
    const whole = withAll('')
    // `Nat.add_com` is a part of a name, too. Names with nothing else in them come first.
    const named = (whole.length > 0 ? whole : withAll('*'))
      .map((name) => ({ name, parts: nameWords(name).length }))
      .sort((one, other) => one.parts - other.parts)
      .map(({ name }) => name)
    const exact = this.usable(words.constants, options.scope)
    const names = [...new Set([...exact, ...named, ...this.search(words, weighted)])].slice(0, options.limit)
    return { names, hasAll: exact.length + named.length > 0 }
  }

  /**
   * Theorems that fit a pattern: whole conclusions before parts of them, short statements before long ones, and
   * those that name their variables as the pattern does. With `within`, only theorems about nothing else.
   */
  matching(
    pattern: Pattern,
    { limit, scope = {}, within }: { limit: number; scope?: PremiseScope; within?: ReadonlySet<string> },
  ): readonly string[] {
    const rows = this.#database
      .prepare(
        `select name, statement, constants from theorem
          where module_order < ? and name <> ? order by id`,
      )
      .iterate(this.#orderLimit(scope), scope.before ?? '')
    const found: { readonly name: string; readonly length: number; readonly fit: PatternFit }[] = []
    for (const row of rows) {
      const [name, statement] = [String(row.name), String(row.statement)]
      const constants = new Set(String(row.constants).split(' '))
      const fit = fitOf(pattern, { name, statement, constants })
      if (fit && (!within || isAbout(constants, within))) found.push({ name, length: statement.length, fit })
    }
    return found
      .sort(
        (left, right) =>
          left.fit.place - right.fit.place ||
          left.length - right.length ||
          right.fit.sharedNames - left.fit.sharedNames,
      )
      .slice(0, limit)
      .map(({ name }) => name)
  }

  #match(
    query: string | undefined,
    options: { limit: number; scope?: PremiseScope; weights?: FieldWeights },
  ): readonly string[] {
    if (query === undefined) return []
    const { limit, scope = {}, weights = FIELD_WEIGHTS } = options
    const rows = this.#database
      .prepare(
        `select theorem.name as name from words join theorem on theorem.id = words.rowid
          where words match ? and theorem.module_order < ? and theorem.name <> ?
          order by bm25(words, ?, ?, ?), theorem.id limit ?`,
      )
      .all(
        query,
        this.#orderLimit(scope),
        scope.before ?? '',
        ...FIELDS.map((field) => weights[field]),
        limit,
      )
    return rows.map((row) => String(row.name))
  }

  /** Those of some names that are in the index and may be used. */
  usable(names: readonly string[], scope: PremiseScope = {}): readonly string[] {
    const limit = this.#orderLimit(scope)
    const find = this.#database.prepare('select module_order from theorem where name = ?')
    return names.filter((name) => {
      const order = find.get(name)?.module_order
      return order !== undefined && Number(order) < limit && name !== scope.before
    })
  }

  theorem(name: string): IndexedTheorem | undefined {
    this.#byName ??= this.#database.prepare('select name, module, statement from theorem where name = ?')
    const row = this.#byName.get(name)
    return row && { name: String(row.name), module: String(row.module), statement: String(row.statement) }
  }

  /** Names of theorems and of what they are about. */
  names(): NameList {
    if (this.#names) return this.#names
    const all = new Set<string>()
    for (const row of this.#database.prepare('select name, constants from theorem').iterate()) {
      all.add(String(row.name))
      for (const constant of String(row.constants).split(' ')) all.add(constant)
    }
    this.#names = new NameList([...all].filter(isEligible))
    return this.#names
  }

  /** Every theorem in library order. */
  *theorems(): Generator<IndexedTheorem> {
    const rows = this.#database.prepare('select name, module, statement from theorem order by id').iterate()
    for (const row of rows)
      yield { name: String(row.name), module: String(row.module), statement: String(row.statement) }
  }

  close(): void {
    this.#database.close()
  }

  [Symbol.dispose](): void {
    this.close()
  }

  /**
   * Lean's library does not say in which order a module declares its theorems, so that of the theorem's own
   * module nothing is taken: what remains certainly came before it.
   */
  #orderLimit({ before }: PremiseScope): number {
    if (before === undefined) return Number.MAX_SAFE_INTEGER
    const row = this.#database.prepare('select module_order from theorem where name = ?').get(before)
    return row === undefined ? Number.MAX_SAFE_INTEGER : Number(row.module_order)
  }
}

/** Whether a theorem mentions nothing that the goal does not. Instances are found by type. */
function isAbout(constants: ReadonlySet<string>, goal: ReadonlySet<string>): boolean {
  for (const name of constants)
    if ((name.includes('.') || name.length > 2) && !/(?:^|\.)inst[A-Z]/.test(name) && !goal.has(name))
      return false
  return true
}

function matchExpression(words: Words): string | undefined {
  const parts = FIELDS.flatMap((field) => {
    const terms = [...new Set(words[field].map(indexWord))]
    return terms.length === 0 ? [] : [`${field} : (${terms.map((term) => `"${term}"`).join(' OR ')})`]
  })
  return parts.length === 0 ? undefined : parts.join(' OR ')
}
