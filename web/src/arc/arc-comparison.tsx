import type { ArcComparisonAnswer } from '../data/api.ts'
import * as questions from '../data/questions.ts'
import { useResource } from '../data/resource.ts'
import { dateAndTime, plural } from '../format.ts'
import { Panel, ScrollBox, Show } from '../pieces/pieces.tsx'
import { Link } from '../router.tsx'

/** Two ARC runs task by task: what each solved alone, and by how much they differ. */
export function ArcComparison({ left, right }: { readonly left: string; readonly right: string }) {
  const compared = useResource(questions.arcComparison(left, right), ['run-ended'])
  return (
    <Panel title="Comparison" className="wide">
      <Show of={compared}>
        {(data) => (
          <div className="stack" data-testid="arc-comparison">
            {!data.same_tasks && (
              <p className="problem" role="note">
                The runs had different tasks: only the {data.shared} that both had are compared.
              </p>
            )}
            <Numbers data={data} />
            <Only title="Solved by A only" run={left} tasks={data.only_left} />
            <Only title="Solved by B only" run={right} tasks={data.only_right} />
          </div>
        )}
      </Show>
    </Panel>
  )
}

function Numbers({ data }: { readonly data: ArcComparisonAnswer }) {
  const rows = [
    ['Tasks file', data.left.batch_file ?? '—', data.right.batch_file ?? '—', ''],
    ['Started', dateAndTime(data.left.started_at), dateAndTime(data.right.started_at), ''],
    ['Solved', ...both(data.both + data.only_left.length, data.both + data.only_right.length)],
    ['Tests right', ...both(data.correct_left, data.correct_right)],
  ] as const
  return (
    <ScrollBox className="table-frame" label="Tasks of both runs">
      <table>
        <thead>
          <tr>
            <th scope="col">{plural(data.shared, 'task')} in both</th>
            <th scope="col">A</th>
            <th scope="col">B</th>
            <th scope="col" className="number">
              B − A
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, a, b, delta]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{a}</td>
              <td>{b}</td>
              <td className="number">{delta}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

function both(a: number, b: number): readonly [string, string, string] {
  return [String(a), String(b), b === a ? '0' : b > a ? `+${b - a}` : `−${a - b}`]
}

function Only(props: { readonly title: string; readonly run: string; readonly tasks: readonly string[] }) {
  return (
    <div>
      <h3>
        {props.title} <span className="muted">{props.tasks.length}</span>
      </h3>
      <ul className="task-names">
        {props.tasks.map((id) => (
          <li key={id}>
            <Link href={`/arc/${encodeURIComponent(props.run)}/${encodeURIComponent(id)}`}>{id}</Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
