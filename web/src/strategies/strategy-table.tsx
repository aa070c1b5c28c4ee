import { seriesColours } from '../charts/colours.ts'
import type { StrategyStatsAnswer } from '../data/api.ts'
import { count, percent, seconds } from '../format.ts'
import { ScrollBox } from '../pieces/pieces.tsx'

interface Column {
  readonly name: string
  /** What it is called where tasks are solved instead of goals proved; null where it has no meaning there. */
  readonly ofTasks?: string | null
  readonly value: (row: StrategyStatsAnswer) => string
}

const COLUMNS: readonly Column[] = [
  { name: 'Attempts', value: (row) => count(row.attempts) },
  { name: 'Proved', ofTasks: 'Solved', value: (row) => count(row.solved) },
  { name: 'Refuted', ofTasks: null, value: (row) => count(row.refuted) },
  { name: 'Success', value: (row) => percent(row.rate) },
  { name: 'Only it', value: (row) => count(row.unique_solves) },
  { name: 'Mean time', value: (row) => seconds(row.mean_time_seconds) },
  { name: 'CPU', value: (row) => seconds(row.cpu_seconds) },
  {
    name: 'CPU per solve',
    value: (row) => (row.cpu_seconds_per_solve === null ? '—' : seconds(row.cpu_seconds_per_solve)),
  },
  {
    name: 'Cache hits',
    ofTasks: null,
    value: (row) => (row.cache_hit_rate === null ? '—' : percent(row.cache_hit_rate)),
  },
]

export function StrategyTable(props: {
  readonly rows: readonly StrategyStatsAnswer[]
  readonly isArc?: boolean
}) {
  const { rows, isArc = false } = props
  const colours = seriesColours(rows.map((row) => row.strategy))
  const columns = COLUMNS.filter(({ ofTasks }) => !isArc || ofTasks !== null)
  return (
    <ScrollBox className="table-frame" label="Table of strategies">
      <table>
        <thead>
          <tr>
            <th scope="col">Strategy</th>
            {columns.map(({ name, ofTasks }) => (
              <th key={name} scope="col" className="number">
                {(isArc && ofTasks) || name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.strategy}>
              <th scope="row">
                <i className="swatch" style={{ background: colours.get(row.strategy) ?? 'var(--accent)' }} />
                {row.strategy}
              </th>
              {columns.map(({ name, value }) => (
                <td key={name} className="number">
                  {value(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
