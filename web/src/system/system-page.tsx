import { MachineChart } from '../charts/machine-chart.tsx'
import type { ConfigAnswer } from '../data/api.ts'
import * as questions from '../data/questions.ts'
import { useResource } from '../data/resource.ts'
import { bytes, plural, seconds, timeOfDay } from '../format.ts'
import { Badge, Empty, FactList, PageHead, Panel, ScrollBox, Show } from '../pieces/pieces.tsx'
import { WorkersPanel } from './workers-panel.tsx'

type Setting = ConfigAnswer['settings'][number]

export function SystemPage() {
  return (
    <>
      <PageHead title="System">
        <a href="/api/docs">API</a>
        <a href="/metrics">Metrics</a>
      </PageHead>
      <div className="grid">
        <ServerPanel />
        <MachinePanel />
        <WorkersPanel />
        <DoctorPanel />
        <ConfigPanel />
        <LogPanel />
      </div>
    </>
  )
}

function ServerPanel() {
  const health = useResource(questions.health, ['clock'])
  return (
    <Panel title="Server">
      <Show of={health}>
        {(data) => (
          <FactList
            rows={[
              ['State', <Badge key="state" state={data.status === 'ok' ? 'good' : 'bad'} />],
              ['Version', data.version],
              ['Up for', seconds(Math.round(data.uptime_seconds))],
              ['Ledger', <code key="ledger">{data.ledger.place}</code>],
              [
                'Ledger says',
                data.ledger.detail ?? (data.ledger.reachable ? 'can be read' : 'cannot be read'),
              ],
              ['Going on', plural(data.runs, 'run')],
            ]}
          />
        )}
      </Show>
    </Panel>
  )
}

function MachinePanel() {
  const history = useResource(questions.machineHistory(60), ['clock'])
  return (
    <Panel
      title="Machine, last hour"
      aside={history.data && `${plural(history.data.cores, 'core')}, ${bytes(history.data.memory_bytes)}`}
    >
      <Show of={history}>
        {({ samples }) => (
          <MachineChart label="CPU and memory in the last hour" samples={samples} height={150} />
        )}
      </Show>
    </Panel>
  )
}

function DoctorPanel() {
  const doctor = useResource(questions.doctor)
  return (
    <Panel title="Doctor" className="wide" aside="what Orch can use on this machine">
      <Show of={doctor}>
        {({ findings }) => (
          <ul className="findings">
            {findings.map((finding) => (
              <li key={finding.name}>
                <Badge state={finding.verdict} />
                <strong>{finding.name}</strong>
                <span>
                  {finding.detail}
                  {finding.fix !== null && <span className="muted"> {finding.fix}</span>}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Show>
    </Panel>
  )
}

function ConfigPanel() {
  const config = useResource(questions.config)
  return (
    <Panel title="Settings" className="wide" aside="in force since the start; those that are set come first">
      <Show of={config}>
        {({ settings }) => (
          <ScrollBox className="table-frame" label="Table of settings">
            <table className="settings">
              <thead>
                <tr>
                  <th scope="col">Variable</th>
                  <th scope="col">Value</th>
                  <th scope="col">From</th>
                  <th scope="col">Allowed</th>
                  <th scope="col">What it does</th>
                </tr>
              </thead>
              <tbody>
                {settings.toSorted(setFirst).map((setting) => (
                  <tr key={setting.name} className={setting.origin === 'default' ? undefined : 'chosen'}>
                    <th scope="row">
                      <code>{setting.variable}</code>
                    </th>
                    <td>
                      <code>{setting.value}</code>
                    </td>
                    <td className="muted">{setting.origin}</td>
                    <td className="muted">{setting.allowed}</td>
                    <td className="config-words">{setting.description}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
        )}
      </Show>
    </Panel>
  )
}

function setFirst(one: Setting, other: Setting): number {
  return Number(one.origin === 'default') - Number(other.origin === 'default')
}

function LogPanel() {
  const logs = useResource(questions.logs, ['clock'])
  return (
    <Panel title="Log" className="wide" aside="newest last">
      <Show of={logs}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="The server has logged nothing." />
          ) : (
            <ScrollBox className="log" label="Log lines">
              {items.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat
                <div key={index} className={`log-${line.level}`}>
                  <time dateTime={line.at}>{timeOfDay(line.at)}</time> {line.level} {line.message}
                </div>
              ))}
            </ScrollBox>
          )
        }
      </Show>
    </Panel>
  )
}
