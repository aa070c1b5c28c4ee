import { normalizeGoalText } from '../goal/index.ts'
import type { Sql, SqlReader, SqlTransaction } from './sql.ts'

type Kind = 'goal' | 'ticket'

export interface Similar {
  readonly ref: string
  /** 0 (nothing in common) to 1 (same normal form). */
  readonly similarity: number
}

// Brackets, separators and bound variables are in every goal and would only slow the search down.
const COMMON = /^(?:[()[\]{}⟨⟩⦃⦄,;:~?]+|⊢|_|#\d.*)$/u
const CANDIDATES = 200
/** Ranking more rows than this takes too long; words that are in most of them tell nothing anyway. */
const MOST_RANKED = 5_000

/** The normal form as a line of plain words, the same for every database's tokenizer. */
export function searchWords(text: string, context: readonly string[] = []): string {
  return normalizeGoalText(text, context).split(' ').map(plainWord).filter(Boolean).join(' ')
}

function plainWord(token: string): string {
  return token === '' || COMMON.test(token) ? '' : `w${Buffer.from(token, 'utf8').toString('hex')}`
}

export async function indexForSearch(
  sql: Sql,
  transaction: SqlTransaction,
  rows: readonly { kind: Kind; ref: string; words: string }[],
): Promise<void> {
  const conflict = sql.dialect === 'postgres' ? ' on conflict (kind, ref) do nothing' : ''
  const values = rows.map(({ kind, ref, words }) => [kind, ref, words])
  await transaction.runMany(`insert into search_index (kind, ref, words) values (?, ?, ?)${conflict}`, values)
}

/** Candidates by full-text search, then ranked by what they share, so that both databases agree. */
export async function findSimilar(
  sql: Sql,
  reader: SqlReader,
  { kind, words, limit }: { kind: Kind; words: string; limit: number },
): Promise<Similar[]> {
  const wanted = words.split(' ').filter(Boolean)
  if (wanted.length === 0) return []
  const terms = [...new Set(wanted)]
  const [query, match] =
    sql.dialect === 'sqlite'
      ? await sqliteQuery(reader, terms)
      : [
          `select ref, words from search_index, to_tsquery('simple', ?) as wanted
            where vector @@ wanted and kind = ? order by ts_rank(vector, wanted) desc limit ?`,
          terms.join(' | '),
        ]
  const rows = await reader.all<{ ref: string; words: string }>(query, [match, kind, CANDIDATES])
  return rows
    .map(({ ref, words: found }) => ({ ref, similarity: overlap(wanted, found.split(' ')) }))
    .sort((left, right) => right.similarity - left.similarity || (left.ref < right.ref ? -1 : 1))
    .slice(0, limit)
}

/** By the rarest words, as many as can be ranked in time; by the rarest one unranked where even that is in too many. */
async function sqliteQuery(
  reader: SqlReader,
  terms: readonly string[],
): Promise<[query: string, match: string]> {
  const counts = await reader.all<{ term: string; doc: number }>(
    `select term, doc from search_words where term in (${terms.map(() => '?').join(', ')}) order by doc, term`,
    [...terms],
  )
  const rare: string[] = []
  let rows = 0
  for (const { term, doc } of counts) {
    rows += doc
    if (rows > MOST_RANKED) break
    rare.push(term)
  }
  const select = 'select ref, words from search_index where search_index match ? and kind = ?'
  const [rarest] = counts
  if (rare.length === 0 && rarest) return [`${select} limit ?`, rarest.term]
  return [`${select} order by rank limit ?`, (rare.length > 0 ? rare : terms).join(' OR ')]
}

/** Dice coefficient over words and pairs of neighbouring words: order matters a little. */
function overlap(left: readonly string[], right: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const part of parts(left)) counts.set(part, (counts.get(part) ?? 0) + 1)
  const others = parts(right)
  let shared = 0
  for (const part of others) {
    const count = counts.get(part) ?? 0
    if (count === 0) continue
    counts.set(part, count - 1)
    shared += 1
  }
  return (2 * shared) / (parts(left).length + others.length)
}

function parts(words: readonly string[]): string[] {
  return [...words, ...words.slice(1).map((word, index) => `${words[index]} ${word}`)]
}
