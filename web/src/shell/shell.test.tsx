import { afterEach, describe, expect, it, vi } from 'vitest'
import { showPage } from '../test-page.tsx'
import { MENU } from './pages.ts'
import { applyTheme, storedTheme } from './theme.ts'

describe('the shell', () => {
  const app = (at: string) =>
    showPage(async () => (await import('./app.tsx')).App, {}, { at }).then(({ html, text }) => ({
      html,
      text,
    }))

  it.each([
    ['/', 'Now'],
    ['/goals', 'Goals'],
    ['/goals/k1', 'Goals'],
    ['/arc/play', 'ARC'],
  ])('at %s marks %s in the menu, and nothing else', async (at, name) => {
    const { html } = await app(at)
    const current = [...html.matchAll(/aria-current="page"[^>]*>(\w+)/g)].map(([, word]) => word)
    expect(current).toEqual([name])
  })

  it('says that there is nothing at an address that is none', async () => {
    const { text } = await app('/nothing/here')
    expect(text).toContain('No such page There is nothing at /nothing/here.')
  })

  it('shows an address that is markup as text', async () => {
    const { html } = await app('/%3Cscript%3E')
    expect(html).not.toContain('<script>')
  })

  it('lets the keyboard skip the menu', async () => {
    expect((await app('/')).html).toMatch(/^<div class="app"><a class="skip" href="#main">/)
  })

  it('has a page loading behind the menu, not instead of it', async () => {
    const { text } = await app('/market')
    expect(text).toContain('Connecting …')
    for (const { name } of MENU) expect(text).toContain(name)
  })
})

describe('the palette', () => {
  it('lists every page and action before anything is typed, and asks the server nothing', async () => {
    const { text, asked, html } = await showPage(
      async () => (await import('./palette.tsx')).Palette,
      { onClose: () => {} },
      {},
    )
    for (const { name } of MENU) expect(text).toContain(`${name} page`)
    expect(text).toContain('Submit a goal action')
    expect(asked).toEqual([])
    expect(html.match(/aria-selected="true"/g)).toHaveLength(1)
  })
})

describe('the help', () => {
  it('has a line for the key of each page', async () => {
    const { text } = await showPage(async () => (await import('./help.tsx')).Help, { onClose: () => {} }, {})
    for (const { key, name } of MENU) expect(text).toContain(`g ${key} ${name}`)
    expect(text).toContain('Ctrl K')
  })
})

describe('the colours', () => {
  afterEach(() => vi.unstubAllGlobals())
  const dataset: { theme?: string } = {}
  const stub = (storage: Partial<Storage>) => {
    vi.stubGlobal('document', { documentElement: { dataset } })
    vi.stubGlobal('localStorage', storage)
  }

  it('follow the system until somebody chooses, and remember the choice', () => {
    const kept = new Map<string, string>()
    stub({ getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) })
    expect(storedTheme()).toBe('system')
    applyTheme('dark')
    expect([storedTheme(), dataset.theme]).toEqual(['dark', 'dark'])
    applyTheme('system')
    expect([storedTheme(), dataset.theme]).toEqual(['system', undefined])
  })

  it('ignore a choice that is none', () => {
    stub({ getItem: () => 'purple' })
    expect(storedTheme()).toBe('system')
  })

  it('can be chosen where nothing may be stored', () => {
    const refuse = () => {
      throw new Error('forbidden')
    }
    stub({ getItem: refuse, setItem: refuse })
    applyTheme('light')
    expect([storedTheme(), dataset.theme]).toEqual(['system', 'light'])
  })
})
