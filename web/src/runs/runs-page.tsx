import { ArcComparison } from '../arc/arc-comparison.tsx'
import type { RunAnswer } from '../data/api.ts'
import * as questions from '../data/questions.ts'
import { useResource } from '../data/resource.ts'
import { dateAndTime, seconds, shortId } from '../format.ts'
import { Badge, Empty, PageHead, Panel, ScrollBox, Show } from '../pieces/pieces.tsx'
import { Link, useParam } from '../router.tsx'
import { RunComparisonTable } from './comparison.tsx'
import { isArcRun } from './run-facts.tsx'
import { solvedOf } from './solved.ts'

export function RunsPage() {
  const runs = useResource(questions.manyRuns, ['run-started', 'run-ended', 'run-changed'])
  const [left, setLeft] = useParam('left')
  const [right, setRight] = useParam('right')
  return (
    <>
      <PageHead title="Runs" />
      <Show of={runs}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No run yet.">
              <p>
                Every <code>orch bank</code> and <code>orch bg</code> is a run. Two of them can be compared
                here.
              </p>
            </Empty>
          ) : (
            <div className="stack">
              <Panel title="All runs" aside="choose two to compare them">
                <ScrollBox className="scroll-box" label="Table of runs">
                  <table data-arrows="list">
                    <thead>
                      <tr>
                        <th scope="col">A</th>
                        <th scope="col">B</th>
                        <th scope="col">Run</th>
                        <th scope="col">Command</th>
                        <th scope="col">State</th>
                        <th scope="col" className="number">
                          Started
                        </th>
                        <th scope="col" className="number">
                          Took
                        </th>
                        <th scope="col" className="number">
                          Solved
                        </th>
                      </tr>
                    </thead>
                    <tbody>
                      {items.map((run) => (
                        <tr
                          key={run.run_id}
                          className={[left, right].includes(run.run_id) ? 'chosen' : undefined}
                        >
                          <td>
                            <Choice side="A" run={run} chosen={left} onChoose={setLeft} />
                          </td>
                          <td>
                            <Choice side="B" run={run} chosen={right} onChoose={setRight} />
                          </td>
                          <td>
                            <Link href={`/runs/${run.run_id}`}>{shortId(run.run_id)}</Link>
                          </td>
                          <td>{run.command}</td>
                          <td>
                            <Badge state={run.state} />
                          </td>
                          <td className="number">{dateAndTime(run.started_at)}</td>
                          <td className="number">{took(run)}</td>
                          <td className="number">{solved(run)}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </ScrollBox>
              </Panel>
              {left !== '' && right !== '' && left !== right ? (
                <Compared left={left} right={right} arc={arcSides(items, [left, right])} />
              ) : (
                <Panel title="Comparison">
                  <Empty
                    title={
                      left !== '' && left === right
                        ? 'A and B are the same run.'
                        : 'Choose a run A and a run B.'
                    }
                  >
                    <p>
                      Which goals only one of them settled, how fast, and what each strategy did, shows here.
                    </p>
                  </Empty>
                </Panel>
              )}
            </div>
          )
        }
      </Show>
    </>
  )
}

/** ARC runs have a comparison of their own, task by task; one of each kind has nothing to compare. */
function Compared(props: { readonly left: string; readonly right: string; readonly arc: number }) {
  const { left, right, arc } = props
  if (arc === 0) return <RunComparisonTable left={left} right={right} />
  if (arc === 2) return <ArcComparison left={left} right={right} />
  return (
    <Panel title="Comparison">
      <Empty title="One of them is an ARC run, the other is about goals.">
        <p>Choose two of the same kind.</p>
      </Empty>
    </Panel>
  )
}

function arcSides(runs: readonly RunAnswer[], chosen: readonly string[]): number {
  return runs.filter((run) => isArcRun(run) && chosen.includes(run.run_id)).length
}

function Choice(props: {
  readonly side: 'A' | 'B'
  readonly run: RunAnswer
  readonly chosen: string
  readonly onChoose: (id: string) => void
}) {
  const { side, run } = props
  return (
    <input
      type="radio"
      name={`run-${side}`}
      aria-label={`Run ${shortId(run.run_id)} as ${side}`}
      checked={props.chosen === run.run_id}
      onChange={() => props.onChoose(run.run_id)}
    />
  )
}

function took(run: RunAnswer): string {
  return run.ended_at === null ? '—' : seconds((Date.parse(run.ended_at) - Date.parse(run.started_at)) / 1000)
}

function solved(run: RunAnswer): string {
  const known = solvedOf(run)
  if (!known) return '—'
  const whole = known.total === undefined ? '' : ` of ${known.total}${isArcRun(run) ? ' tasks' : ''}`
  return `${known.solved}${whole}${known.refuted > 0 ? `, ${known.refuted} refuted` : ''}`
}
