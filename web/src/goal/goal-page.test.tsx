import { describe, expect, it } from 'vitest'
import type { AttemptAnswer, GoalDetail, GoalSearchAnswer, TreeNode } from '../data/api.ts'
import {
  attemptAnswer,
  goalAnswer,
  HOSTILE,
  HOSTILE_SHOWN,
  searchAnswer,
  ticketAnswer,
} from '../test-answers.ts'
import { problem, Refusal, SILENCE, showPage } from '../test-page.tsx'

const page = async () => (await import('./goal-page.tsx')).GoalPage

interface Parts {
  readonly attempts?: readonly AttemptAnswer[]
  readonly search?: Partial<GoalSearchAnswer>
  readonly nodes?: readonly TreeNode[]
  readonly more?: Readonly<Record<string, unknown>>
}

function shown(
  goal: Partial<GoalDetail> = {},
  { attempts = [], search = {}, nodes = [], more = {} }: Parts = {},
) {
  const answers = {
    '/api/goals/k1': goalAnswer(goal),
    '/api/goals/k1/attempts': { items: attempts, next: null },
    '/api/goals/k1/search': searchAnswer(search),
    '/api/goals/k1/states': { goal_hash: 'k1', items: [] },
    '/api/goals/k1/tree': { goal_hash: 'k1', nodes, truncated: false },
    ...more,
  }
  return showPage(page, { params: ['k1'] }, { answers })
}

