import { seriesColours } from '../charts/colours.ts'
import type { StrategyStatsAnswer } from '../data/api.ts'
import { count, percent, seconds } from '../format.ts'
import { ScrollBox } from '../pieces/pieces.tsx'

export function StrategyTable({ rows }: { readonly rows: readonly StrategyStatsAnswer[] }) {
  const colours = seriesColours(rows.map((row) => row.strategy))
  return (
    <ScrollBox className="table-frame" label="Table of strategies">
      <table>
        <thead>
          <tr>
            <th scope="col">Strategy</th>
            {[
              'Attempts',
              'Proved',
              'Refuted',
              'Success',
              'Only it',
              'Mean time',
              'CPU',
              'CPU per solve',
              'Cache hits',
            ].map((name) => (
              <th key={name} scope="col" className="number">
                {name}
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
              <td className="number">{count(row.attempts)}</td>
              <td className="number">{count(row.solved)}</td>
              <td className="number">{count(row.refuted)}</td>
              <td className="number">{percent(row.rate)}</td>
              <td className="number">{count(row.unique_solves)}</td>
              <td className="number">{seconds(row.mean_time_seconds)}</td>
              <td className="number">{seconds(row.cpu_seconds)}</td>
              <td className="number">
                {row.cpu_seconds_per_solve === null ? '—' : seconds(row.cpu_seconds_per_solve)}
              </td>
              <td className="number">{row.cache_hit_rate === null ? '—' : percent(row.cache_hit_rate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
