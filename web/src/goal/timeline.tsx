import { linear } from '../charts/scale.ts'
import { useWidth } from '../charts/use-width.ts'
import type { AttemptAnswer } from '../data/api.ts'
import { dateAndTime, seconds, shortId, timeOfDay } from '../format.ts'
import { Badge, Empty, ScrollBox } from '../pieces/pieces.tsx'
import { Link } from '../router.tsx'

const ROW = 24
const LEFT = 84
const COLOURS: Readonly<Record<string, string>> = {
  proved: 'var(--good)',
  refuted: 'var(--warn)',
  timeout: 'var(--series-2)',
  failed: 'var(--idle)',
  cancelled: 'var(--line-strong)',
  error: 'var(--bad)',
}

/** All attempts on a goal as bars on a time line, one row per strategy, with the table below. */
export function Timeline({ attempts }: { readonly attempts: readonly AttemptAnswer[] }) {
  if (attempts.length === 0) {
    return (
      <Empty title="Nobody has tried this goal yet.">
        <p>
          <code>orch bg</code> takes up every open goal.
        </p>
      </Empty>
    )
  }
  return (
    <>
      <Bars attempts={attempts} />
      <ScrollBox className="table-frame" label="Table of attempts">
        <table>
          <thead>
            <tr>
              <th scope="col">Outcome</th>
              <th scope="col">Strategy</th>
              <th scope="col" className="number">
                Started
              </th>
              <th scope="col" className="number">
                Time
              </th>
              <th scope="col" className="number">
                CPU
              </th>
              <th scope="col">Run</th>
              <th scope="col">What happened</th>
            </tr>
          </thead>
          <tbody>
            {attempts.map((attempt) => (
              <tr key={attempt.attempt_id}>
                <td>
                  <Badge state={attempt.outcome} />
                </td>
                <td>{attempt.strategy}</td>
                <td className="number" title={dateAndTime(attempt.started_at)}>
                  {timeOfDay(attempt.started_at)}
                </td>
                <td className="number">{seconds(attempt.time_seconds)}</td>
                <td className="number">{seconds(attempt.cpu_seconds)}</td>
                <td>
                  {attempt.run_id !== null && (
                    <Link href={`/runs/${attempt.run_id}`}>{shortId(attempt.run_id)}</Link>
                  )}
                </td>
                <td className="what">{attempt.error ?? attempt.tactics.join('; ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  )
}

function Bars({ attempts }: { readonly attempts: readonly AttemptAnswer[] }) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const rows = [...new Set(attempts.map((attempt) => attempt.strategy))].sort()
  const begin = Math.min(...attempts.map((attempt) => Date.parse(attempt.started_at)))
  const end = Math.max(
    begin + 1000,
    ...attempts.map((attempt) => Date.parse(attempt.started_at) + attempt.time_seconds * 1000),
  )
  const x = linear([begin, end], [LEFT, Math.max(LEFT + 1, width - 8)])
  const height = rows.length * ROW + 20
  return (
    <div ref={ref} className="timeline">
      {width > 0 && (
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={`${attempts.length} attempts by ${rows.join(', ')} within ${seconds((end - begin) / 1000)}`}
        >
          {rows.map((strategy, row) => (
            <g key={strategy}>
              <text className="chart-text" x={0} y={row * ROW + 16}>
                {strategy}
              </text>
              <line
                className="chart-rule"
                x1={LEFT}
                x2={width - 8}
                y1={row * ROW + 23.5}
                y2={row * ROW + 23.5}
              />
            </g>
          ))}
          {attempts.map((attempt) => {
            const from = x(Date.parse(attempt.started_at))
            const to = x(Date.parse(attempt.started_at) + attempt.time_seconds * 1000)
            return (
              <rect
                key={attempt.attempt_id}
                x={from}
                y={rows.indexOf(attempt.strategy) * ROW + 5}
                width={Math.max(4, to - from)}
                height={ROW - 10}
                rx={2}
                fill={COLOURS[attempt.outcome] ?? 'var(--idle)'}
              >
                <title>{`${attempt.strategy}: ${attempt.outcome} after ${seconds(attempt.time_seconds)}`}</title>
              </rect>
            )
          })}
          <text className="chart-text" x={LEFT} y={height - 4}>
            {timeOfDay(begin)}
          </text>
          <text className="chart-text" x={width - 8} y={height - 4} textAnchor="end">
            + {seconds((end - begin) / 1000)}
          </text>
        </svg>
      )}
    </div>
  )
}
