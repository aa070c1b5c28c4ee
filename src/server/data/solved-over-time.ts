import type { SolvedOverTime } from '../../api/index.ts'
import { type Ledger, type SolvedRange, solvedPer, solvedRange } from '../../ledger/index.ts'

/** Prefixes of an ISO time that stand for a bucket, finest first. */
const BUCKETS = [
  { seconds: 1, length: 19, rest: 'Z' },
  { seconds: 60, length: 16, rest: ':00Z' },
  { seconds: 3600, length: 13, rest: ':00:00Z' },
  { seconds: 86_400, length: 10, rest: 'T00:00:00Z' },
] as const
const MOST_POINTS = 1_000

/** Goals solved over time; counted anew only when one more is solved. */
export class SolvedCurve {
  readonly #known = new WeakMap<Ledger, { range: SolvedRange; seconds: number; curve: SolvedOverTime }>()

  async of(ledger: Ledger, wanted: number | undefined): Promise<SolvedOverTime> {
    const range = await solvedRange(ledger)
    const span = range.first && range.last ? (Date.parse(range.last) - Date.parse(range.first)) / 1000 : 0
    const least = Math.max(wanted ?? 0, span / MOST_POINTS)
    const bucket = BUCKETS.find(({ seconds }) => seconds >= least) ?? BUCKETS[3]
    const before = this.#known.get(ledger)
    const isSame =
      before?.seconds === bucket.seconds &&
      before.range.count === range.count &&
      before.range.last === range.last
    if (isSame) return before.curve
    const curve = await readCurve(ledger, bucket)
    this.#known.set(ledger, { range, seconds: bucket.seconds, curve })
    return curve
  }
}

async function readCurve(ledger: Ledger, bucket: (typeof BUCKETS)[number]): Promise<SolvedOverTime> {
  const rows = await solvedPer(ledger, bucket.length)
  const points: { at: string; proved: number; refuted: number; total: number }[] = []
  let total = 0
  for (const { at, status, count } of rows) {
    const time = `${at}${bucket.rest}`
    const last = points.at(-1)
    const point = last?.at === time ? last : { at: time, proved: 0, refuted: 0, total }
    if (point !== last) points.push(point)
    point[status === 'proved' ? 'proved' : 'refuted'] += count
    total += count
    point.total = total
  }
  return { bucket_seconds: bucket.seconds, points }
}
