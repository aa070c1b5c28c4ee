/** The holes of a project, filled from its page: searched, looked at, written, with the files on disk to show for it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accessibilityFaults, openTab, pressKeys, screenshot, sidewaysScroll } from './chromium.ts'
import type { Stage } from './stage.ts'
import { SMALL } from './world.ts'

const hole = (page: Page, name: string) =>
  page.locator('.hole').filter({ has: page.getByRole('heading', { name }) })

export function projectSuite(stage: Stage): void {
  describe('a project', () => {
    it('is searched from its page, shows the diff of each proof, and is written when asked to', async () => {
      await using tab = await openTab(stage.browser, stage.world.url)
      const { page } = tab
      const file = (name: string) => join(stage.world.folder, name)
      const small = () => readFileSync(file('Numbers/Small.lean'), 'utf8')
      await page.goto('/')
      await page.getByTestId('totals').waitFor()
      await pressKeys(page, 'gp', '/project')
      await hole(page, 'easy').waitFor()

      // A file that comes while somebody looks, with an error in it, is read and shown by itself.
      writeFileSync(file('Broken.lean'), 'theorem bad : 1 = 2 := rfl\n')
      await page.getByRole('list', { name: 'Errors in Broken.lean' }).waitFor()

      const search = page.getByRole('button', { name: 'Search everything' })
      await search.and(page.locator(':enabled')).focus()
      await page.keyboard.press('Enter')
      const easy = hole(page, 'easy')
      await easy.getByText('proposed', { exact: true }).waitFor()
      await hole(page, 'tooSmall').getByText('False for').waitFor()
      // What is false may be remembered from an earlier run: then it is not searched again.
      await page.getByText(/\d of \d holes proved/).waitFor()
      const diff = page.getByRole('region', { name: 'Diff of easy' })
      await diff.locator('.diff-removed').getByText('sorry').waitFor()
      expect(await diff.locator('.diff-added').count()).toBeGreaterThan(0)
      expect(small()).toBe(SMALL)
      expect(await accessibilityFaults(page)).toEqual([])
      for (const width of [1280, 768, 360]) {
        await page.setViewportSize({ width, height: 860 })
        expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
        await screenshot(page, `project-found-${width}-light`)
      }

      await easy.getByRole('button', { name: 'Apply easy' }).focus()
      await page.keyboard.press('Enter')
      await page.getByText('1 file written: Numbers/Small.lean.').waitFor()
      await easy.waitFor({ state: 'detached' })
      expect(small().replace(/(n \+ 0 = n := by\n {2}).*/, '$1sorry')).toBe(SMALL)
      expect(small()).not.toBe(SMALL)
      await hole(page, 'tooSmall').getByText('refuted', { exact: true }).waitFor()
      await page.getByText('1 proved').first().waitFor()

      await page.getByRole('button', { name: /^Apply all/ }).click()
      await hole(page, 'twice_succ').waitFor({ state: 'detached' })
      expect(readFileSync(file('Twice.lean'), 'utf8')).not.toContain('sorry')
      expect(small().match(/sorry/g)).toHaveLength(1)
      expect(await page.title()).toBe('Project · Orch')
      expect([...tab.complaints, ...tab.foreign]).toEqual([])
    })
  })
}
