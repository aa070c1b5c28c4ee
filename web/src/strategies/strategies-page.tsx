import { Bars } from '../charts/bars.tsx'
import { seriesColours } from '../charts/colours.ts'
import { LineChart, type Series } from '../charts/line-chart.tsx'
import type { Bandit, Strategies, StrategyStatsAnswer } from '../data/api.ts'
import * as questions from '../data/questions.ts'
import { useResource } from '../data/resource.ts'
import { ago, compact, count, moment, percent, plural, seconds } from '../format.ts'
import { Empty, PageHead, Panel, ScrollBox, Show } from '../pieces/pieces.tsx'
import { StrategyTable } from './strategy-table.tsx'

export function StrategiesPage() {
  const strategies = useResource(questions.strategies, ['attempt', 'run-ended', 'pulse'])
  return (
    <>
      <PageHead title="Strategies" />
      <Show of={strategies}>
        {(data) =>
          data.strategies.length === 0 ? (
            <Empty title="No strategy has run yet.">
              <p>
                Run <code>orch bank</code>: every attempt of every strategy is counted here, won or lost.
              </p>
            </Empty>
          ) : (
            <div className="grid">
              <Panel title="What each has achieved" className="wide">
                <StrategyTable rows={data.strategies} />
              </Panel>
              <Comparisons rows={data.strategies} />
              <BanditHistory data={data} />
              {data.bandit.map((bandit) => (
                <BanditPanel key={bandit.policy} bandit={bandit} />
              ))}
            </div>
          )
        }
      </Show>
    </>
  )
}

function Comparisons({ rows }: { readonly rows: readonly StrategyStatsAnswer[] }) {
  const colours = seriesColours(rows.map((row) => row.strategy))
  const bars = (value: (row: StrategyStatsAnswer) => number, text: (row: StrategyStatsAnswer) => string) =>
    rows.map((row) => ({
      key: row.strategy,
      label: row.strategy,
      value: value(row),
      text: text(row),
      colour: colours.get(row.strategy) ?? 'var(--accent)',
    }))
  return (
    <div className="thirds wide">
      <Panel title="Success" aside="share of attempts">
        <Bars
          label="Success rate per strategy"
          max={1}
          bars={bars(
            (row) => row.rate,
            (row) => `${percent(row.rate)} of ${compact(row.attempts)}`,
          )}
        />
      </Panel>
      <Panel title="Unique solves" aside="settled by no other">
        <Bars
          label="Unique solves per strategy"
          bars={bars(
            (row) => row.unique_solves,
            (row) => `${count(row.unique_solves)} of ${count(row.solved + row.refuted)}`,
          )}
        />
      </Panel>
      <Panel title="CPU seconds per solve" aside="shorter is better">
        <Bars
          label="CPU seconds per solve"
          bars={bars(
            (row) => row.cpu_seconds_per_solve ?? 0,
            (row) =>
              row.cpu_seconds_per_solve === null ? 'no solve yet' : seconds(row.cpu_seconds_per_solve),
          )}
        />
      </Panel>
    </div>
  )
}

function BanditHistory({ data }: { readonly data: Strategies }) {
  const { history } = data
  const names = [...new Set(history.flatMap((entry) => entry.arms.map((arm) => arm.strategy)))].sort()
  const colours = seriesColours([...data.strategies.map((row) => row.strategy), ...names])
  const series: Series[] = names.map((name) => ({
    name,
    colour: colours.get(name) ?? 'var(--accent)',
    points: history.flatMap((entry) => {
      const arm = entry.arms.find((candidate) => candidate.strategy === name)
      return arm && Number.isFinite(arm.score) ? [[Date.parse(entry.at), arm.score] as const] : []
    }),
  }))
  return (
    <Panel
      title="Scores over time: ucb"
      className="wide"
      aside="with ORCH_POLICY=ucb the highest is tried first"
    >
      {history.length === 0 ? (
        <Empty title="No running search has reported yet.">
          <p>A run reports its scores every second or two.</p>
        </Empty>
      ) : (
        <LineChart
          label="Bandit scores over time"
          series={series.filter((line) => line.points.length > 0)}
          formatX={moment}
          formatY={(value) => (value >= 100 ? compact(value) : value.toFixed(2))}
          height={220}
        />
      )}
    </Panel>
  )
}

function BanditPanel({ bandit }: { readonly bandit: Bandit }) {
  const trials = bandit.arms.reduce((sum, arm) => sum + arm.trials, 0)
  const highestFirst = bandit.arms.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))
  return (
    <Panel
      title={`Bandit now: ${bandit.policy}`}
      aside={`${plural(Math.round(trials), 'trial')}, ${ago(bandit.updated_at)}`}
    >
      <ScrollBox className="table-frame" label={`Table of ${bandit.policy}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">Strategy</th>
              <th scope="col" className="number">
                Trials
              </th>
              <th scope="col" className="number">
                Mean
              </th>
              <th scope="col" className="number">
                Score
              </th>
            </tr>
          </thead>
          <tbody>
            {highestFirst.map((arm) => (
              <tr key={arm.strategy}>
                <th scope="row">{arm.strategy}</th>
                <td className="number">{count(arm.trials)}</td>
                <td className="number">{arm.mean.toFixed(3)}</td>
                <td className="number">{arm.score === null ? '—' : arm.score.toFixed(3)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Panel>
  )
}
