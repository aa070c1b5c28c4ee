import type { RunComparison, StrategyStatsAnswer } from '../data/api.ts'
import * as questions from '../data/questions.ts'
import { useResource } from '../data/resource.ts'
import { count, percent, plural, seconds } from '../format.ts'
import { LeanCode } from '../lean/lean-code.tsx'
import { Empty, Panel, ScrollBox, Show } from '../pieces/pieces.tsx'
import { Link } from '../router.tsx'
import { RunFacts, SettledChart } from './run-facts.tsx'
import { solvedInDetail } from './solved.ts'

export function RunComparisonTable({ left, right }: { readonly left: string; readonly right: string }) {
  const compared = useResource(questions.comparison(left, right), ['run-ended'])
  return (
    <Show of={compared}>
      {(data) => (
        <div className="grid" data-testid="comparison">
          <Differences data={data} />
          <Panel
            title="Settled over the run"
            className="wide"
            aside={`${plural(data.both, 'goal')} settled by both`}
          >
            <SettledChart
              runs={[
                { name: 'A', run: data.left },
                { name: 'B', run: data.right },
              ]}
            />
          </Panel>
          <Panel title="A">
            <RunFacts run={data.left} />
          </Panel>
          <Panel title="B">
            <RunFacts run={data.right} />
          </Panel>
          <Panel title="Strategies side by side" className="wide">
            <SideBySide data={data} />
          </Panel>
          <Only title="Settled by A only" goals={data.only_left} />
          <Only title="Settled by B only" goals={data.only_right} />
        </div>
      )}
    </Show>
  )
}

/** What makes two runs hard to compare is said before any number. */
function Differences({ data: { left, right } }: { readonly data: RunComparison }) {
  const settings = ['bank', 'profile', 'timeout', 'cache', 'tickets'].filter(
    (name) => JSON.stringify(left.settings[name]) !== JSON.stringify(right.settings[name]),
  )
  const kinds =
    left.command === right.command ? [] : [`A is a run of ${left.command}, B one of ${right.command}`]
  const words = [
    ...kinds,
    ...(left.goals_tried === right.goals_tried
      ? []
      : [`${left.goals_tried} and ${right.goals_tried} goals were tried`]),
    ...settings.map((name) => `${name}: ${shown(left.settings[name])} and ${shown(right.settings[name])}`),
  ]
  const [before, after] = [solvedInDetail(left), solvedInDetail(right)]
  const delta = after.solved - before.solved
  const refuted = after.refuted - before.refuted
  const lemmas = after.lemmas - before.lemmas
  const cpu = right.cpu_seconds - left.cpu_seconds
  return (
    <Panel title="B against A" className="wide">
      {words.length > 0 && (
        <p className="problem" role="note">
          They differ in more than their results: {words.join('; ')}.
        </p>
      )}
      <p>
        {signed(delta)} proved, {signed(refuted)} refuted,{' '}
        {lemmas !== 0 && `${signed(lemmas)} lemmas beside the bank, `}
        {cpu < 0 ? '−' : '+'}
        {seconds(Math.abs(cpu))} of CPU
      </p>
    </Panel>
  )
}

function shown(value: unknown): string {
  return value === undefined ? 'none' : typeof value === 'string' ? value : JSON.stringify(value)
}

function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`
}

function SideBySide({ data }: { readonly data: RunComparison }) {
  const names = [
    ...new Set([...data.left.strategies, ...data.right.strategies].map((row) => row.strategy)),
  ].sort()
  const find = (side: RunComparison['left'], name: string) =>
    side.strategies.find((row) => row.strategy === name)
  return (
    <ScrollBox className="table-frame" label="Strategies of both runs">
      <table>
        <thead>
          <tr>
            <th scope="col">Strategy</th>
            {['A attempts', 'B attempts', 'A settled', 'B settled', 'A success', 'B success'].map((name) => (
              <th key={name} scope="col" className="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => {
            const a = find(data.left, name)
            const b = find(data.right, name)
            return (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="number">{count(a?.attempts ?? 0)}</td>
                <td className="number">{count(b?.attempts ?? 0)}</td>
                <td className="number">{count(settled(a))}</td>
                <td className="number">{count(settled(b))}</td>
                <td className="number">{a ? percent(a.rate) : '—'}</td>
                <td className="number">{b ? percent(b.rate) : '—'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollBox>
  )
}

const settled = (row: StrategyStatsAnswer | undefined) => (row ? row.solved + row.refuted : 0)

function Only({ title, goals }: { readonly title: string; readonly goals: RunComparison['only_left'] }) {
  return (
    <Panel title={title} aside={count(goals.length)}>
      {goals.length === 0 ? (
        <Empty title="None." />
      ) : (
        <ScrollBox className="scroll-box" label={`List: ${title}`}>
          <ul className="plain-list">
            {goals.map((goal) => (
              <li key={goal.goal_hash}>
                <Link href={`/goals/${goal.goal_hash}`}>{goal.id}</Link>{' '}
                <span className="muted">
                  <LeanCode inline text={goal.goal} />
                </span>
              </li>
            ))}
          </ul>
        </ScrollBox>
      )}
    </Panel>
  )
}
