/** Actions that need a real Lean, and runs in real processes. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as schemas from '../api/index.ts'
import { openTestServer, type TestServer } from './test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

/** Follows the live events from the beginning until one fits. */
async function eventually(fits: (type: string, data: Record<string, unknown>) => boolean): Promise<void> {
  const response = await server.events({ 'last-event-id': '0-0' })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const piece = await reader?.read()
    if (!piece || piece.done) throw new Error('the stream ended')
    text += piece.value
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, type] = /^event: (.*)$/m.exec(block) ?? []
      const [, data] = /^data: (.*)$/m.exec(block) ?? []
      if (type && data && fits(type, JSON.parse(data))) {
        await reader?.cancel()
        return
      }
    }
  }
}

describe('with a real Lean, the API', () => {
  it('takes a goal that Lean accepts, and says why it does not take another', async () => {
    const response = await server.post('/api/goals', { goal: '∀ n : Nat, n + 0 = n', id: 'mine' })
    expect(response.status).toBe(201)
    expect(schemas.goal.parse(await response.json())).toMatchObject({ id: 'mine', status: 'open' })
    const bad = await server.post('/api/goals', { goal: '∀ n : Nat, n + "x" = n' })
    expect(bad.status).toBe(422)
    expect(schemas.problem.parse(await bad.json()).detail).toContain('Lean does not accept')
  })

  it('finds premises for a statement', async () => {
    const goal = encodeURIComponent('∀ a b : Nat, a + b = b + a')
    const found = schemas.premises.parse(await (await server.get(`/api/premises?goal=${goal}`)).json())
    expect(found.items.map(({ name }) => name)).toContain('Nat.add_comm')
  })

  it('lets the checker judge what is delivered for a ticket', async () => {
    const asked = await server.post('/api/tickets', {
      goal: '∀ n : Nat, 0 + n = n',
      suggested_name: 'zero_add',
    })
    expect(asked.status).toBe(201)
    const { ticket_id } = schemas.ticket.parse(await asked.json())
    const path = `/api/tickets/${ticket_id}`
    await server.post(`${path}/claim`, { worker: 'ada' })
    const cheat = await server.post(`${path}/complete`, { worker: 'ada', proof: 'sorry' })
    expect([cheat.status, schemas.problem.parse(await cheat.json()).code]).toEqual([422, 'refused'])
    await server.post(`${path}/claim`, { worker: 'ada' })
    const done = await server.post(`${path}/complete`, { worker: 'ada', proof: 'intro n\nsimp' })
    const ticket = schemas.ticket.parse(await done.json())
    expect(ticket.status).toBe('completed')
    const receipt = schemas.receipt.parse(await (await server.get(`/api/receipts/${ticket.receipt}`)).json())
    expect(receipt.body).toMatchObject({ outcome: 'proved' })
    const key = encodeURIComponent(ticket.goal_hash)
    const steps = schemas.proofSteps.parse(await (await server.get(`/api/goals/${key}/steps`)).json())
    expect(steps).toMatchObject({ complete: true })
    expect(steps.steps.map(({ tactic }) => tactic)).toEqual(['intro n', 'simp'])
    expect(steps.steps[0]?.goals[0]).toContain('⊢ 0 + n = n')
  })

  it('refuses to start a run on a file outside its folder, or with a strange strategy', async () => {
    for (const bank of ['../bank.jsonl', '/etc/passwd', 'nowhere.jsonl'])
      expect((await server.post('/api/runs', { command: 'bank', bank })).status).toBe(422)
    const flag = { command: 'bg', strategies: ['--help'] }
    expect((await server.post('/api/runs', flag)).status).toBe(422)
  })

  it('starts a search in another process, pauses it, resumes it, and stops it', async () => {
    const goals = [
      { id: 'easy', goal: '∀ n : Nat, n + 0 = n' },
      { id: 'hard', goal: '∀ a b c n : Nat, n > 2 → a ^ n + b ^ n = c ^ n → a * b * c = 0' },
    ]
    const lines = goals.map((goal) => `${JSON.stringify(goal)}\n`)
    writeFileSync(join(server.folder, 'bank.jsonl'), lines.join(''))
    const wanted = { command: 'bg', bank: 'bank.jsonl', timeout_seconds: 300, strategies: ['micro'] }
    const response = await server.post('/api/runs', wanted)
    expect(response.status).toBe(202)
    const { run_id } = schemas.started.parse(await response.json())
    const control = (body: object) => server.post(`/api/runs/${run_id}/control`, body)
    await eventually(
      (type, data) => type === 'attempt' && data.run_id === run_id && data.outcome === 'proved',
    )
    expect((await control({ action: 'pause', cpu_target: 0.3 })).status).toBe(200)
    await eventually((type, data) => type === 'pulse' && data.paused === true && data.cpu_target === 0.3)
    const paused = schemas.runDetail.parse(await (await server.get(`/api/runs/${run_id}`)).json())
    expect(paused).toMatchObject({ state: 'paused', goals_solved: 1, pulse: { paused: true } })
    await control({ action: 'resume', cpu_target: 1 })
    const resumed = schemas.run.parse(await (await server.get(`/api/runs/${run_id}`)).json())
    expect(resumed.state).toBe('running')
    const extra = await server.post('/api/goals', { goal: '∀ p : Prop, p → p' })
    const { goal_hash } = schemas.goal.parse(await extra.json())
    await eventually(
      (type, data) => type === 'attempt' && data.goal_hash === goal_hash && data.settled === true,
    )
    await control({ action: 'stop' })
    await eventually((type, data) => type === 'run-ended' && data.run_id === run_id)
    const over = schemas.run.parse(await (await server.get(`/api/runs/${run_id}`)).json())
    expect(over.state).toBe('interrupted')
  })
})
