import { LineChart, type Series } from '../charts/line-chart.tsx'
import type { RunDetail } from '../data/api.ts'
import { compact, dateAndTime, percent, seconds } from '../format.ts'
import { Badge, Facts } from '../pieces/pieces.tsx'

export function RunFacts({ run }: { readonly run: RunDetail }) {
  const lasted = run.ended_at === null ? null : (Date.parse(run.ended_at) - Date.parse(run.started_at)) / 1000
  return (
    <Facts
      rows={[
        ['State', <Badge key="state" state={run.state} />],
        ['Command', run.command],
        ['Started', dateAndTime(run.started_at)],
        ['Took', lasted === null ? 'not ended' : seconds(lasted)],
        ['Goals tried', String(run.goals_tried)],
        ['Goals solved', `${run.goals_solved} (${percent(run.goals_solved / Math.max(1, run.goals_tried))})`],
        ['Attempts', compact(run.attempts)],
        ['CPU', seconds(run.cpu_seconds)],
        ['Seed', run.seed === null ? '—' : String(run.seed)],
      ]}
    />
  )
}

/** Goals solved against seconds since the start, so that runs of different days can be laid on top of each other. */
export function SolvedChart({
  runs,
}: {
  readonly runs: readonly { readonly name: string; readonly run: RunDetail }[]
}) {
  const series: Series[] = runs.map(({ name, run }, index) => ({
    name,
    colour: `var(--series-${index + 1})`,
    steps: true,
    points: [[0, 0] as const, ...run.solved.map((entry, place) => [entry.after_seconds, place + 1] as const)],
  }))
  return (
    <LineChart
      label="Goals solved after so many seconds"
      series={series}
      formatX={seconds}
      formatY={(value) => compact(Math.round(value))}
      height={220}
    />
  )
}
