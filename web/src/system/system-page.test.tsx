import { describe, expect, it } from 'vitest'
import { HOSTILE, HOSTILE_SHOWN } from '../test-answers.ts'
import { problem, Refusal, showPage } from '../test-page.tsx'

const page = async () => (await import('./system-page.tsx')).SystemPage
const AT = '2026-08-01T10:15:00.000Z'

const health = {
  status: 'ok',
  version: '1.2.3',
  ledger: { place: '/home/.orch/ledger.db', reachable: true, detail: null },
  uptime_seconds: 93.4,
  time: AT,
  runs: 1,
}
const workers = { shared: false, workers: [], queues: [], dead: 0, dead_jobs: [] }
const setting = {
  name: 'x',
  variable: 'ORCH_X',
  value: '1',
  origin: 'default',
  allowed: '0-2',
  description: 'What.',
}

const shown = (answers: Readonly<Record<string, unknown>> = {}) =>
  showPage(
    page,
    {},
    {
      answers: {
        '/api/health': health,
        '/api/machine/history': { cores: 2, memory_bytes: 24e9, samples: [] },
        '/api/workers': workers,
        '/api/doctor': { findings: [] },
        '/api/config': { settings: [] },
        '/api/logs': { items: [] },
        ...answers,
      },
    },
  )

describe('the system page', () => {
  it('says how the server and its ledger are', async () => {
    const { text } = await shown()
    expect(text).toContain('State good Version 1.2.3 Up for 93 s Ledger /home/.orch/ledger.db')
    expect(text).toContain('Ledger says can be read Going on 1 run')
    expect(text).toContain('2 cores, 24.0 GB')
    expect(text).toContain('The server has logged nothing.')
  })

  it('says it when the ledger cannot be read, in its own words where it has some', async () => {
    const broken = (detail: string | null) => ({
      '/api/health': {
        ...health,
        status: 'degraded',
        ledger: { ...health.ledger, reachable: false, detail },
      },
    })
    expect((await shown(broken(null))).text).toContain('State bad')
    expect((await shown(broken(null))).text).toContain('Ledger says cannot be read')
    expect((await shown(broken('the disk is full'))).text).toContain('Ledger says the disk is full')
  })

  it('shows each part on its own: one that fails leaves the others', async () => {
    const { text } = await shown({
      '/api/doctor': new Refusal(500, problem('internal', 'The doctor is out.')),
    })
    expect(text).toContain('The doctor is out.')
    expect(text).toContain('Version 1.2.3')
  })

  it('lists what the doctor found, with what to do about it', async () => {
    const { text } = await shown({
      '/api/doctor': {
        findings: [
          { name: 'Node', verdict: 'good', detail: '24.1', fix: null },
          { name: 'LLM endpoint', verdict: 'absent', detail: 'not set', fix: 'Set ORCH_LLM_BASE_URL.' },
        ],
      },
    })
    expect(text).toContain('good Node 24.1 absent LLM endpoint not set Set ORCH_LLM_BASE_URL.')
  })

  it('puts the settings that were set before those that were not', async () => {
    const { text, html } = await shown({
      '/api/config': {
        settings: [
          setting,
          { ...setting, name: 'y', variable: 'ORCH_Y', value: '(set)', origin: 'environment' },
        ],
      },
    })
    expect(text.indexOf('ORCH_Y')).toBeLessThan(text.indexOf('ORCH_X'))
    expect(html.match(/<tr class="chosen">/g)).toHaveLength(1)
  })

  it('shows log lines as text, whatever is in them', async () => {
    const items = [
      { at: AT, level: 'warn', message: `<b>bold</b> ${HOSTILE}` },
      { at: AT, level: 'warn', message: 'again' },
      { at: AT, level: 'warn', message: 'again' },
    ]
    const { html, text } = await shown({ '/api/logs': { items } })
    expect(html).toContain(`&lt;b&gt;bold&lt;/b&gt; ${HOSTILE_SHOWN}`)
    expect(text.match(/again/g)).toHaveLength(2)
  })
})

describe('the workers', () => {
  const worker = {
    worker: 'host-a:42',
    host: 'host-a',
    alive: true,
    lanes: { light: 8, heavy: 2 },
    up_seconds: 7300,
    silent_seconds: 1,
    running: [{ what: 'micro on add_comm', run: 'r1', seconds: 2 }],
  }

  it('of a ledger on one machine are explained', async () => {
    expect((await shown()).text).toContain('This ledger belongs to one machine.')
  })

  it('of a shared ledger that has none are asked for', async () => {
    const { text } = await shown({ '/api/workers': { ...workers, shared: true } })
    expect(text).toContain('No worker has been heard of. Start one with orch worker .')
  })

  it('that are silent are told from those that live', async () => {
    const { text } = await shown({
      '/api/workers': {
        ...workers,
        shared: true,
        workers: [worker, { ...worker, worker: 'host-b:7', alive: false, silent_seconds: 400, running: [] }],
        queues: [
          { queue: 'light', waiting: 30, active: 8 },
          { queue: 'heavy', waiting: 2, active: 1 },
        ],
      },
    })
    expect(text).toContain('32 waiting, 9 active, 0 dead')
    expect(text).toContain('host-a:42 good 8 light, 2 heavy 2.0 h micro on add_comm')
    expect(text).toContain('host-b:7 bad silent for 7 min')
  })

  it('leave dead jobs, each with its error and its run', async () => {
    const job = { queue: 'light', run: 'bank/1', key: 'lean:ab', error: 'the process died', died_at: AT }
    const { text, html } = await shown({
      '/api/workers': { ...workers, shared: true, workers: [worker], dead: 1, dead_jobs: [job] },
    })
    expect(text).toContain('1 dead job: each broke every worker that had it')
    expect(text).toContain('light bank/1 lean:ab the process died')
    expect(html).toContain('href="/runs/bank%2F1"')
  })
})
