import type { RunDetail } from '../data/api.ts'
import * as questions from '../data/questions.ts'
import { useResource } from '../data/resource.ts'
import { seconds, shortId } from '../format.ts'
import { Badge, CopyButton, Empty, FactList, PageHead, Panel, ScrollBox, Show } from '../pieces/pieces.tsx'
import { Link } from '../router.tsx'
import { StrategyTable } from '../strategies/strategy-table.tsx'
import { isArcRun, RunFacts, SettledChart } from './run-facts.tsx'
import { solvedInDetail } from './solved.ts'

export function RunPage({ params }: { readonly params: readonly string[] }) {
  const id = params[0] ?? ''
  const run = useResource(questions.run(id), ['attempt', 'run-ended', 'run-changed'])
  return (
    <>
      <PageHead title={`Run ${shortId(id)}`}>
        <CopyButton text={id} label="Copy id" what="of the run" />
        <Link href={`/runs?left=${encodeURIComponent(id)}`}>compare with another</Link>
      </PageHead>
      <Show of={run}>
        {(data) => {
          const verb = isArcRun(data) ? 'Solved' : 'Settled'
          return (
            <div className="grid">
              <Panel title="What it did">
                <RunFacts run={data} />
              </Panel>
              <Panel title={verb}>
                {data.solved.length === 0 ? (
                  <Empty title={`This run has ${verb.toLowerCase()} nothing.`} />
                ) : (
                  <SettledChart runs={[{ name: verb, run: data }]} />
                )}
              </Panel>
              <Panel title="Strategies" className="wide">
                {data.strategies.length === 0 ? (
                  <Empty title="No attempt yet." />
                ) : (
                  <StrategyTable rows={data.strategies} isArc={isArcRun(data)} />
                )}
              </Panel>
              <Panel
                title={isArcRun(data) ? 'Solved tasks' : 'Settled goals'}
                aside={
                  solvedInDetail(data).lemmas > 0
                    ? `${data.solved.length}, lemmas included`
                    : data.solved.length
                }
              >
                <SettledList run={data} />
              </Panel>
              <Panel title="Settings">
                <FactList
                  rows={Object.entries(data.settings).map(
                    ([name, value]) => [name, <code key={name}>{plainSetting(value)}</code>] as const,
                  )}
                />
              </Panel>
            </div>
          )
        }}
      </Show>
    </>
  )
}

function SettledList({ run }: { readonly run: RunDetail }) {
  if (run.solved.length === 0) return <Empty title="None." />
  return (
    <ScrollBox className="scroll-box" label="Table of what was found">
      <table>
        <thead>
          <tr>
            {!isArcRun(run) && <th scope="col">Outcome</th>}
            <th scope="col">{isArcRun(run) ? 'Task' : 'Goal'}</th>
            <th scope="col">Strategy</th>
            <th scope="col" className="number">
              After
            </th>
          </tr>
        </thead>
        <tbody>
          {run.solved.map((entry) => (
            <tr key={entry.goal_hash}>
              {!isArcRun(run) && (
                <td>
                  <Badge state={entry.outcome} />
                </td>
              )}
              <td>
                <Link
                  href={
                    isArcRun(run)
                      ? `/arc/${encodeURIComponent(run.run_id)}/${encodeURIComponent(entry.goal_id)}`
                      : `/goals/${entry.goal_hash}`
                  }
                >
                  {entry.goal_id}
                </Link>
              </td>
              <td>{entry.strategy}</td>
              <td className="number">{seconds(entry.after_seconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

function plainSetting(value: unknown): string {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
