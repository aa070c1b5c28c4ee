import { describe, expect, it } from 'vitest'
import { MENU, PAGES } from './pages.ts'

const pagesOf = (path: string) => PAGES.filter((entry) => entry.path.test(path))

describe('the menu', () => {
  it('has a key of its own for every page', () => {
    expect(new Set(MENU.map(({ key }) => key)).size).toBe(MENU.length)
    expect(new Set(MENU.map(({ href }) => href)).size).toBe(MENU.length)
  })

  it.each(MENU.map(({ name, href }) => [name, href]))('opens one page for %s', (_name, href) => {
    expect(pagesOf(href)).toHaveLength(1)
  })
})

describe('an address', () => {
  it.each([
    ['/goals/lean:ab12', ['lean:ab12']],
    ['/runs/bank-2026', ['bank-2026']],
    ['/arc/run/task', ['run', 'task']],
  ])('%s names what its page shows', (path, params) => {
    const [entry, ...others] = pagesOf(path)
    expect(others).toEqual([])
    expect(entry?.path.exec(path)?.slice(1)).toEqual(params)
  })

  it.each(['/goal', '/goals/', '/goals/a/b', '/arc/a/b/c', '//', '/systems'])('%s opens no page', (path) => {
    expect(pagesOf(path)).toEqual([])
  })
})
