/** Actions that need a real Lean, and runs in real processes. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as schemas from '../api/index.ts'
import { proofStates } from '../ledger/index.ts'
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
    expect(schemas.problem.parse(await bad.json())).toMatchObject({
      code: 'lean_statement',
      source: { place: 'statement', line: 1 },
    })
    const check = async (body: object) =>
      schemas.goalCheck.parse(await (await server.post('/api/playground/goal', body)).json())
    const preamble = 'def two := 2\ndef three := two +'
    expect(await check({ goal: 'two = 2', preamble })).toMatchObject({
      accepted: false,
      problem: { place: 'preamble', line: 2 },
    })
    const fine = await check({ goal: 'n + 0 = n', context: ['n : Nat'], preamble: 'def two := 2' })
    expect(fine).toMatchObject({ accepted: true, goals: ['⊢ ∀ (n : Nat), n + 0 = n'] })
  })

  it('completes names of theorems, from their beginning or that of their last part', async () => {
    const names = async (beginning: string) =>
      schemas.leanNames.parse(
        await (await server.get(`/api/playground/names?beginning=${beginning}&limit=5`)).json(),
      ).items
    // `orch init` has built the index; where it has not, the first who asks is told to come back.
    expect(await names('Nat.add_com')).toContainEqual({
      name: 'Nat.add_comm',
      statement: expect.stringContaining('n + m = m + n'),
    })
    const ended = (await names('add_com')).map(({ name }) => name)
    expect(ended).toHaveLength(5)
    expect(ended.filter((name) => !/\.add_com\w*$/.test(name))).toEqual([])
    expect(await names('nothing_begins_so')).toEqual([])
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

  /** Asks for a search on a goal and waits for its end, told by live events. */
  async function searched(goal: string, wanted: object): Promise<schemas.GoalSearchAnswer> {
    const made = await server.post('/api/goals', { goal })
    const path = `/api/goals/${encodeURIComponent(schemas.goal.parse(await made.json()).goal_hash)}/search`
    const news = (await server.events()).body?.pipeThrough(new TextDecoderStream()).getReader()
    const begun = await server.post(path, wanted)
    expect(begun.status).toBe(202)
    expect((await server.post(path, wanted)).status).toBe(409)
    for (;;) {
      const now = schemas.goalSearch.parse(await (await server.get(path)).json())
      if (now.state === 'ended') {
        await news?.cancel()
        return now
      }
      await news?.read()
    }
  }

  it('searches one goal now, keeps its states, and steps through its proof without Lean', async () => {
    const ended = await searched('∀ (l : List Nat) (n : Nat), (n :: l).length = l.length + 1', {
      timeout_seconds: 120,
    })
    expect(ended).toMatchObject({ outcome: 'proved', state: 'ended', kind: 'prove' })
    expect(ended.tactics).toBeGreaterThan(0)
    expect(ended.attempts.map(({ outcome }) => outcome)).toContain('proved')
    const goal = `/api/goals/${encodeURIComponent(ended.goal_hash)}`
    const { items } = schemas.searchTrees.parse(await (await server.get(`${goal}/states`)).json())
    const nodes = items.flatMap((tree) => tree.nodes)
    expect(nodes.find(({ parent }) => parent === null)?.goals[0]).toContain('⊢')
    expect(nodes.some(({ goals, tactic }) => goals.length === 0 && tactic !== null)).toBe(true)
    const detail = schemas.goalDetail.parse(await (await server.get(goal)).json())
    expect(await proofStates(server.ledger, ended.goal_hash, detail.script ?? '')).toBeDefined()
    const steps = schemas.proofSteps.parse(await (await server.get(`${goal}/steps`)).json())
    expect(steps).toMatchObject({ complete: true })
    expect(steps.steps.at(-1)?.goals).toEqual([])
  })

  it('looks for a counterexample alone, and says so when a search was stopped', async () => {
    const refuted = await searched('∀ n : Nat, n ≠ 3', { kind: 'refute', timeout_seconds: 120 })
    expect(refuted).toMatchObject({ outcome: 'refuted', kind: 'refute' })
    expect(refuted.attempts.map(({ strategy }) => strategy)).toEqual(['refute'])
    const made = await server.post('/api/goals', { goal: '∀ n : Nat, n * n ≠ 7919' })
    const path = `/api/goals/${encodeURIComponent(schemas.goal.parse(await made.json()).goal_hash)}/search`
    await server.post(path, { timeout_seconds: 600, profile: 2 })
    expect((await server.post(`${path}/stop`, {})).status).toBe(202)
    const news = (await server.events()).body?.pipeThrough(new TextDecoderStream()).getReader()
    let now = schemas.goalSearch.parse(await (await server.get(path)).json())
    while (now.state !== 'ended') {
      await news?.read()
      now = schemas.goalSearch.parse(await (await server.get(path)).json())
    }
    await news?.cancel()
    expect(now.outcome).toBe('cancelled')
  })

  it('reads text as it is written: goals at each tactic, messages, holes, and what they are as goals', async () => {
    const read = async (text: string) =>
      schemas.playgroundRead.parse(await (await server.post('/api/playground/read', { text })).json())
    const text = 'def two := 2\n\ntheorem t (n : Nat) (h : n = two) : two = n := by\n  rw [h]\n'
    const file = await read(`${text}\nexample : two = 3 := by\n  unfold two\n  sorry\n`)
    expect(file.kind).toBe('file')
    expect(file.steps.find(({ start }) => start.line === 4)).toMatchObject({ after: [] })
    expect(file.steps.find(({ start }) => start.line === 7)?.after).toEqual(['⊢ 2 = 3'])
    expect(file.holes).toMatchObject([
      {
        start: { line: 8, column: 2 },
        goals: ['⊢ 2 = 3'],
        goal: { goal: 'theorem statement  : two = 3', imports: [] },
      },
    ])
    expect(file.holes[0]?.goal?.preamble).toContain('def two := 2')
    const statement = await read('∀ n : Nat,\n  n + 0 = n')
    expect(statement).toMatchObject({ kind: 'statement', messages: [] })
    expect(statement.holes[0]?.goals[0]).toContain('n + 0 = n')
    const wrong = await read('∀ n : Nat,\n  n + "x" = n')
    expect(wrong.messages[0]).toMatchObject({ severity: 'error', start: { line: 2 } })
    const tried = await server.post('/api/playground/try', {
      text: '∀ n : Nat, n + 0 = n',
      hole: 0,
      tactics: ['intro n', 'decide', 'simp?'],
    })
    const { items } = schemas.playgroundTried.parse(await tried.json())
    expect(items.map(({ outcome }) => outcome)).toEqual(['leads on', 'rejected', 'closes'])
    expect(items[2]?.tactic).toContain('simp only')
    const own = await server.post('/api/playground/try', { text: '∀ a b : Nat, a + b = b + a', hole: 0 })
    expect(schemas.playgroundTried.parse(await own.json()).items[0]).toMatchObject({
      outcome: 'closes',
      goals: [],
    })
    expect((await server.post('/api/playground/try', { text: 'def a := 1', hole: 0 })).status).toBe(422)
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
