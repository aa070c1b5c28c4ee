import { GraphDrawing } from '../charts/graph.tsx'
import type { BlueprintAnswer, BlueprintNodeAnswer } from '../data/api.ts'
import * as questions from '../data/questions.ts'
import { useResource } from '../data/resource.ts'
import { plural } from '../format.ts'
import { Empty, PageHead, Panel, ScrollBox, Show } from '../pieces/pieces.tsx'
import { Link } from '../router.tsx'
import { STATUSES, statusOf } from './statuses.ts'

export function BlueprintPage() {
  const blueprint = useResource(questions.blueprint, ['run-ended', 'ticket'])
  return (
    <>
      <PageHead title="Blueprint" />
      <Show of={blueprint}>
        {(data) => (data.main === null ? <None project={data.project} /> : <Whole data={data} />)}
      </Show>
    </>
  )
}

function None({ project }: { readonly project: string }) {
  return (
    <Empty title="This project has no blueprint.">
      <p>
        The dashboard looks for <code>blueprint/src/web.tex</code> in <code>{project}</code>, the folder it
        was started in.
      </p>
    </Empty>
  )
}

function Whole({ data }: { readonly data: BlueprintAnswer }) {
  return (
    <div className="stack">
      {data.unread.length > 0 && (
        <p className="note" role="note">
          {plural(data.unread.length, 'Lean file')} changed or were never read, so some statements may be
          shown as not stated. Run <code>orch blueprint status</code> to read them.
        </p>
      )}
      <Panel title="Statements" aside={`${plural(data.nodes.length, 'statement')} in ${data.main}`}>
        <Legend data={data} />
        <Drawing data={data} />
      </Panel>
      <div className="grid">
        <CriticalPath data={data} />
        <Problems data={data} />
      </div>
      <NodeTable nodes={data.nodes} />
    </div>
  )
}

function Legend({ data }: { readonly data: BlueprintAnswer }) {
  return (
    <ul className="legend" aria-label="Statements by status">
      {STATUSES.map(({ status, word, colour, meaning }) => (
        <li key={status} title={meaning}>
          <Dot colour={colour} />
          {word} <strong>{data.counts[status] ?? 0}</strong>
        </li>
      ))}
    </ul>
  )
}

function Drawing({ data: { nodes, critical_path } }: { readonly data: BlueprintAnswer }) {
  const critical = new Set(critical_path)
  const items = nodes.map((node) => {
    const { word, colour } = statusOf(node.status)
    const open = node.tickets.filter(({ status }) => status === 'open' || status === 'claimed').length
    return {
      id: node.id,
      needs: [...node.uses.statement, ...node.uses.proof],
      name: open > 0 ? `${node.id} ⚑${open}` : node.id,
      state: open > 0 ? `${word}, ${plural(open, 'ticket')} open` : word,
      colour,
      box: `is-${node.status} ${node.kind === 'definition' ? 'squared' : ''} ${critical.has(node.id) ? 'critical' : ''}`,
    }
  })
  return (
    <GraphDrawing
      items={items}
      label="Drawing of the blueprint"
      summary={items.map(({ name, state }) => `${name} ${state}`).join(', ')}
    />
  )
}

function CriticalPath({ data: { critical_path } }: { readonly data: BlueprintAnswer }) {
  return (
    <Panel title="Critical path" aside="the longest chain of what is not proved">
      {critical_path.length === 0 ? (
        <p>Nothing is left to prove.</p>
      ) : (
        <ol className="steps">
          {critical_path.map((id) => (
            <li key={id}>{id}</li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

function Problems({ data: { problems } }: { readonly data: BlueprintAnswer }) {
  return (
    <Panel title="Problems in the text" aside={plural(problems.length, 'problem')}>
      {problems.length === 0 ? (
        <p>None.</p>
      ) : (
        <ul className="problem-list">
          {problems.slice(0, 50).map(({ file, line, message }) => (
            <li key={`${file} ${line} ${message}`}>
              <code>{`${file}:${line}`}</code> {message}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function NodeTable({ nodes }: { readonly nodes: readonly BlueprintNodeAnswer[] }) {
  return (
    <Panel title="Every statement">
      <ScrollBox className="table-frame" label="Table of statements">
        <table>
          <thead>
            <tr>
              <th scope="col">Statement</th>
              <th scope="col">Status</th>
              <th scope="col">Declarations</th>
              <th scope="col">Waits for</th>
              <th scope="col">Unlocks</th>
              <th scope="col">Tickets</th>
            </tr>
          </thead>
          <tbody>
            {nodes.map((node) => (
              <NodeRow key={node.id} node={node} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Panel>
  )
}

function NodeRow({ node }: { readonly node: BlueprintNodeAnswer }) {
  const { word, colour } = statusOf(node.status)
  return (
    <tr>
      <th scope="row" title={`${node.file}:${node.line}`}>
        {node.id}
        {node.title !== null && <span className="muted"> {node.title}</span>}
      </th>
      <td>
        <span className="dotted-word">
          <Dot colour={colour} />
          {word}
        </span>
        {node.given.length > 0 && <span className="muted"> given {node.given.join(', ')}</span>}
      </td>
      <td>
        {node.declarations.map((name) => (
          <code key={name} className="card-link">
            {name}
          </code>
        ))}
      </td>
      <td>{node.waits_for.join(', ')}</td>
      <td>{node.unlocks > 0 ? node.unlocks : ''}</td>
      <td>
        {node.tickets.map(({ ticket_id, status }) => (
          <Link
            key={ticket_id}
            href={`/market?ticket=${encodeURIComponent(ticket_id)}`}
            className="card-link"
          >
            {status}
          </Link>
        ))}
      </td>
    </tr>
  )
}

/** An attribute and not a style: the pages allow no inline styles. */
function Dot({ colour }: { readonly colour: string }) {
  return (
    <svg className="dot" width="12" height="12" aria-hidden="true">
      <circle cx="6" cy="6" r="5" fill={colour} />
    </svg>
  )
}
