/** A goal is proved, refuted and looked into from its own page. */
import { describe, expect, it } from 'vitest'
import type { GoalAnswer } from '../../src/api/index.ts'
import { accessibilityFaults, openTab, screenshot, sidewaysScroll } from './chromium.ts'
import type { Stage } from './stage.ts'

export function provingSuite(stage: Stage): void {
  describe('the page of a goal', () => {
    it('proves it while one looks, and steps through the proof with the keyboard', async () => {
      const { goal_hash } = await stage.world.post<GoalAnswer>('/api/goals', {
        goal: '∀ l : List Nat, app l [] = l',
        id: 'app_nil',
        preamble: 'def app : List Nat → List Nat → List Nat\n  | [], k => k\n  | x :: xs, k => x :: app xs k',
      })
      await using tab = await openTab(stage.browser, stage.world.url)
      const { page } = tab
      await page.goto(`/goals/${goal_hash}`)
      const panel = page.getByRole('region', { name: 'Search now' })
      await panel.getByLabel('Budget').selectOption('300')
      await panel.getByRole('button', { name: 'Prove now' }).click()
      await panel.getByRole('button', { name: 'Stop' }).waitFor()
      await panel.getByText(/Proved by \w+ after/).waitFor()
      const steps = page.getByRole('list', { name: 'Proof steps' })
      await steps.getByText('no goals left').waitFor()
      await steps.getByRole('button').last().focus()
      await page.keyboard.press('Home')
      const state = page.getByRole('region', { name: 'State at this step' })
      await state.getByText('⊢').first().waitFor()
      await page.keyboard.press('End')
      await state.getByText('No goals left').waitFor()
      const tree = page.getByRole('tree', { name: 'States of the search' })
      await tree.getByText('closed').waitFor()
      await page.getByRole('button', { name: 'Fold all', exact: true }).click()
      await tree.getByRole('treeitem').first().focus()
      await page.keyboard.press('ArrowRight')
      await tree.getByRole('treeitem').nth(1).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.getByRole('region', { name: 'The chosen state' }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Whole tree' }).click()
      expect(await accessibilityFaults(page)).toEqual([])
      await screenshot(page, 'proved-now-1280-light')
      await page.setViewportSize({ width: 400, height: 860 })
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
      await screenshot(page, 'proved-now-400-light')
      expect(tab.complaints).toEqual([])
    })

    it('refutes it, and stops a search that nobody wants any more', async () => {
      await using tab = await openTab(stage.browser, stage.world.url, { dark: true })
      const { page } = tab
      const wrong = await stage.world.post<GoalAnswer>('/api/goals', {
        goal: '∀ n : Nat, n ≠ 7',
        id: 'not_seven',
      })
      await page.goto(`/goals/${wrong.goal_hash}`)
      const panel = page.getByRole('region', { name: 'Search now' })
      await panel.getByRole('button', { name: 'Refute' }).click()
      await page.getByRole('heading', { name: 'Counterexample' }).waitFor()
      const hard = await stage.world.post<GoalAnswer>('/api/goals', {
        goal: '∀ a b c n : Nat, n > 2 → a ^ n + b ^ n = c ^ n → a * b * c = 0',
        id: 'too_hard',
      })
      await page.goto(`/goals/${hard.goal_hash}`)
      await panel.getByRole('button', { name: 'Prove now' }).click()
      await panel.getByRole('button', { name: 'Stop' }).click()
      await panel.getByText(/Stopped after|was stopped/).waitFor()
      await panel.getByRole('button', { name: 'Prove now' }).waitFor()
      await screenshot(page, 'stopped-1280-dark')
      expect(tab.complaints).toEqual([])
    })

    it('that is not there says so, with a way back', async () => {
      await using tab = await openTab(stage.browser, stage.world.url)
      const { page } = tab
      await page.goto('/goals/lean:nowhere')
      await page.getByRole('heading', { level: 1, name: 'No such goal' }).waitFor()
      await page.getByRole('link', { name: 'all goals' }).click()
      await page.getByRole('row', { name: /add_zero/ }).waitFor()
      expect(tab.complaints).toEqual([])
    })
  })
}
