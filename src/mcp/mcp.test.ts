import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLedger } from '../ledger/index.ts'

const cli = join(import.meta.dirname, '..', 'cli.ts')
/** A loaded machine takes its time to start Lean. */
const PATIENCE = 300_000
let home: string
let client: Client

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'orch-mcp-'))
  client = new Client({ name: 'test', version: '1.0.0' })
  const env = Object.fromEntries(
    Object.entries({ ...process.env, ORCH_HOME: home }).filter(([, value]) => value !== undefined),
  ) as Record<string, string>
  const transport = new StdioClientTransport({ command: process.execPath, args: [cli, 'mcp'], env })
  await client.connect(transport, { timeout: PATIENCE })
})
afterAll(async () => {
  await client.close()
  rmSync(home, { recursive: true, force: true })
})

type Fields = Record<string, unknown>

async function call(name: string, args: Fields, options = {}): Promise<Fields> {
  const result = await client.callTool({ name, arguments: args }, { timeout: PATIENCE, ...options })
  expect(result.isError, JSON.stringify(result.content)).toBeFalsy()
  return result.structuredContent as Fields
}

/** What the ledger says of the attempts on a statement, once there are any. */
async function outcomesOf(statement: string): Promise<string[]> {
  const ledger = await openLedger({ home })
  try {
    for (;;) {
      const { items } = await ledger.attempts({ limit: 100 })
      const found = items.filter(({ goalText }) => goalText === statement)
      if (found.length > 0) return found.map(({ outcome }) => outcome)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  } finally {
    await ledger.close()
  }
}

const STATEMENT = '∀ a b : Nat, a + b = b + a'

describe('an agent', () => {
  it('finds every tool with a description and typed results', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'check_proof',
      'claim_ticket',
      'complete_ticket',
      'file_completions',
      'file_diagnostics',
      'file_goals',
      'file_hover',
      'file_outline',
      'fill_sorry',
      'find_declarations',
      'find_references',
      'goal_state',
      'list_sorries',
      'list_tickets',
      'prove',
      'request_lemma',
      'run_tactic',
      'search_premises',
      'solve_arc_task',
      'try_tactics',
    ])
    for (const tool of tools) {
      expect(tool.description?.length, tool.name).toBeGreaterThan(40)
      expect(tool.description?.length, tool.name).toBeLessThan(600)
      expect(tool.outputSchema, tool.name).toMatchObject({ type: 'object' })
    }
  })

  it('drives a whole proof: opens a goal, finds a lemma, runs tactics, checks, reads the receipt', async () => {
    const { session, goals } = await call('goal_state', { statement: STATEMENT })
    expect(goals).toEqual([expect.stringContaining('⊢ ∀ (a b : Nat), a + b = b + a')])
    const introduced = await call('run_tactic', { session, tactic: 'intro a b' })
    expect(introduced).toMatchObject({ result: 'open', state: 1 })
    const asPattern = await call('search_premises', { query: 'n + m = m + n', limit: 3 })
    const commutes = { name: 'Nat.add_comm', statement: '∀ (n m : Nat), n + m = m + n' }
    expect(asPattern).toMatchObject({ source: 'pattern', items: [commutes, {}, {}] })
    const { items, source } = await call('search_premises', { session, state: 1, limit: 8 })
    expect(source).toBe('index and Lean')
    expect(items).toMatchObject({ 0: commutes })
    const wrong = await call('run_tactic', { session, state: 1, tactic: 'exact Nat.mul_comm a b' })
    expect(wrong).toMatchObject({ result: 'rejected', error: expect.stringContaining('mismatch') })
    const closed = await call('run_tactic', { session, state: 1, tactic: 'exact Nat.add_comm a b' })
    expect(closed).toMatchObject({ result: 'closed', goals: [] })
    const cheat = await call('check_proof', { session, proof: 'sorry' })
    expect(cheat).toMatchObject({ verdict: 'refused', receipt: null })
    const slip = await call('check_proof', { session, proof: 'intro a b\nexact nothing a b' })
    expect(slip).toMatchObject({ verdict: 'refused', error_line: 2, error_column: 6 })
    const checked = await call('check_proof', { session, proof: closed.script })
    expect(checked).toMatchObject({
      verdict: 'accepted',
      receipt: { outcome: 'proved', statement: STATEMENT },
    })
    const { contents } = await client.readResource({ uri: String(checked.receipt_uri) })
    const [content] = contents
    const text = content && 'text' in content ? content.text : ''
    expect(JSON.parse(String(text))).toEqual(checked.receipt)
    const ledger = await openLedger({ home })
    expect(await ledger.goal(String(checked.goal_hash))).toMatchObject({ status: 'proved' })
    await ledger.close()
  })

  it('finds the holes of a file and has them filled, first as a diff and then in the file', async () => {
    const file = join(home, 'Twice.lean')
    // Never the same file twice: what earlier runs found about it would be known.
    const before = `-- ${randomUUID()}\ndef twice (n : Nat) := n + n\n\ntheorem t (n : Nat) : twice n = 2 * n := by\n  sorry\n`
    const wrong = '\ntheorem u (n : Nat) : twice n < 3 := sorry\n'
    writeFileSync(file, before + wrong)
    const { holes, problems } = await call('list_sorries', { path: file })
    expect(holes).toMatchObject([
      { path: 'Twice.lean', line: 5, column: 2, declaration: 't', last_outcome: null },
      { line: 7, declaration: 'u', goal: expect.stringContaining('⊢ twice n < 3') },
    ])
    expect(problems).toEqual([])
    const refused = await client.callTool({ name: 'fill_sorry', arguments: { path: file, line: 1 } })
    expect(JSON.stringify(refused)).toContain('on lines 5, 7')
    const found = await call('fill_sorry', { path: file, line: 5 })
    expect(found).toMatchObject({ outcomes: [{ line: 5, outcome: 'proved', given: [] }], written: [] })
    expect(found.diff).toContain('-  sorry')
    expect(readFileSync(file, 'utf8')).toBe(before + wrong)
    const [{ receipt_uri: uri, script }] = found.outcomes as [{ receipt_uri: string; script: string }]
    expect(JSON.stringify(await client.readResource({ uri }))).toContain('orch.receipt')
    const written = await call('fill_sorry', { path: file, apply: true })
    expect(written).toMatchObject({
      outcomes: [
        { outcome: 'proved' },
        { outcome: 'refuted', counterexample: expect.stringContaining('n =') },
      ],
      written: [{ path: 'Twice.lean', result: 'written' }],
    })
    expect(readFileSync(file, 'utf8')).toBe(before.replace('sorry', script) + wrong)
  })

  it('reads a file as an editor does: messages, goals, types, names and uses, each with its place', async () => {
    const file = join(home, 'Tree.lean')
    const lines = [
      'namespace Tree',
      '/-- Twice a number. -/',
      'def twice (n : Nat) := n + n',
      '',
      'theorem twice_eq (n m : Nat) (h : n = m) : twice n = 2 * m ∧ True := by',
      '  constructor',
      '  · unfold twice',
      '    omega',
      '  · trivial',
      '',
      'theorem later (ns : List Nat) : ns.map twice = ns.map (2 * ·) := by',
      '  sorry',
      '',
      'theorem wrong : twice 1 = 3 := by decide',
      'end Tree',
    ]
    writeFileSync(file, `${lines.join('\n')}\n`)
    const said = await call('file_diagnostics', { path: file })
    expect(said).toMatchObject({ errors: 1, sorries: 1, total: 2, next_offset: null })
    expect(said.items).toMatchObject([
      { severity: 'warning', line: 11, column: 8 },
      { severity: 'error', line: 14, column: 34, message: expect.stringContaining('decide') },
    ])
    expect(await call('file_diagnostics', { path: file, severity: 'error', limit: 1 })).toMatchObject({
      total: 1,
    })
    expect(await call('file_diagnostics', { text: '#eval 5 * 7 + 3\n#check Nat' })).toMatchObject({
      path: null,
      items: expect.arrayContaining([expect.objectContaining({ line: 2, message: 'Nat : Type' })]),
    })
    expect(await call('file_goals', { path: file, line: 6 })).toMatchObject({
      tactic: 'constructor',
      column: 2,
      before: [expect.stringContaining('⊢ twice n = 2 * m ∧ True')],
      after: [expect.stringContaining('⊢ twice n = 2 * m'), expect.stringContaining('⊢ True')],
    })
    expect(await call('file_goals', { path: file, line: 2 })).toMatchObject({ tactic: null, before: [] })
    expect(await call('file_hover', { path: file, line: 5, column: 45 })).toMatchObject({
      name: 'Tree.twice',
      type: 'Nat → Nat',
      doc: 'Twice a number.',
      declared_at: { path: 'Tree.lean', line: 3, column: 0 },
      column: 43,
      end_column: 48,
    })
    expect(await call('file_outline', { path: file })).toMatchObject({
      total: 4,
      items: [
        { name: 'Tree.twice', kind: 'def', line: 3, has_sorry: false, signature: 'def twice (n : Nat)' },
        { name: 'Tree.twice_eq', line: 5, end_line: 9 },
        { name: 'Tree.later', has_sorry: true },
        { name: 'Tree.wrong' },
      ],
    })
    const uses = await call('find_references', { path: file, line: 3, column: 6, limit: 2 })
    expect(uses).toMatchObject({ name: 'Tree.twice', next_offset: 2 })
    expect(uses.items).toMatchObject([
      { line: 3, column: 4, is_declaration: true },
      { line: 5, column: 43, declaration: 'Tree.twice_eq' },
    ])
    const goal = { path: file, line: 12 }
    const tried = await call('try_tactics', {
      ...goal,
      tactics: ['intro x', 'simp [twice]; omega', 'induction ns'],
    })
    expect(tried.goals).toMatchObject([expect.stringContaining('ns : List Nat')])
    expect(tried.outcomes).toMatchObject([
      { result: 'rejected', error_line: 1, error_column: expect.any(Number) },
      { tactic: 'simp [twice]; omega' },
      { result: 'open', goals: [expect.anything(), expect.anything()] },
    ])
    const more = await call('file_completions', { path: file, line: 12, column: 3, limit: 5 })
    expect(more).toMatchObject({ typed: 's' })
    const named = await call('find_declarations', { query: 'twice', path: file })
    expect(named.items).toMatchObject([
      { name: 'Tree.twice', line: 3 },
      { name: 'Tree.twice_eq', line: 5 },
    ])
  })

  it('lets Orch search, and hears how far it is', async () => {
    const heard: { progress: number; message?: string }[] = []
    const result = await call(
      'prove',
      { statement: '∀ xs : List Nat, (xs ++ []).length = xs.length' },
      { onprogress: (one: { progress: number; message?: string }) => heard.push(one) },
    )
    expect(result).toMatchObject({ outcome: 'proved' })
    expect(heard.some(({ message }) => message?.startsWith('trying'))).toBe(true)
    const steps = heard.map(({ progress }) => progress)
    expect(steps).toEqual([...new Set(steps)].toSorted((one, other) => one - other))
  })

  it('may change its mind while a search goes on', async () => {
    const stop = new AbortController()
    const hard = '∀ a b c n : Nat, n > 2 → a ^ n + b ^ n = c ^ n → a * b = 0'
    const asked = client.callTool(
      { name: 'prove', arguments: { statement: hard, timeout_seconds: 600 } },
      { signal: stop.signal, onprogress: () => stop.abort(new Error('enough')), timeout: 600_000 },
    )
    await expect(asked).rejects.toThrow('enough')
    expect(await outcomesOf(hard)).toEqual(['cancelled'])
    expect(await call('prove', { statement: '1 + 1 = 2' })).toMatchObject({ outcome: 'proved' })
  })

  it('may stop a tactic, or give it too little time, and go on from the same state', async () => {
    const { session } = await call('goal_state', { statement: '∀ n : Nat, n + 0 = n' })
    const slow = { session, state: 0, tactic: 'sleep 600000' }
    const late = await call('run_tactic', { ...slow, timeout_seconds: 0.5 })
    expect(late).toMatchObject({ result: 'timeout', state: null })
    const stop = new AbortController()
    const asked = client.callTool({ name: 'run_tactic', arguments: slow }, { signal: stop.signal })
    stop.abort(new Error('enough'))
    await expect(asked).rejects.toThrow('enough')
    const done = await call('run_tactic', { session, state: 0, tactic: 'intro n; rfl' })
    expect(done).toMatchObject({ result: 'closed' })
  })

  it('is told in a sentence what is wrong', async () => {
    const bad = await client.callTool({
      name: 'goal_state',
      arguments: { statement: '∀ n : Nat, n + "x" = n' },
    })
    expect(bad.isError).toBe(true)
    const lost = await client.callTool({ name: 'run_tactic', arguments: { session: 'nope', tactic: 'rfl' } })
    expect(lost).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('no session nope') }],
    })
  })

  it('is told of an argument that no tool reads', async () => {
    const slip = client.callTool({ name: 'list_tickets', arguments: { limits: 3 } })
    const told = await slip.then(
      ({ content, isError }) => `${isError} ${JSON.stringify(content)}`,
      (error: Error) => error.message,
    )
    expect(told).toMatch(/unrecognized.*limits/i)
  })

  it('asks for a lemma, claims it and delivers it', async () => {
    const { ticket_id } = await call('request_lemma', { goal: '∀ n : Nat, 0 + n = n' })
    const { tickets } = await call('list_tickets', {})
    expect(tickets).toEqual([expect.objectContaining({ ticket_id, status: 'open' })])
    const early = await call('complete_ticket', { ticket_id, worker: 'ada', proof: 'simp' })
    expect(early).toMatchObject({ result: 'not-claimed' })
    expect(await call('claim_ticket', { ticket_id, worker: 'ada' })).toMatchObject({ claimed: true })
    expect(await call('claim_ticket', { ticket_id, worker: 'bob' })).toMatchObject({ claimed: false })
    const done = await call('complete_ticket', { ticket_id, worker: 'ada', proof: 'simp' })
    expect(done).toMatchObject({ result: 'completed', ticket: { status: 'completed' } })
  })

  it('gets an ARC task solved', async () => {
    const train = [
      { input: [[1, 0]], output: [[0, 1]] },
      { input: [[2, 3, 0]], output: [[0, 3, 2]] },
    ]
    const answer = await call('solve_arc_task', { train, test: [{ input: [[5, 6, 7]] }] })
    expect(answer).toMatchObject({ status: 'solved', attempts: [{ attempt_1: [[7, 6, 5]] }] })
  })
})
