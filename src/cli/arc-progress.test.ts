/** How a batch of ARC tasks says how far it is: on the command line, and to those who watch it through the ledger. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMachine, systemClock, Throttle } from '../engine/index.ts'
import { controlRun, lastEvents, openLedger } from '../ledger/index.ts'
import { lastArcRuns } from './arc-last-runs.ts'
import { ArcLink } from './arc-link.ts'
import { batchBar, countBar } from './arc-progress.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-arc-progress-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let said: string[] = []
beforeEach(() => {
  said = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

describe('in a log', () => {
  it('a batch has a line with what is solved and what is left, not one for each task', () => {
    vi.useFakeTimers({ now: 0 })
    using bar = batchBar()
    bar.update({ done: 1, total: 5, solved: 1 })
    vi.setSystemTime(4_000)
    bar.update({ done: 2, total: 5, solved: 1 })
    vi.setSystemTime(11_000)
    bar.update({ done: 3, total: 5, solved: 2 })
    expect(said).toEqual([
      'orch: 1/5 tasks, 1 solved, about 0:00 left\n',
      expect.stringMatching(/^orch: 3\/5 tasks, 2 solved, about 0:0\d left\n$/),
    ])
  })

  it('tasks of an earlier run do not make the rest look shorter', () => {
    vi.useFakeTimers({ now: 0 })
    using bar = batchBar()
    vi.setSystemTime(10_000)
    bar.update({ done: 91, total: 100, solved: 50 })
    expect(said.join('')).toContain('91/100 tasks, 50 solved, about 1:30 left')
  })

  it('counting says what is counted', () => {
    using bar = countBar('searching tasks')
    bar.update(1, 3)
    expect(said).toEqual(['orch: searching tasks 1/3\n'])
  })

  it('a program that reads the output hears nothing', () => {
    using bar = batchBar({ json: true })
    bar.update({ done: 1, total: 1, solved: 0 })
    expect(said).toEqual([])
  })
})

describe('the runs that left files', () => {
  it('are listed newest first, without those whose tasks are gone, and say whether there are results', async () => {
    const home = join(folder, 'home')
    vi.stubEnv('ORCH_HOME', home)
    vi.stubEnv('ORCH_DATABASE_URL', undefined)
    mkdirSync(join(folder, 'data'))
    for (const name of ['old.jsonl', 'new.jsonl', 'new-out.jsonl'])
      writeFileSync(join(folder, 'data', name), '')
    const ledger = await openLedger({ home })
    const run = (runId: string, config: unknown) =>
      ledger.startRun({ runId, command: 'arc run', host: 'here', config, seed: 1 })
    await run('arc-1', { batchFile: 'data/old.jsonl', outJsonl: 'data/old-out.jsonl', folder })
    await run('arc-2', { batchFile: 'data/gone.jsonl', outJsonl: 'data/gone-out.jsonl', folder })
    await run('arc-3', {
      batchFile: join(folder, 'data', 'new.jsonl'),
      outJsonl: 'data/new-out.jsonl',
      folder,
    })
    await run('arc-4', { something: 'else' })
    await ledger.startRun({ runId: 'bank-1', command: 'bank', host: 'here', config: {}, seed: 1 })
    await ledger.close()
    const at = (name: string) => join(folder, 'data', name)
    expect(await lastArcRuns()).toEqual([
      { batchFile: at('new.jsonl'), results: at('new-out.jsonl') },
      { batchFile: at('old.jsonl'), results: undefined },
    ])
  })
})

describe('a batch that others watch', () => {
  const throttleOf = () =>
    new Throttle({ machine: createMachine(), clock: systemClock, cpuTarget: 1, memoryTarget: 1, alpha: 0.1 })

  it('tells that it began, how far it is, and that it ended; it does what is wanted of it', async () => {
    const ledger = await openLedger({ home: join(folder, 'watched') })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const throttle = throttleOf()
    const runId = 'arc-7'
    const link = await ArcLink.open({ ledger, runId, throttle, workers: 2 })
    link.update({ done: 3, total: 10, solved: 1 })
    await controlRun(ledger, runId, { wanted: 'pause', cpuTarget: 0.5 })
    const pulse = async (wanted: (data: Record<string, unknown>) => boolean) => {
      for (;;) {
        await vi.advanceTimersByTimeAsync(1_000)
        const [latest] = await lastEvents(ledger, { type: 'pulse', limit: 1 })
        const data = latest?.data as Record<string, unknown> | undefined
        if (data && wanted(data)) return data
      }
    }
    const first = await pulse(({ paused }) => paused === true)
    expect(first.memory_share).toBeGreaterThan(0)
    expect(first).toMatchObject({
      cpu_target: 0.5,
      queued: 7,
      lanes: { light: { running: 0, limit: 2 } },
      goals: { total: 10, processed: 3, solved: 1 },
    })
    await controlRun(ledger, runId, { wanted: 'run' })
    expect(await pulse(({ paused }) => paused === false)).toMatchObject({
      queued: 5,
      lanes: { light: { running: 2, limit: 2 } },
    })
    expect(link.signal.aborted).toBe(false)
    await controlRun(ledger, runId, { wanted: 'stop' })
    await pulse(() => link.signal.aborted)
    expect(String(link.signal.reason)).toContain('The run was asked to stop.')
    await link[Symbol.asyncDispose]()
    for (const type of ['run-started', 'run-ended'] as const)
      expect((await lastEvents(ledger, { type, limit: 5 })).map((event) => event.runId)).toEqual([runId])
    await ledger.close()
  })

  it('forgets what was wanted of an earlier part of the same run', async () => {
    const ledger = await openLedger({ home: join(folder, 'again') })
    await controlRun(ledger, 'arc-8', { wanted: 'stop' })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const link = await ArcLink.open({ ledger, runId: 'arc-8', throttle: throttleOf(), workers: 1 })
    await vi.advanceTimersByTimeAsync(1_000)
    await link[Symbol.asyncDispose]()
    expect(link.signal.aborted).toBe(false)
    await ledger.close()
  })
})
