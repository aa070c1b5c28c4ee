import { EventEmitter, once } from 'node:events'
import { expect, it } from 'vitest'
import { type Strategy, strategiesByName } from '../strategies/index.ts'
import { leanForTests } from '../strategies/test-lean.ts'
import { fillInBackground, type ProjectBackgroundSummary } from './project-background.ts'
import { TestProject } from './test-project.ts'

const lean = leanForTests({ threads: 4 })

const HOLE = 'theorem t : 2 + 2 = 4 := by sorry\n'

/** A background search whose lines and events can be waited for. */
async function watched(files: TestProject, strategies: readonly Strategy[] = strategiesByName(['micro'])) {
  const stop = new AbortController()
  const heard = new EventEmitter()
  const log: string[] = []
  const say = (text: string) => {
    log.push(text)
    heard.emit('said')
  }
  const running = fillInBackground({
    ...(await files.options(lean)),
    strategies,
    lanes: { light: 8, heavy: 1 },
    path: files.root,
    signal: stop.signal,
    onLine: say,
    onEvent: (event) => {
      if (event.kind === 'started') say(`started ${event.hole.id}`)
      else if (event.kind === 'ended') say(`${event.attempt.outcome} attempt on ${event.hole.id}`)
      else say(`${event.outcome.kind} ${event.outcome.hole.id}`)
    },
  })
  return {
    log,
    async until(text: string, times = 1): Promise<void> {
      while (log.filter((line) => line.includes(text)).length < times)
        await Promise.race([once(heard, 'said'), running])
    },
    stop(): Promise<ProjectBackgroundSummary> {
      stop.abort()
      return running
    },
  }
}

it('takes up new holes when files change, and stops when asked', async () => {
  await using files = new TestProject({ 'A.lean': HOLE })
  const search = await watched(files)
  await search.until('proved A/t/1')
  files.write('Notes.lean', 'def notes : Nat := 1\n')
  await search.until('no hole is affected')
  files.write('B.lean', 'import A\ntheorem u : 3 + 3 = 6 := by sorry\n')
  await search.until('proved B/u/1')
  expect(await search.stop()).toEqual({ proved: 2, refuted: 0, open: 0, changes: 2 })
  expect(files.read('A.lean')).toBe(HOLE)
})

it('cancels the attempts that a change affects, and no others', async () => {
  // Attempts begin at once and go on when the test says so: what survives an edit is then sure to have been running.
  const gate = Promise.withResolvers<void>()
  const [micro] = strategiesByName(['micro'])
  if (!micro) throw new Error('there is no micro')
  const waiting: Strategy = {
    ...micro,
    patience: 1000,
    run: async (goal, tools, run) => {
      const stopped = new Promise<void>((resolve) => {
        run.signal.addEventListener('abort', () => resolve())
      })
      await Promise.race([gate.promise, stopped])
      run.signal.throwIfAborted()
      return await micro.run(goal, tools, run)
    },
  }
  await using files = new TestProject({
    'A.lean': HOLE,
    'B.lean': 'theorem above : 1 + 1 = 2 := by sorry\ntheorem b : 2 + 3 = 5 := by sorry\n',
    'C.lean': 'import B\ntheorem c : 4 + 3 = 7 := by sorry\n',
  })
  const search = await watched(files, [waiting])
  const all = ['A/t/1', 'B/above/1', 'B/b/1', 'C/c/1']
  for (const id of all) await search.until(`started ${id}`)
  // What B says below its first hole is another thing now, and one hole more.
  files.write(
    'B.lean',
    'theorem above : 1 + 1 = 2 := by sorry\ntheorem b : 3 + 3 = 6 := by sorry\ntheorem d : 1 + 3 = 4 := by sorry\n',
  )
  for (const id of ['B/b/1', 'C/c/1']) await search.until(`cancelled attempt on ${id}`)
  for (const id of ['B/b/1', 'C/c/1']) await search.until(`started ${id}`, 2)
  await search.until('started B/d/1')
  gate.resolve()
  for (const id of [...all, 'B/d/1']) await search.until(`proved ${id}`)
  expect(await search.stop()).toMatchObject({ proved: 5, open: 0, changes: 1 })
  for (const id of ['A/t/1', 'B/above/1']) {
    expect(search.log.filter((line) => line === `started ${id}`)).toHaveLength(1)
    expect(search.log).not.toContain(`cancelled attempt on ${id}`)
  }
})
