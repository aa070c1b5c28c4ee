/**
 * What each row of the tables of tactics has earned, from the attempts in a ledger: uses, proofs that have it, CPU
 * seconds, and proofs per CPU second. Rows that were used and are in no proof are listed below the table: those that
 * stay there over all sets of bench/strategies are to be removed.
 *
 *   node bench/strategies/run.ts --strategy micro --strategy copilot --ledger /tmp/earned
 *   node bench/tactics/run.ts --ledger /tmp/earned [--strategy copilot]
 */
import { parseArgs } from 'node:util'
import { loadConfig } from '../../src/config/index.ts'
import { openLedger } from '../../src/ledger/index.ts'
import {
  CLOSERS,
  INDUCTIONS,
  MOVES,
  namesOf,
  PREMISE_CLOSERS,
  PREMISE_MOVES,
  PREPARATIONS,
} from '../../src/tactics/index.ts'

const { values } = parseArgs({
  options: { strategy: { type: 'string' }, ledger: { type: 'string' } },
})

interface Earned {
  readonly strategy: string
  readonly row_name: string
  readonly uses: number
  readonly solves: number
  readonly cpu_seconds: number
}

const { config } = loadConfig()
const ledger = await openLedger(values.ledger === undefined ? config : { home: values.ledger })
const rows = (await ledger.sql.all<Earned>('select * from tactic_rows')).filter(
  ({ strategy }) => values.strategy === undefined || strategy === values.strategy,
)
await ledger.close()

const perSecond = ({ solves, cpu_seconds: seconds }: Earned): number => solves / Math.max(seconds, 0.001)
const line = (cells: readonly (string | number)[]): string =>
  cells
    .map((cell, at) => (at < 2 ? String(cell).padEnd(at === 0 ? 10 : 38) : String(cell).padStart(9)))
    .join(' ')

console.log(line(['strategy', 'row', 'uses', 'proofs', 'CPU s', 'proofs/s']))
for (const row of rows.toSorted((one, other) => perSecond(other) - perSecond(one))) {
  const { strategy, row_name: name, uses, solves, cpu_seconds: seconds } = row
  console.log(line([strategy, name, uses, solves, seconds.toFixed(2), perSecond(row).toFixed(2)]))
}

const known = [CLOSERS, INDUCTIONS, MOVES, PREMISE_CLOSERS, PREMISE_MOVES, PREPARATIONS].flatMap((table) =>
  namesOf<string>(table),
)
const solvesOf = (name: string): number =>
  rows.filter((row) => row.row_name === name).reduce((sum, { solves }) => sum + solves, 0)
const used = new Set(rows.map((row) => row.row_name))
console.log(
  `\nused, and in no proof: ${[...used].filter((name) => solvesOf(name) === 0).join(', ') || 'none'}`,
)
console.log(`never used: ${[...new Set(known)].filter((name) => !used.has(name)).join(', ') || 'none'}`)
