import { describe, expect, it } from 'vitest'
import { showPage } from '../test-page.tsx'

const page = async () => (await import('./play-page.tsx')).ArcPlayPage
const shown = (at: string) => showPage(page, {}, { at })
const cells = (html: string) => html.match(/data-cell="/g)?.length ?? 0

describe('the page to play on', () => {
  it('begins with a grid and a program that runs', async () => {
    const { html, text } = await shown('/arc/play')
    expect(cells(html)).toBe(9)
    expect(text).toContain('(program (view none as-is)')
    expect(html).toContain('aria-label="grey, column 2, row 2"')
  })

  it('takes both from the address', async () => {
    const { html, text } = await shown('/arc/play?grid=12/34&program=(program)')
    expect(cells(html)).toBe(4)
    expect(html).toContain('aria-label="red, column 2, row 1"')
    expect(text).toContain('(program)')
  })

  it.each(['12/3', 'ab', '1x', '', `${'1'.repeat(31)}`])(
    'falls back on its own grid for grid=%s',
    async (grid) => {
      expect(cells((await shown(`/arc/play?grid=${grid}`)).html)).toBe(9)
    },
  )

  it('lets the keyboard into the grid at one place', async () => {
    const { html } = await shown('/arc/play?grid=12/34')
    expect(html.match(/data-cell="[^"]*" class="[^"]*" tabindex="0"/gi)).toHaveLength(1)
  })
})
