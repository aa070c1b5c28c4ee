import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawRun, type RunState, runLine } from './run-view.ts'
import { textWidth } from './text-width.ts'

const plain = (_: string, text: string) => text

const state: RunState = {
  command: 'bank',
  starting: false,
  goals: { total: 64, proved: 38, refuted: 2, unsolved: 1, illTyped: 0, open: 23 },
  elapsedSeconds: 38,
  limitSeconds: 120,
  perMinute: 62,
  ends: true,
  stopping: false,
  paused: false,
  cpuShare: 0.78,
  cpuTarget: 0.9,
  memoryShare: 0.34,
  lanes: [
    { name: 'light', running: 2, limit: 8 },
    { name: 'heavy', running: 0, limit: 2 },
  ],
  queued: 21,
  arms: [
    { strategy: 'micro', attempts: 58, solved: 33, meanSeconds: 0.81, cpuSeconds: 40.2 },
    { strategy: 'copilot', attempts: 12, solved: 7, meanSeconds: 4.05, cpuSeconds: 48.9 },
    { strategy: 'sketch', attempts: 0, solved: 0, meanSeconds: 0, cpuSeconds: 0 },
  ],
  running: [
    {
      strategy: 'micro',
      goalId: 'swap',
      goal: '∀ a b : ℕ,\n  a + b = b + a',
      seconds: 1.2,
      budgetSeconds: 8,
    },
    {
      strategy: 'copilot',
      goalId: 'rev',
      goal: `∀ xs : List ℕ, ${'xs.reverse.reverse = xs ∧ '.repeat(9)}True`,
      seconds: 7,
      budgetSeconds: 20,
    },
  ],
}

describe('the view of a run', () => {
  it('has everything on a usual terminal', () => {
    expect(drawRun(state, { columns: 80, rows: 24 }, plain)).toEqual([
      '',
      'bank  █████████████████████████░░░░░░░░░░░░░░░  41/64 64%  0:38 of 2:00',
      '38 proved  2 refuted  1 unsolved  23 open  62/min  about 0:22 left',
      'CPU ██████░░ 78% of 90%  memory 34%  light 2/8  heavy 0/2  queue 21',
      'strategy  attempts  solved    mean       CPU  rate',
      'micro           58      33   0.8 s    40.2 s   57%',
      'copilot         12       7   4.0 s    48.9 s   58%',
      'sketch           0       0',
      '▸ copilot  7/20 s  rev   ∀ xs : List ℕ, xs.reverse.reverse = xs ∧ xs.reverse.r…',
      '▸ micro     1/8 s  swap  ∀ a b : ℕ, a + b = b + a',
    ])
  })

  it('keeps what matters on a narrow one', () => {
    expect(drawRun(state, { columns: 40, rows: 20 }, plain)).toEqual([
      '',
      'bank  █████░░░  41/64 64%  0:38 of 2:00',
      '38 proved  2 refuted  1 unsolved',
      '23 open  62/min  about 0:22 left',
      'CPU ██████░░ 78% of 90%  memory 34%',
      'light 2/8  heavy 0/2  queue 21',
      'strategy  attempts  solved    mean',
      'micro           58      33   0.8 s',
      'copilot         12       7   4.0 s',
      'sketch           0       0',
      '▸ copilot  7/20 s  rev   ∀ xs : List ℕ…',
      '▸ micro     1/8 s  swap  ∀ a b : ℕ, a…',
    ])
  })

  it('says when the time limit comes first, and when the run is stopping', () => {
    const text = (more: Partial<RunState>) =>
      drawRun({ ...state, ...more }, { columns: 80, rows: 24 }, plain).join('\n')
    expect(text({ perMinute: 2 })).toContain('1:22 left at most')
    expect(text({ perMinute: 0, limitSeconds: undefined })).not.toContain('left')
    expect(text({ ends: false, limitSeconds: 600 })).toContain('9:22 left at most')
    expect(text({ stopping: true })).toContain('stopping')
    expect(text({ paused: true })).toContain('paused')
  })

  it('says that Lean is starting as long as nothing else is to be seen', () => {
    const arms = state.arms.map((arm) => ({ ...arm, attempts: 0 }))
    const lines = drawRun({ ...state, arms, running: [] }, { columns: 80, rows: 24 }, plain)
    expect(lines.at(-1)).toBe('Lean is starting …')
  })

  it('fits every terminal, whatever the goals are called', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom('数'.repeat(50), '\x1b[2J\n'),
    )
    const amount = fc.nat({ max: 1_000_000 })
    const many = fc.array(
      fc.record({ strategy: text, goalId: text, goal: text, seconds: amount, budgetSeconds: amount }),
      { maxLength: 12 },
    )
    const size = fc.record({
      columns: fc.integer({ min: 12, max: 200 }),
      rows: fc.integer({ min: 3, max: 40 }),
    })
    fc.assert(
      fc.property(size, many, amount, (screen, running, open) => {
        const goals = { ...state.goals, open, total: open + 41 }
        const arms = running.map(({ strategy, seconds }) => ({
          strategy,
          attempts: seconds,
          solved: 1,
          meanSeconds: seconds,
          cpuSeconds: seconds,
        }))
        const lines = drawRun({ ...state, goals, arms, running }, screen, plain)
        expect(lines.length).toBeLessThan(screen.rows)
        for (const line of lines) {
          expect(textWidth(line)).toBeLessThan(screen.columns)
          // biome-ignore lint/suspicious/noControlCharactersInRegex: none may get through
          expect(line).not.toMatch(/[\x00-\x1f\x7f]/)
        }
      }),
    )
  })

  it('colours words, never widths', () => {
    const painted = drawRun(state, { columns: 60, rows: 24 }, (_, text) => `\x1b[32m${text}\x1b[39m`)
    const bare = drawRun(state, { columns: 60, rows: 24 }, plain)
    expect(painted.map(textWidth)).toEqual(bare.map(textWidth))
  })
})

describe('the line of a run in a log', () => {
  it('tells the same in plain words', () => {
    expect(runLine(state)).toBe(
      'progress: 41/64 goals, 38 proved, 2 refuted, 1 unsolved, 23 open, 62/min, about 0:22 left, CPU 78% of 90%, 0:38',
    )
  })
})
