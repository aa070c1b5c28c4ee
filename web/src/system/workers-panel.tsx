/** Workers of all machines, and the jobs that broke every one of them. */
import type { Workers } from '../data/api.ts'
import * as questions from '../data/questions.ts'
import { useResource } from '../data/resource.ts'
import { plural, seconds, timeOfDay } from '../format.ts'
import { Badge, Empty, Panel, ScrollBox, Show } from '../pieces/pieces.tsx'

export function WorkersPanel() {
  const workers = useResource(questions.workers, ['clock'])
  return (
    <Panel title="Workers" className="wide" aside={workers.data && aside(workers.data)}>
      <Show of={workers}>
        {(data) => (
          <>
            {data.workers.length === 0 ? <NoWorkers shared={data.shared} /> : <WorkerTable {...data} />}
            {data.dead > 0 && <DeadJobs {...data} />}
          </>
        )}
      </Show>
    </Panel>
  )
}

function aside({ queues, dead }: Workers): string {
  const sum = (of: 'waiting' | 'active') => queues.reduce((total, queue) => total + queue[of], 0)
  return `${sum('waiting')} waiting, ${sum('active')} active, ${dead} dead`
}

function NoWorkers({ shared }: { readonly shared: boolean }) {
  return (
    <Empty title={shared ? 'No worker has been heard of.' : 'This ledger belongs to one machine.'}>
      <p className="muted">
        {shared ? (
          <>
            Start one with <code>orch worker</code>.
          </>
        ) : (
          <>
            With a PostgreSQL database in <code>ORCH_DATABASE_URL</code> many machines can work for it.
          </>
        )}
      </p>
    </Empty>
  )
}

function WorkerTable({ workers }: Workers) {
  return (
    <ScrollBox className="table-frame" label="Table of workers">
      <table>
        <thead>
          <tr>
            <th scope="col">Worker</th>
            <th scope="col">State</th>
            <th scope="col">Slots</th>
            <th scope="col">Up for</th>
            <th scope="col">Works on</th>
          </tr>
        </thead>
        <tbody>
          {workers.map((one) => (
            <tr key={one.worker}>
              <th scope="row">
                <code>{one.worker}</code>
              </th>
              <td>
                <Badge state={one.alive ? 'good' : 'bad'} />
                {!one.alive && ` silent for ${seconds(one.silent_seconds)}`}
              </td>
              <td>
                {one.lanes.light} light, {one.lanes.heavy} heavy
              </td>
              <td>{seconds(one.up_seconds)}</td>
              <td>{one.running.map(({ what }) => what).join('; ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

function DeadJobs({ dead, dead_jobs }: Workers) {
  return (
    <>
      <h3>{plural(dead, 'dead job')}: each broke every worker that had it</h3>
      <ScrollBox className="table-frame" label="Table of dead jobs">
        <table>
          <thead>
            <tr>
              <th scope="col">Died at</th>
              <th scope="col">Queue</th>
              <th scope="col">Run</th>
              <th scope="col">Job</th>
              <th scope="col">Error</th>
            </tr>
          </thead>
          <tbody>
            {dead_jobs.map((job) => (
              <tr key={`${job.died_at} ${job.key}`}>
                <td>
                  <time dateTime={job.died_at}>{timeOfDay(job.died_at)}</time>
                </td>
                <td>
                  <code>{job.queue}</code>
                </td>
                <td>
                  <a href={`/runs/${encodeURIComponent(job.run)}`}>{job.run}</a>
                </td>
                <td>
                  <code>{job.key}</code>
                </td>
                <td>{job.error}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  )
}
