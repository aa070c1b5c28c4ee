/** The order in which a search looks at states; which tactics there are is for the tables. */
import { describe, expect, it } from 'vitest'
import { MOST, ranked } from '../tactics/index.ts'
import { type SearchOptions, search } from './search.ts'
import { type Answer, dojoWhere, openSession } from './test-session.ts'

async function searched(answer: Answer, options: Partial<SearchOptions> = {}) {
  const scripted = dojoWhere(answer)
  await using session = await openSession(scripted)
  const end = await search(session, scripted.dojo.root, {
    closersAt: () => ['close'],
    movesAt: () => ranked('moves', ['left', 'right']),
    secondsLeft: 30,
    ...options,
  })
  return { ...end, ...scripted }
}

describe('a search', () => {
  it('tries to end a goal before it looks for ways on, and gives the whole script', async () => {
    const { script, tried } = await searched((tactic, target) => {
      if (tactic === 'close') return target === 'easy' ? [] : undefined
      return tactic === 'right' ? ['easy'] : undefined
    })
    expect(script).toBe('right\nclose')
    expect(tried[0]).toBe('close')
  })

  it('goes on where least is left to do, not where it began', async () => {
    const seen: string[] = []
    const { script } = await searched((tactic, target) => {
      if (tactic === 'close') {
        seen.push(target)
        return target === 'done' ? [] : undefined
      }
      if (target === 'goal') return [tactic === 'left' ? 'a very long goal '.repeat(9) : 'short']
      return target === 'short' && tactic === 'left' ? ['done'] : undefined
    })
    expect(seen).toEqual(['goal', 'short', 'done'])
    expect(script).toBe('right\nleft\nclose')
  })

  it('does not look at a goal twice, whichever way it is reached', async () => {
    const seen: string[] = []
    const { script, frontier, dropped } = await searched((tactic, target) => {
      if (tactic === 'close') return void seen.push(target)
      return target === 'goal' ? ['same'] : undefined
    })
    expect(seen).toEqual(['goal', 'same'])
    expect(script).toBeUndefined()
    expect(frontier).toEqual([])
    expect(dropped).toHaveLength(1)
  })

  it('goes no deeper than the scale says', async () => {
    let deepest = 0
    await searched((tactic, target) => {
      deepest = Math.max(deepest, target.length)
      return tactic === 'left' ? [`${target}+`] : undefined
    })
    expect(deepest).toBe('goal'.length + MOST.depth)
  })

  it('begins with the most promising of several states, and tells of those it had no time for', async () => {
    const { frontier, tried } = await searched(() => undefined, { secondsLeft: -1 })
    expect(frontier).toEqual([''])
    expect(tried).toEqual([])
  })

  it('says where it came closest: at the least text, closed goals left out', async () => {
    const { closest } = await searched((tactic, target) => {
      if (tactic === 'close') return undefined
      return target === 'goal' ? [tactic === 'left' ? 'g' : 'a longer goal'] : undefined
    })
    expect(closest?.goals[0]?.target).toBe('g')
  })

  it('ends the first goals of a state by closers and works on the first that resists', async () => {
    const worked: string[] = []
    await searched(
      (tactic, target) => {
        if (tactic === 'close') return target === 'one' ? [] : undefined
        if (target === 'goal') return tactic === 'left' ? ['one', 'two'] : undefined
        return void worked.push(target)
      },
      { movesAt: () => ranked('moves', ['left']) },
    )
    expect(worked).toEqual(['two'])
  })

  it('is stopped by its caller, with the reason', async () => {
    const stop = new AbortController()
    const scripted = dojoWhere(() => {
      stop.abort(new Error('enough'))
      return undefined
    })
    await using session = await openSession(scripted, { signal: stop.signal })
    const options = { closersAt: () => ['a', 'b'], movesAt: () => [], secondsLeft: 30 }
    await expect(search(session, scripted.dojo.root, options)).rejects.toThrow('enough')
  })
})
