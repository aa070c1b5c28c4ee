/** The dashboard from a program: its API, and how it tells what is new. Run: node examples/dashboard.ts */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Marketplace, openLedger } from '../src/index.ts'

const home = mkdtempSync(join(tmpdir(), 'orch-example-'))
const cli = join(import.meta.dirname, '..', 'src', 'cli.ts')
const server = spawn(process.execPath, [cli, 'dashboard', '--port', '0'], {
  env: { ...process.env, ORCH_HOME: home },
  stdio: ['ignore', 'pipe', 'ignore'],
})
const [line] = await once(createInterface({ input: server.stdout }), 'line')
const url = String(line).replace('Dashboard: ', '')

let shown = 0
function updateDisplay(stats: { goals: { total: number } }, marketplace: { open: number }): void {
  shown += 1
  console.log('goals:', stats.goals.total, 'open tickets:', marketplace.open)
}

const ask = async <T>(path: string) => (await (await fetch(`${url}${path}`)).json()) as T

async function refreshData(): Promise<void> {
  const stats = await ask<{ goals: { total: number } }>('/api/stats')
  const marketplace = await ask<{ open: number }>('/api/marketplace')
  updateDisplay(stats, marketplace)
}
// A page would ask again and again: setInterval(refreshData, 5000)
await refreshData()

// Instead of asking every five seconds: the server says when something is new.
const events = await fetch(`${url}/api/events`, { headers: { accept: 'text/event-stream' } })
const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader()
const ledger = await openLedger({ home })
await new Marketplace(ledger).requestLemma({ goal: '∀ n : Nat, n ≤ n * n' })
for (let text = ''; !text.includes('event: ticket'); ) {
  const { value, done } = (await reader?.read()) ?? { done: true }
  if (done) throw new Error('the dashboard has ended')
  text += value
}
console.log('told of a new ticket')
await refreshData()

console.log('health:', (await ask<{ status: string }>('/api/health')).status)

await ledger.close()
server.kill()
await once(server, 'close')
rmSync(home, { recursive: true, force: true })
process.exit(shown >= 2 ? 0 : 1)
