/** Certificates on the dashboard: made from a receipt, opened from the goal, checked and stopped in the browser. */
import { describe, expect, it } from 'vitest'
import { accessibilityFaults, openTab, screenshot, sidewaysScroll } from './chromium.ts'
import { goalNamed, type Stage } from './stage.ts'

/** Lean writes out its library, if nobody has asked for it before. */
const MAKING_MS = 600_000

export function certificatesSuite(stage: Stage): void {
  describe('the certificate of a receipt', () => {
    it(
      'shows what is proved and on what, and is checked in the browser',
      async () => {
        await using tab = await openTab(stage.browser, stage.world.url)
        const { page } = tab
        await page.goto(`/goals/${(await goalNamed(stage, 'add_swap')).goal_hash}`)
        const link = page.getByRole('link', { name: 'Open the certificate' })
        const address = (await link.getAttribute('href')) ?? ''
        await page.goto(address)
        // While it is made, the page comes again by itself.
        const check = page.getByRole('button', { name: 'Check it in this browser' })
        await check.waitFor({ timeout: MAKING_MS })
        const text = await page.locator('main').innerText()
        expect(text).toContain('Certificate of')
        expect(text).toMatch(/Theorem\s+∀/)
        expect(text).toMatch(/Axioms\s+None\./)
        expect(text).toMatch(/\d+ assumptions?\b/)
        await check.click()
        await page.locator('#verdict[data-kind=accepted]').waitFor()
        expect(await page.locator('#verdict').textContent()).toMatch(/^Accepted: \d+ declarations in /)
        expect(await page.evaluate("document.getElementById('bar').position")).toBe(1)
        expect(await accessibilityFaults(page)).toEqual([])
        expect(await sidewaysScroll(page)).toBe(0)
        await screenshot(page, 'certificate')
        await page.evaluate("for (const id of ['check', 'stop']) document.getElementById(id).click()")
        expect(await page.locator('#verdict').textContent()).toBe('Stopped.')
        expect(tab.foreign).toEqual([])
        expect(tab.complaints).toEqual([])
      },
      MAKING_MS,
    )

    it('is told to be missing where there is no such receipt', async () => {
      const response = await fetch(`${stage.world.url}/certificates/none`)
      expect(response.status).toBe(404)
    })
  })
}
