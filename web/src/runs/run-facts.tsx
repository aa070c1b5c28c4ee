import { LineChart, type Series } from '../charts/line-chart.tsx'
import type { RunDetail } from '../data/api.ts'
import { compact, dateAndTime, percent, seconds } from '../format.ts'
import { Badge, FactList } from '../pieces/pieces.tsx'
import { solvedInDetail } from './solved.ts'

/** An ARC run has tasks that are solved, any other goals that are proved. */
export const isArcRun = ({ command }: { readonly command: string }) => command === 'arc run'

export function RunFacts({ run }: { readonly run: RunDetail }) {
  const lasted = run.ended_at === null ? null : (Date.parse(run.ended_at) - Date.parse(run.started_at)) / 1000
  const { solved, refuted, total, lemmas } = solvedInDetail(run)
  const illTyped = Number(run.summary?.goals_ill_typed ?? 0)
  return (
    <FactList
      rows={[
        ['State', <Badge key="state" state={run.state} />],
        ['Command', run.command],
        ['Started', dateAndTime(run.started_at)],
        ['Took', lasted === null ? 'not ended' : seconds(lasted)],
        [
          isArcRun(run) ? 'Tasks tried' : 'Goals tried',
          `${run.goals_tried}${lemmas > 0 ? ', lemmas included' : ''}`,
        ],
        ...(typeof run.settings.bank === 'string' ? [['Bank', run.settings.bank] as const] : []),
        [
          isArcRun(run) ? 'Tasks solved' : 'Goals proved',
          `${solved} of ${total} (${percent(solved / Math.max(1, total))})`,
        ],
        ...(isArcRun(run) ? [] : [['Goals refuted', String(refuted)] as const]),
        ...(illTyped > 0 ? [['Ill-typed', `${illTyped}, never tried`] as const] : []),
        ...(lemmas > 0 ? [['Lemmas beside them', `${lemmas} proved`] as const] : []),
        ['Attempts', compact(run.attempts)],
        ['CPU', seconds(run.cpu_seconds)],
        ...leanCpuRows(run.summary),
        ['Seed', run.seed === null ? '—' : String(run.seed)],
      ]}
    />
  )
}

/** Where Lean's CPU time went, for runs that say so. */
function leanCpuRows(summary: RunDetail['summary']): (readonly [string, string])[] {
  const spent = summary?.lean_cpu
  if (typeof spent !== 'object' || spent === null) return []
  const numbers = Object.entries(spent).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  )
  const { total = 0, processes = 0, killed = 0, ...shares } = Object.fromEntries(numbers)
  const parts = Object.entries(shares)
    .filter(([, value]) => value > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, value]) => `${name.replace('_', ' ')} ${percent(value / Math.max(total, value))}`)
  const rows: (readonly [string, string])[] = [['CPU of Lean', `${seconds(total)}: ${parts.join(', ')}`]]
  const ended = killed > 0 ? `, ${killed} killed because they did not stop` : ''
  if (processes > 0) rows.push(['Lean processes', `${processes}${ended}`])
  return rows
}

/** What was settled against seconds since the start, so that runs of different days can be laid on top of each other. */
export function SettledChart({
  runs,
}: {
  readonly runs: readonly { readonly name: string; readonly run: RunDetail }[]
}) {
  const what = runs.every(({ run }) => isArcRun(run)) ? 'Tasks solved' : 'Goals settled'
  const series: Series[] = runs.map(({ name, run }, index) => ({
    name,
    colour: `var(--series-${index + 1})`,
    steps: true,
    points: [[0, 0] as const, ...run.solved.map((entry, place) => [entry.after_seconds, place + 1] as const)],
  }))
  return (
    <LineChart
      label={`${what} after so many seconds`}
      series={series}
      formatX={seconds}
      formatY={(value) => compact(Math.round(value))}
      height={220}
    />
  )
}
