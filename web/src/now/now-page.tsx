import { Bars } from '../charts/bars.tsx'
import { seriesColours } from '../charts/colours.ts'
import { LineChart, type Series } from '../charts/line-chart.tsx'
import { MachineChart } from '../charts/machine-chart.tsx'
import type { AttemptAnswer, SolvedOverTime, Stats } from '../data/api.ts'
import { usePulses } from '../data/live.ts'
import * as questions from '../data/questions.ts'
import { useResource } from '../data/resource.ts'
import { ago, compact, count, moment, percent, plural, seconds, timeOfDay } from '../format.ts'
import { LeanCode } from '../lean/lean-code.tsx'
import { Badge, Empty, PageHead, Panel, Show, Stat } from '../pieces/pieces.tsx'
import { Link } from '../router.tsx'
import { RunningRun } from './running-run.tsx'
import { StartRun } from './start-run.tsx'

export function NowPage() {
  const runs = useResource(questions.latestRuns, ['run-started', 'run-ended', 'run-changed', 'clock'])
  const stats = useResource(questions.stats, ['attempt', 'goal', 'run-ended'])
  const pulses = usePulses()
  const going = runs.data?.items.filter((run) => ['running', 'paused', 'stopping'].includes(run.state)) ?? []
  return (
    <>
      <PageHead title="Now">
        <StartRun />
      </PageHead>
      <Show of={stats}>{(data) => <Totals stats={data} running={going.length} />}</Show>
      <div className="grid four">
        {going.map((run) => (
          <RunningRun key={run.run_id} run={run} pulse={pulses.get(run.run_id) ?? run.pulse} />
        ))}
        {runs.data && going.length === 0 && (
          <Panel title="Running" className="wide">
            <Empty title="No run is going on.">
              <p>
                Start one above, or in a terminal: <code>orch bank</code> for the bank of goals,{' '}
                <code>orch bg</code> to keep searching, <code>orch fill</code> for the holes of a project.
                What <code>orch prove</code> tries is no run: it shows among the latest attempts.
              </p>
            </Empty>
          </Panel>
        )}
        <Solved />
        <Cpu />
        <Panel title="Strategy race" aside={<Link href="/strategies">details</Link>}>
          <Show of={stats}>{(data) => <Race stats={data} />}</Show>
        </Panel>
        <Latest />
      </div>
    </>
  )
}

function Totals({ stats, running }: { readonly stats: Stats; readonly running: number }) {
  const { goals } = stats
  return (
    <dl className="stats" data-testid="totals">
      <Stat name="Proved" value={count(goals.proved)} note={`of ${plural(goals.total, 'goal')}`} />
      <Stat name="Open" value={count(goals.open)} note="still to be settled" />
      <Stat name="Refuted" value={count(goals.refuted)} note="shown to be false" />
      <Stat
        name="Attempts"
        value={compact(stats.total_attempts)}
        note={`${percent(stats.success_rate)} proved or refuted`}
      />
      <Stat name="CPU time" value={seconds(stats.cpu_seconds)} note="in all attempts" />
      <Stat name="Runs" value={count(running)} note="going on now" />
    </dl>
  )
}

function Solved() {
  const solved = useResource(questions.solved, ['attempt', 'run-ended'])
  return (
    <Panel title="Settled over time">
      <Show of={solved}>
        {({ points }) =>
          points.length === 0 ? (
            <Empty title="Nothing is settled yet.">
              <p>The curve begins with the first proof that the checker accepts.</p>
            </Empty>
          ) : (
            <LineChart
              label="Goals settled over time"
              series={settledSeries(points)}
              formatX={moment}
              formatY={(value) => compact(value)}
            />
          )
        }
      </Show>
    </Panel>
  )
}

/** Proved and refuted apart, so that both lines end in the numbers at the top of the page. */
function settledSeries(points: SolvedOverTime['points']): Series[] {
  const line = (name: string, colour: string, of: 'proved' | 'refuted'): Series => {
    let total = 0
    const stairs = points.map((point) => {
      total += point[of]
      return [Date.parse(point.at), total] as const
    })
    return { name, colour, steps: true, points: stairs }
  }
  const lines = [line('Proved', 'var(--series-1)', 'proved'), line('Refuted', 'var(--series-2)', 'refuted')]
  return points.some((point) => point.refuted > 0) ? lines : lines.slice(0, 1)
}

function Cpu() {
  const history = useResource(questions.machineHistory(10), ['pulse', 'clock'])
  return (
    <Panel title="CPU against target" aside={history.data && plural(history.data.cores, 'core')}>
      <Show of={history}>
        {({ samples }) => (
          <MachineChart
            label="CPU and memory use of this machine"
            samples={samples}
            target={samples.findLast((sample) => sample.cpu_target !== null)?.cpu_target}
          />
        )}
      </Show>
    </Panel>
  )
}

function Race({ stats }: { readonly stats: Stats }) {
  if (stats.strategies.length === 0) {
    return (
      <Empty title="No strategy has run yet.">
        <p>Each line here will show how many goals a strategy has settled.</p>
      </Empty>
    )
  }
  const colours = seriesColours(stats.strategies.map((entry) => entry.strategy))
  const solvers = stats.strategies.filter((entry) => entry.cpu_seconds_per_solve !== null)
  return (
    <>
      <Bars
        label="Goals settled per strategy"
        bars={stats.strategies
          .toSorted((a, b) => b.solved + b.refuted - a.solved - a.refuted)
          .map((entry) => ({
            key: entry.strategy,
            label: entry.strategy,
            value: entry.solved + entry.refuted,
            text: `${count(entry.solved + entry.refuted)} settled · ${percent(entry.rate)}`,
            colour: colours.get(entry.strategy) ?? 'var(--accent)',
          }))}
      />
      {solvers.length > 0 && (
        <>
          <h3 className="race-cost">CPU time per solve, shorter is better</h3>
          <Bars
            label="CPU time per solve of each strategy"
            bars={solvers
              .toSorted((a, b) => (a.cpu_seconds_per_solve ?? 0) - (b.cpu_seconds_per_solve ?? 0))
              .map((entry) => ({
                key: entry.strategy,
                label: entry.strategy,
                value: entry.cpu_seconds_per_solve ?? 0,
                text: seconds(entry.cpu_seconds_per_solve ?? 0),
                colour: colours.get(entry.strategy) ?? 'var(--accent)',
              }))}
          />
        </>
      )}
    </>
  )
}

/** The list goes by when attempts ended. */
const endOf = ({ started_at, time_seconds }: AttemptAnswer) => Date.parse(started_at) + time_seconds * 1000

function Latest() {
  const latest = useResource(questions.latestAttempts, ['attempt'])
  return (
    <Panel title="Latest attempts">
      <Show of={latest}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No attempt yet." />
          ) : (
            <ol className="feed" data-testid="latest" data-arrows="list">
              {items.map((attempt) => (
                <li key={attempt.attempt_id}>
                  <Badge state={attempt.outcome} />
                  <Link href={`/goals/${attempt.goal_hash}`} className="feed-goal">
                    <LeanCode inline text={attempt.proved_type ?? attempt.goal_text} />
                  </Link>
                  <span className="muted">{attempt.strategy}</span>
                  <span className="muted number" title={timeOfDay(endOf(attempt))}>
                    {ago(endOf(attempt))}
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </Show>
    </Panel>
  )
}
