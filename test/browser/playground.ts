/** Writing Lean on the page, going anywhere by keyboard, and playing with ARC programs. */
import { describe, expect, it } from 'vitest'
import { accessibilityFaults, openTab, screenshot, sidewaysScroll } from './chromium.ts'
import { arcRun, type Stage, shows } from './stage.ts'

export function playgroundSuite(stage: Stage): void {
  describe('the keyboard', () => {
    it('goes to pages and goals by a part of their name, and shows its own keys', async () => {
      await using tab = await openTab(stage.browser, stage.world.url, { dark: true })
      const { page } = tab
      const { keyboard } = page
      await page.goto('/')
      await page.getByTestId('totals').waitFor()
      await keyboard.press('Control+K')
      const palette = page.getByRole('dialog', { name: 'Go to' })
      await palette.getByRole('combobox').fill('add_sw')
      await palette.getByRole('option', { name: /add_swap/ }).waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await screenshot(page, 'palette-1280-dark')
      await keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'add_swap' }).waitFor()
      await keyboard.press('?')
      const help = page.getByRole('dialog', { name: 'Keys' })
      await help.getByText('go to a page, an action or a goal').waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await keyboard.press('Escape')
      await help.waitFor({ state: 'detached' })
      await page.goto('/arc')
      const first = page.getByRole('list', { name: 'Tasks' }).getByRole('link').first()
      await first.focus()
      await keyboard.press('ArrowRight')
      expect(await first.evaluate((link) => link === link.ownerDocument.activeElement)).toBe(false)
      expect(tab.complaints).toEqual([])
    })
  })

  describe('ARC', () => {
    it('says why a task failed, and applies its program to a grid of one’s own', async () => {
      await using tab = await openTab(stage.browser, stage.world.url)
      const { page } = tab
      const run = await arcRun(stage)
      await page.goto(`/arc/${run}/nonsense`)
      await page
        .getByRole('region', { name: 'Why it is not solved' })
        .getByText(/train pairs right/)
        .waitFor()
      await page.goto(`/arc/${run}/flip`)
      await page.getByRole('link', { name: 'play with it' }).click()
      await page.getByRole('img', { name: /^Result/ }).waitFor()
      await page.getByRole('button', { name: 'red', exact: true }).click()
      await page.getByRole('button', { name: /column 1, row 1$/ }).click()
      await page.getByRole('button', { name: 'red, column 1, row 1' }).waitFor()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('3')
      await page.getByRole('button', { name: 'green, column 2, row 1' }).waitFor()
      await page.getByLabel(/In the language of/).fill('(program')
      await shows(page, /program/)
      expect(await accessibilityFaults(page)).toEqual([])
      await screenshot(page, 'play-1280-light')
      await page.setViewportSize({ width: 400, height: 860 })
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
      await screenshot(page, 'play-400-light')
      expect(tab.complaints).toEqual([])
    })
  })
}
