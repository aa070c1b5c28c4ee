import { describe, expect, it } from 'vitest'
import type { ArcRun } from '../data/api.ts'
import { arcRunAnswer, arcTaskAnswer } from '../test-answers.ts'
import { SILENCE, showPage } from '../test-page.tsx'

const page = async () => (await import('./arc-page.tsx')).ArcPage

interface Parts {
  readonly at?: string
  readonly tasks?: readonly unknown[]
  readonly next?: string | null
  readonly more?: Readonly<Record<string, unknown>>
}

const shown = (runs: readonly ArcRun[], { at = '/arc', tasks = [], next = null, more = {} }: Parts = {}) =>
  showPage(
    page,
    {},
    {
      at,
      answers: {
        '/api/arc/runs': { items: runs },
        '/api/arc/runs/arc-1/tasks': { items: tasks, next },
        ...more,
      },
    },
  )

describe('the gallery of tasks', () => {
  it('says what to run while nothing was', async () => {
    const { text, asked } = await shown([])
    expect(text).toContain('No ARC task has been tried yet. Run orch arc run')
    expect(asked).toEqual(['/api/arc/runs'])
  })

  it('shows each task with its first pair, its state and whether its test is right', async () => {
    const { text, html } = await shown([arcRunAnswer()], {
      tasks: [
        arcTaskAnswer({ correct: true }),
        arcTaskAnswer({ task_id: 'b/b', status: 'unsolved', pairs_solved: 1, candidates: 1, correct: false }),
        arcTaskAnswer({ task_id: 'cc', status: 'error', preview: null }),
      ],
    })
    expect(text).toContain('aa11 solved test right 3 of 3 pairs, 2 candidates')
    expect(text).toContain('b/b unsolved test wrong 1 of 3 pairs, 1 candidate')
    expect(text).toContain('no picture cc error')
    expect(html).toContain('href="/arc/arc-1/b%2Fb"')
    expect(html).toContain('aria-label="Input, 2 by 1"')
  })

  it('passes on to the server only filters that it knows', async () => {
    const { asked } = await shown([arcRunAnswer()], { at: '/arc?status=solved&q=%20ab%20' })
    expect(asked[1]).toBe('/api/arc/runs/arc-1/tasks?status=solved&q=ab&limit=60')
    const { asked: plain } = await shown([arcRunAnswer()], { at: '/arc?status=nonsense' })
    expect(plain[1]).toBe('/api/arc/runs/arc-1/tasks?limit=60')
  })

  it('says it when no task fits, and offers more when there are more', async () => {
    expect((await shown([arcRunAnswer()])).text).toContain('No task fits these filters.')
    expect((await shown([arcRunAnswer()], { tasks: [arcTaskAnswer()], next: '60' })).text).toContain(
      'Show more',
    )
    expect((await shown([arcRunAnswer()], { tasks: [arcTaskAnswer()] })).text).not.toContain('Show more')
  })

  it('keeps the run in view when its tasks cannot be had', async () => {
    const { text } = await shown([arcRunAnswer()], { more: { '/api/arc/runs/arc-1/tasks': SILENCE } })
    expect(text).toContain('4 of 10 tasks solved')
    expect(text).toContain('The server does not answer.')
  })

  it('takes the run of the address, and the newest when there is no such run', async () => {
    const runs = [arcRunAnswer(), arcRunAnswer({ run_id: 'arc-0' })]
    expect((await shown(runs, { at: '/arc?run=arc-0' })).asked[1]).toContain('/arc-0/')
    expect((await shown(runs, { at: '/arc?run=gone' })).asked[1]).toContain('/arc-1/')
  })
})

describe('the progress of a run', () => {
  const words = async (part: Partial<ArcRun>) => (await shown([arcRunAnswer(part)])).text

  it('that goes on has its speed, what is left and its controls', async () => {
    const text = await words({ state: 'running', done: 5, per_minute: 12.34, seconds_left: 25 })
    expect(text).toContain('4 of 10 tasks solved, 5 done')
    expect(text).toContain('running 12.3 tasks a minute about 25 s left the run Pause Stop')
  })

  it('that is paused promises no end', async () => {
    const text = await words({ state: 'running', paused: true, seconds_left: 25 })
    expect(text).not.toContain('left the run')
    expect(text).toContain('Resume Stop')
  })

  it('that is over has no controls', async () => {
    const text = await words({ scored: 8, correct: 2 })
    expect(text).toContain('2 of 8 tests right (25 %)')
    expect(text).not.toContain('Pause')
    expect(text).not.toContain('done')
  })

  it('without tasks is no division by zero', async () => {
    expect(await words({ tasks: 0, done: 0, solved: 0 })).toContain('0 of 0 tasks solved')
  })
})

describe('two runs task by task', () => {
  const runs = [arcRunAnswer(), arcRunAnswer({ run_id: 'arc-2', batch_file: null })]
  const compared = {
    left: runs[0],
    right: runs[1],
    same_tasks: true,
    shared: 10,
    both: 3,
    neither: 5,
    only_left: ['x1'],
    only_right: ['y/1', 'y2'],
    correct_left: 4,
    correct_right: 4,
    scored: 10,
  }
  const at = '/arc?with=arc-2'
  const COMPARE = '/api/arc/compare?left=arc-1&right=arc-2'

  it('counts what both and what only one of them solved', async () => {
    const { text, html } = await shown(runs, { at, more: { [COMPARE]: compared } })
    expect(text).toContain('Solved 4 5 +1')
    expect(text).toContain('Tests right 4 4 0')
    expect(text).toContain('Solved by B only 2 y/1 y2')
    expect(html).toContain('href="/arc/arc-2/y%2F1"')
    expect(text).not.toContain('different tasks')
  })

  it('says it when they had different tasks', async () => {
    const { text } = await shown(runs, {
      at,
      more: { [COMPARE]: { ...compared, same_tasks: false, shared: 7 } },
    })
    expect(text).toContain('The runs had different tasks: only the 7 that both had are compared.')
  })

  it('does not compare a run with itself', async () => {
    const { asked } = await shown(runs, { at: '/arc?with=arc-1' })
    expect(asked.some((address) => address.includes('compare'))).toBe(false)
  })
})
