import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Attempt } from '../attempt.ts'
import { Emitter } from '../emitter.ts'
import { makeGoal } from '../goal/index.ts'
import type { GoalProblem, GoalSearch } from '../search/index.ts'
import { RunDisplay, type RunDisplayOptions } from './run-display.ts'

type Events = GoalSearch['events'] extends Emitter<infer E> ? E : never

let said = ''
beforeEach(() => {
  said = ''
  vi.useFakeTimers()
  vi.stubEnv('NO_COLOR', '1')
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text)
    return true
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const goal = makeGoal({ id: 'add_comm', text: '∀ a b : Nat, a + b = b + a' })
const problem = { goal, key: 'k1' } as GoalProblem
const attempt = { strategy: 'micro', outcome: 'proved', timeSeconds: 1.25, cpuSeconds: 1 } as Attempt

function opened(options: Partial<RunDisplayOptions> = {}) {
  const events = new Emitter<Events>()
  const snapshot = () => ({
    cpuShare: 0.4,
    cpuTarget: 0.5,
    memoryShare: 0.2,
    paused: false,
    queued: 1,
    busy: { light: 1, heavy: 0 },
    limits: { light: 8, heavy: 2 },
    running: [],
  })
  const search = { events, monitor: { snapshot } } as unknown as GoalSearch
  const { signal } = new AbortController()
  const display = new RunDisplay(search, {
    command: 'bank',
    strategies: ['micro'],
    ends: true,
    signal,
    ...options,
  })
  return { events, display }
}

describe('a run in a log', () => {
  it('has a line for each goal that is settled, with how far the run is', () => {
    const { events, display } = opened()
    events.emit('fed', { goals: [goal, goal] } as unknown as Events['fed'])
    events.emit('prepared', { goal, prepared: { kind: 'ready', problem } } as Events['prepared'])
    events.emit('attempt', { problem, attempt } as unknown as Events['attempt'])
    events.emit('concluded', { problem, attempt } as Events['concluded'])
    display[Symbol.dispose]()
    expect(said).toBe('proved add_comm by micro in 1.3 s (1/2)\n')
  })

  it('calls a goal on which everything failed by that name', () => {
    const { events } = opened()
    events.emit('concluded', { problem, attempt: undefined } as Events['concluded'])
    expect(said).toContain('failed add_comm')
  })

  it('says what Lean refuses, in its first line, and what the checker refuses', () => {
    const { events } = opened()
    events.emit('prepared', {
      goal,
      prepared: { kind: 'ill-typed', why: 'unknown x\nmore' },
    } as Events['prepared'])
    events.emit('refused', { problem, arm: 'sketch', reason: 'sorry\nat line 2' } as Events['refused'])
    expect(said).toBe('ill-typed add_comm: unknown x\nrefused by the checker: sketch on add_comm: sorry\n')
  })

  it('does not call ill-typed what a busy Lean could not read in time', () => {
    const { events } = opened()
    events.emit('fed', { goals: [goal] } as unknown as Events['fed'])
    const why = 'statement: elaborating the statement took too long'
    events.emit('prepared', { goal, prepared: { kind: 'too-long', key: 'k', why } } as Events['prepared'])
    vi.advanceTimersByTime(10_000)
    expect(said).toContain(`timeout add_comm: ${why}\n`)
    expect(said).toContain('progress: 1/1 goals, 0 proved, 1 unsolved, 0 open')
  })

  it('says what is not tried again, and why', () => {
    const { events } = opened()
    const prior = { outcome: 'timeout', budgetSeconds: 8 }
    events.emit('skipped', { problem, arm: 'micro', prior } as Events['skipped'])
    expect(said).toBe('skipped micro on add_comm: the ledger has it as timeout with 8 s\n')
  })

  it('keeps a goal with line breaks in its name on one line', () => {
    const { events } = opened()
    const odd = { ...problem, goal: { ...goal, id: 'a\nproved b\u001b[2J' } }
    events.emit('concluded', { problem: odd, attempt } as Events['concluded'])
    expect(said.trimEnd().split('\n')).toHaveLength(1)
    expect(said).not.toContain('\u001b')
  })

  it('tells how it goes every ten seconds, and less often after a minute', () => {
    const { events, display } = opened()
    events.emit('fed', { goals: [] } as unknown as Events['fed'])
    vi.advanceTimersByTime(60_000)
    const early = said.trimEnd().split('\n').length
    expect(early).toBe(6)
    expect(said).toContain('progress: 0/0 goals, 0 proved, 0 open')
    vi.advanceTimersByTime(120_000)
    expect(said.trimEnd().split('\n').length - early).toBe(2)
    display[Symbol.dispose]()
    vi.advanceTimersByTime(600_000)
    expect(said.trimEnd().split('\n').length - early).toBe(2)
  })

  it('begins to count its limit when Lean is there, and says that it waits for it', () => {
    const { events } = opened({ limitSeconds: 5 })
    vi.advanceTimersByTime(30_000)
    expect(said).toMatch(/^(?:progress: Lean is starting, 0:\d0\n){3}$/)
    events.emit('fed', { goals: [goal] } as unknown as Events['fed'])
    vi.advanceTimersByTime(10_000)
    expect(said).toContain('progress: 0/1 goals, 0 proved, 1 open, 0.0/min, 0:00 left at most')
    said = ''
    const late = opened({ limitSeconds: 500 })
    vi.advanceTimersByTime(8_000)
    late.events.emit('fed', { goals: [goal] } as unknown as Events['fed'])
    vi.advanceTimersByTime(2_000)
    expect(said).toContain('8:18 left at most')
  })

  it.each([{ quiet: true }, { json: true }])('has nothing to say with %o', (options) => {
    const { events } = opened(options)
    events.emit('concluded', { problem, attempt } as Events['concluded'])
    vi.advanceTimersByTime(60_000)
    expect(said).toBe('')
  })
})
