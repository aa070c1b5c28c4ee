import { describe, expect, it } from 'vitest'
import type { ArcCandidate, ArcTaskDetail } from '../data/api.ts'
import { arcDetailAnswer } from '../test-answers.ts'
import { problem, Refusal, showPage } from '../test-page.tsx'

const page = async () => (await import('./task-page.tsx')).ArcTaskPage
const shown = (part: Partial<ArcTaskDetail> = {}) =>
  showPage(
    page,
    { params: ['arc-1', 'aa11'] },
    { answers: { '/api/arc/runs/arc-1/tasks/aa11': arcDetailAnswer(part) } },
  )

function candidate(part: Partial<ArcCandidate> = {}): ArcCandidate {
  return {
    candidate_id: 'c1',
    iter_idx: 0,
    source: 'teacher',
    parent_id: null,
    program: '(program (view none as-is) (stack (layer place)))',
    why: '',
    solved: [true, false],
    pairs_solved: 1,
    cost: 3,
    outputs: [[[4, 3]]],
    verifier_score: 0.5,
    critic_score: 0.25,
    violated: [],
    blame: null,
    loci: [],
    ...part,
  }
}

describe('a task', () => {
  it('shows its pairs, its tests and its best program', async () => {
    const { text, html } = await shown({ test: [{ input: [[3, 4]], output: null }] })
    expect(html).toContain('aria-label="Input of pair 1, 2 by 1"')
    expect(text).toContain('Expected not known Attempt 1 none Attempt 2 none')
    expect(text).toContain('From teacher; 3 of 3 pairs, score 1.000.')
    expect(html).toContain('href="/arc/play?program=(program%20(view%20none%20as-is))&amp;grid=34"')
    expect(text).toContain('Nothing was noticed about this task.')
    expect(text).toContain('This run kept no trace.')
  })

  it('that is not there says so', async () => {
    const answers = {
      '/api/arc/runs/arc-1/tasks/aa11': new Refusal(404, problem('no_task', 'There is no such task.')),
    }
    const { text } = await showPage(page, { params: ['arc-1', 'aa11'] }, { answers })
    expect(text).toContain('Task aa11 all tasks of this run There is no such task.')
  })

  it('without a program, without pairs and with an error is still a page', async () => {
    const { text } = await shown({
      program: null,
      train: [],
      test: [],
      error: 'out of memory',
      status: 'error',
    })
    expect(text).toContain('out of memory')
    expect(text).toContain('its pairs cannot be shown')
    expect(text).toContain('There is no test input to show.')
    expect(text).toContain('No program was found.')
  })

  it('crosses the cells of an attempt that are wrong, and says how many', async () => {
    const { html } = await shown({
      test: [{ input: [[1]], output: [[4, 3]] }],
      attempts: [{ attempt_1: [[4, 9]], attempt_2: [[4, 3]], program_1: null, program_2: null }],
    })
    expect(html).toContain('aria-label="Attempt 1 of test 1, 2 by 1, 1 cells differ"')
    expect(html).toContain('aria-label="Attempt 2 of test 1, 2 by 1, as expected"')
    expect(html.match(/class="arc-wrong"/g)).toHaveLength(1)
  })

  it('says why it is not solved, pair by pair', async () => {
    const { text, html } = await shown({
      why_not: 'The best program is wrong on one pair.',
      best_on_train: [
        { output: [[2, 1, 0]], wrong_cells: 0, same_size: false },
        { output: null, wrong_cells: 0, same_size: false },
      ],
    })
    expect(text).toContain('The best program is wrong on one pair. pair 1')
    expect(html).toContain('aria-label="Best program on pair 1, 3 by 1, not the expected size"')
    expect(text).toContain('pair 2 nothing')
  })

  it('lists facts with the pairs they were seen on', async () => {
    const facts = [
      { key: 'size', sentence: 'The size stays.', evidence: [{ pair: 0, seen: '2 by 1' }] },
      { key: 'colour', sentence: 'A colour goes.', evidence: [] },
    ]
    const { text } = await shown({ facts })
    expect(text).toContain('Facts 2 facts The size stays. 1 pair as evidence pair 1: 2 by 1 A colour goes.')
  })
})

describe('the candidates of an iteration', () => {
  const round = (candidates: ArcCandidate[], best_id: string | null = null) => ({
    iter_idx: 0,
    best_id,
    best_score: 0.5,
    solved: false,
    candidates,
  })

  it('come best first, and the best one is open', async () => {
    const { text, html } = await shown({
      rounds: [
        round([candidate(), candidate({ candidate_id: 'c2', verifier_score: 0.9, source: 'student' })], 'c2'),
      ],
    })
    expect(text).toContain('0.900 best 1 of 2 pairs, from student, critic 0.250')
    expect(text.indexOf('0.900')).toBeLessThan(text.indexOf('0.500'))
    expect(html.match(/<details open="">/g)).toHaveLength(1)
  })

  it('show the last iteration, with a choice of the others', async () => {
    const { text } = await shown({
      rounds: [round([candidate()]), { ...round([]), iter_idx: 1, best_score: 0.75 }],
    })
    expect(text).toContain('1: 1 candidate 2: 0 candidates')
    expect(text).toContain('Best score 0.750')
    expect(text).not.toContain('from teacher, critic')
  })

  it('tell which place of the program is to blame, and by how much an edit helps', async () => {
    const { html, text } = await shown({
      rounds: [
        round([
          candidate({
            blame: 'stack/0',
            why: 'the layer is in the wrong place',
            violated: ['size', 'colours'],
            loci: [
              { locus: 'stack/0', drop_delta: null, best_delta: 0.125, sensitivity: 0.5 },
              { locus: 'view', drop_delta: -0.1, best_delta: -0.25, sensitivity: 0.1 },
            ],
            outputs: [null],
          }),
        ]),
      ],
    })
    expect(text).toContain('The critic blames stack/0')
    expect(text).toContain('the layer is in the wrong place test 1 none Against the facts: size, colours')
    expect(text).toContain('stack/0 0.500, best edit +0.125 view 0.100, best edit −0.250')
    expect(html).toContain('background:var(--bad)')
  })
})

describe('a program', () => {
  it('is indented by its parts', async () => {
    const { html } = await shown({
      program: '(program (view none as-is) (stack (layer place) (layer fill)))',
    })
    const text = html.slice(html.indexOf('<pre'), html.indexOf('</pre>')).replaceAll(/<[^>]*>/g, '')
    expect(text).toBe('(program\n  (view none as-is)\n  (stack\n    (layer place)\n    (layer fill)))')
  })

  it('that cannot be read is shown as it is', async () => {
    const { html } = await shown({ program: '(program (view <b>' })
    expect(html).toContain('(program (view &lt;b&gt;')
  })
})