describe('a goal', () => {
  it('that nobody has tried says what can be done', async () => {
    const { text } = await shown()
    expect(text).toContain('add_comm open')
    expect(text).toContain('Not proved yet. Prove now , or let orch bg go on.')
    expect(text).toContain('Nobody has tried this goal yet.')
    expect(text).toContain('The tree grows with the first attempt.')
    expect(text).toContain('Settled by — Settled —')
    expect(text).not.toContain('Receipt')
    expect(text).not.toContain('Similar goals')
  })

  it('calls no goal similar that shares next to nothing with it', async () => {
    const other = { goal_hash: 'k2', id: 'far', goal: '1 = 1', status: 'open', similarity: 0.004 } as const
    expect((await shown({ similar: [other] })).text).not.toContain('Similar goals')
    const near = { ...other, id: 'near', similarity: 0.4 }
    expect((await shown({ similar: [other, near] })).text).toMatch(/Similar goals.*near/)
    expect((await shown({ similar: [other, near] })).text).not.toContain('far')
  })

  it('that is not in the ledger is not a broken page', async () => {
    const answers = { '/api/goals/k1': new Refusal(404, problem('unknown_goal', 'There is no such goal.')) }
    const { text } = await showPage(page, { params: ['k1'] }, { answers })
    expect(text).toContain('No such goal This ledger has no goal of that key. k1')
    expect(text).toContain('orch dashboard shows the one it was started with')
  })

  it('that cannot be asked for says why', async () => {
    const { text } = await showPage(page, { params: ['k1'] }, { answers: { '/api/goals/k1': SILENCE } })
    expect(text).toBe('The server does not answer.')
  })

  it('shows all that its statement builds on, in the order in which Lean reads it', async () => {
    const { text } = await shown({
      imports: ['Init', 'Std'],
      preamble: 'def f := 1',
      context: ['n : Nat', 'h : 0 < n'],
    })
    const places = ['import Init', 'def f', 'n : Nat', '∀ a b'].map((words) =>
      text.replaceAll(/\s+/g, ' ').indexOf(words),
    )
    expect(places.every((place) => place >= 0)).toBe(true)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it('with hidden letters in its statement shows them', async () => {
    const { html } = await shown({ goal: `x = ${HOSTILE}`, id: HOSTILE })
    expect(html).toContain(HOSTILE_SHOWN)
    for (const hidden of ['\u202E', '\u200B', '\u0007']) expect(html).not.toContain(hidden)
  })

  it('whose text is markup shows it as text', async () => {
    const { html } = await shown({ id: '<img src=x onerror=alert(1)>', preamble: '</pre><script>1</script>' })
    expect(html).not.toContain('<img')
    expect(html).not.toContain('<script>')
    expect(html).toContain('&lt;img src=x')
  })

  it('of a hundred thousand characters shows its beginning, so that the rest of the page is in reach', async () => {
    const long = `${'a + '.repeat(25_000)}a = 0`
    const { html, text } = await shown({ goal: long })
    expect(html).not.toContain(long)
    expect(text).toContain('a + a + a')
    expect(text).toContain('All of the statement, 100K letters')
  })
})

describe('what is said of a proof', () => {
  it('that counts is its script, its receipt and who found it', async () => {
    const body = {
      outcome: 'proved',
      type: '∀ (a b : Nat), a + b = b + a',
      axioms: [],
      toolchain: { kind: 'embedded', lean: '4.28.0' },
      kernels: [
        { name: 'lean', version: '4.28.0', seconds: 0.02 },
        { name: 'ts', version: '1', declined: 'a literal too large' },
      ],
      cpu_seconds: 2.5,
    }
    const { text, asked, html } = await shown(
      {
        status: 'proved',
        script: 'omega',
        solved_by: 'micro',
        solved_at: '2026-08-01T10:15:00.000Z',
        receipt: 'r1',
      },
      { more: { '/api/receipts/r1': { receipt: 'r1', goal_hash: 'k1', created_at: '2026-08-01', body } } },
    )
    expect(asked).toContain('/api/receipts/r1')
    expect(text).toContain('Proof Copy the proof script omega')
    expect(text).toContain('Settled by micro')
    expect(text).toContain('Axioms none Toolchain embedded Lean 4.28.0')
    expect(text).toContain('lean 4.28.0 accepted (20 ms); ts 1 declined: a literal too large')
    expect(text).toContain('CPU 2.5 s')
    expect(html).toContain('href="/certificates/r1"')
    // A goal that is settled and that nobody searches has no button to prove it.
    expect(text).not.toContain('Prove now')
  })

  it('without a receipt is a claim, whatever the ledger holds', async () => {
    const { text } = await shown({ status: 'claimed', script: 'omega', solved_by: 'somebody' })
    expect(text).toContain('Claimed, not proved.')
    expect(text).toContain('Claimed by somebody')
    expect(text).not.toContain('Copy the proof script')
  })

  it('of the negation is a counterexample', async () => {
    const { text } = await shown({ status: 'refuted', counterexample: 'n = 3', script: 'decide' })
    expect(text).toContain('The statement is false; the checker accepted a proof of its negation. n = 3')
  })

  it.each([
    ['nothing', null],
    ['a text', 'proved'],
    ['a list', []],
  ])('whose receipt is %s instead of a receipt invents no field', async (_, body) => {
    const { text } = await shown(
      { status: 'proved', script: 'omega', receipt: 'r1' },
      { more: { '/api/receipts/r1': { receipt: 'r1', goal_hash: 'k1', created_at: '2026-08-01', body } } },
    )
    expect(text).not.toContain('Outcome')
    expect(text).toContain('Open the certificate')
  })

  it('shows its steps with the goals that are left after each', async () => {
    const steps = {
      goal_hash: 'k1',
      start: ['⊢ ∀ a b, a + b = b + a'],
      steps: [
        { tactic: 'intro a b', goals: ['a b : Nat\n⊢ a + b = b + a'], messages: [], milliseconds: 1 },
        { tactic: 'omega', goals: [], messages: ['unused variable'], milliseconds: 3 },
      ],
      complete: true,
      detail: 'Two steps.',
    }
    const { text, html } = await shown(
      { status: 'proved', script: 'intro a b\nomega' },
      { more: { '/api/goals/k1/steps?replay=false': steps } },
    )
    expect(text).toContain('at the start 1 goal')
    expect(text).toContain('omega no goals left')
    expect(text).toContain('No goals left: the proof is complete here. unused variable Two steps.')
    expect(html.match(/aria-current="step"/g)).toHaveLength(1)
  })

  it('whose steps are not stored is replayed only when asked for', async () => {
    const { text, asked } = await shown({ status: 'proved', script: 'omega' })
    expect(text).toContain('Show the state after each step')
    expect(asked.filter((address) => address.includes('/steps'))).toEqual([
      '/api/goals/k1/steps?replay=false',
    ])
  })
})

describe('the search from the page', () => {
  const said = async (search: Partial<GoalSearchAnswer>, goal: Partial<GoalDetail> = {}) =>
    (await shown(goal, { search })).text

  it.each([
    ['waiting', 'Another search has Lean; this one comes next.'],
    ['starting', 'Lean starts …'],
    ['elaborating', 'Lean reads the statement …'],
    ['checking', 'The checker judges what was found …'],
  ] as const)('that is %s says so, and can be stopped', async (state, words) => {
    const text = await said({ state })
    expect(text).toContain(words)
    expect(text).toContain('Stop')
    expect(text).not.toContain('Refute')
  })

  it('names who is at work and what was tried last', async () => {
    const at = { started_at: '2026-08-01T10:15:00.000Z', time_seconds: null, cpu_seconds: null }
    const text = await said({
      state: 'searching',
      tactics: 17,
      tactic: 'simp\nthen more',
      attempts: [
        { strategy: 'copilot', outcome: null, ...at },
        { ...at, strategy: 'micro', outcome: 'failed', time_seconds: 2, cpu_seconds: 1.5 },
      ],
    })
    expect(text).toContain(
      'Searching: copilot 17 tried simp running copilot … failed micro 2.0 s, 1.5 s of CPU',
    )
    expect(text).not.toContain('then more')
  })

  it('that ended says how, and where it got stuck', async () => {
    const text = await said({
      state: 'ended',
      outcome: 'failed',
      detail: 'Nothing was found.',
      stuck_on: '⊢ b = 0',
    })
    expect(text).toContain('failed Nothing was found.')
    expect(text).toContain('Stuck on ⊢ b = 0')
    expect(text).toContain('Prove now')
  })

  it('of a settled goal is still shown when it has just ended', async () => {
    const proved = { status: 'proved', script: 'omega' } as const
    expect(await said({ state: 'ended', outcome: 'proved', detail: 'Proved.' }, proved)).toContain(
      'Search now',
    )
    expect(await said({ state: 'idle' }, proved)).not.toContain('Search now')
  })
})

describe('the history of a goal', () => {
  it('has a row for each attempt, with its error or its tactics', async () => {
    const attempts = [
      attemptAnswer({ outcome: 'timeout', error: 'nothing in 8 s', run_id: 'bank-20260801T101500-0a1b2c3d' }),
      attemptAnswer({ attempt_id: 2, outcome: 'proved', strategy: 'copilot', tactics: ['intro n', 'simp'] }),
    ]
    const { text, html } = await shown({ attempts: 2, cpu_seconds: 3 }, { attempts })
    expect(text).toContain('2 attempts, 3.0 s of CPU')
    expect(text).toContain('nothing in 8 s')
    expect(text).toContain('intro n; simp')
    expect(html).toContain('href="/runs/bank-20260801T101500-0a1b2c3d">0a1b2c3d<')
  })

  it('draws goal, strategies, attempts and tickets, each with its words', async () => {
    const node = { goal_hash: null, attempt_id: null, ticket_id: null, time_seconds: null, started_at: null }
    const nodes: TreeNode[] = [
      { ...node, id: 'g', parent: null, kind: 'goal', label: 'add_comm', state: 'open' },
      { ...node, id: 's', parent: 'g', kind: 'strategy', label: 'micro', state: null },
      { ...node, id: 'a', parent: 's', kind: 'attempt', label: 'first', state: 'timeout', time_seconds: 8 },
      {
        ...node,
        id: 't',
        parent: 'g',
        kind: 'ticket',
        label: 'a lemma with a very long name',
        state: 'open',
      },
    ]
    const { html } = await shown({}, { nodes })
    expect(html).toContain('aria-label="1 strategy, 1 attempt, 1 ticket"')
    expect(html).toContain('<title>attempt: first · 8.0 s, timeout</title>')
    expect(html).toContain('<title>strategy: micro</title>')
    expect(html).toContain('a lemma with a very l…')
    expect(html.match(/class="tree-edge"/g)).toHaveLength(3)
  })

  it('says that older attempts are left out of the drawing', async () => {
    const root = { id: 'g', parent: null, kind: 'goal', label: 'g', state: 'open', goal_hash: null }
    const tree = {
      goal_hash: 'k1',
      nodes: [{ ...root, attempt_id: null, ticket_id: null, time_seconds: null, started_at: null }],
      truncated: true,
    }
    const { text } = await shown({}, { more: { '/api/goals/k1/tree': tree } })
    expect(text).toContain('Older attempts are left out here')
  })

  it('links its tickets and the goals that look like it', async () => {
    const { html, text } = await shown({
      tickets: [
        ticketAnswer({ ticket_id: 't/1', suggested_name: 'Helper.le' }),
        ticketAnswer({ ticket_id: 't2' }),
      ],
      similar: [
        { goal_hash: 'k5', id: 'mul_comm', goal: 'a * b = b * a', status: 'proved', similarity: 0.87 },
      ],
    })
    expect(html).toContain('href="/market?ticket=t%2F1">Helper.le<')
    expect(html).toContain('href="/market?ticket=t2">t2<')
    expect(text).toContain('proved mul_comm 87 % a * b = b * a')
  })
})
