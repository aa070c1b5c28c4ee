/** The pages while Lean stands still, hardly runs, or dies: they say what they wait for, ask again, and get there. */
import { describe, expect, it } from 'vitest'
import type { GoalAnswer } from '../../src/api/index.ts'
import { openTab, screenshot } from './chromium.ts'
import { SlowLean } from './slow-lean.ts'
import { goalNamed, type Stage } from './stage.ts'

/** A process that stood still may have been given up already: then the page says why, and that it asks again. */
const WAITS = /Lean reads it … \d+ s\. It may be starting|Asked again every 5 s\./

export function slowSuite(stage: Stage): void {
  describe('on a machine that leaves Lean no time', () => {
    it('a search, a goal being written and a text say that they wait, and end when Lean comes to run', async () => {
      const { goal_hash } = await stage.world.post<GoalAnswer>('/api/goals', {
        goal: '∀ a b : Nat, a + b + 0 = b + a',
        id: 'in_a_while',
      })
      await using searching = await openTab(stage.browser, stage.world.url)
      await using submitting = await openTab(stage.browser, stage.world.url)
      await using playing = await openTab(stage.browser, stage.world.url, { dark: true })
      await using replaying = await openTab(stage.browser, stage.world.url)
      // Delivered through the market, so that nobody has stored its states.
      const delivered = await goalNamed(stage, 'lt_step')
      await using slow = await SlowLean.start(0)

      await replaying.page.goto(`/goals/${delivered.goal_hash}`)
      await replaying.page.getByRole('button', { name: 'Show the state after each step' }).click()
      await replaying.page.getByText('Lean replays the proof …').waitFor()

      await searching.page.goto(`/goals/${goal_hash}`)
      const panel = searching.page.getByRole('region', { name: 'Search now' })
      await panel.getByLabel('Budget').selectOption('300')
      await panel.getByRole('button', { name: 'Prove now' }).click()
      await panel.getByText(/Lean (?:starts|reads the statement) …/).waitFor()

      await submitting.page.goto('/goals?submit=yes')
      const dialog = submitting.page.getByRole('dialog', { name: 'Submit a goal' })
      await dialog.getByLabel('Statement in Lean').fill('∀ n : Nat, n = 0 + n')
      await dialog.getByText(WAITS).waitFor()

      await playing.page.goto(`/playground?text=${encodeURIComponent('∀ n : Nat, n = n + 0')}`)
      const goals = playing.page.getByRole('region', { name: 'Goals here' })
      await goals.getByText(WAITS).waitFor()
      await screenshot(playing.page, 'playground-waiting-1280-dark')

      // What waits for a Lean that dies is asked again by the page, and says so.
      slow.kill()
      slow.every = 3
      await goals.getByText('⊢ ∀ (n : Nat), n = n + 0').waitFor()
      await dialog.getByText('Lean understands:').waitFor()
      await panel.getByText(/Proved by \w+ after/).waitFor()
      const steps = replaying.page.getByRole('list', { name: 'Proof steps' }).getByText('no goals left')
      const again = replaying.page.getByRole('button', { name: 'Try again' })
      await steps.or(again).waitFor()
      if (await again.isVisible()) await again.click()
      await steps.waitFor()
      for (const tab of [replaying, searching, submitting, playing]) expect(tab.complaints).toEqual([])
    })

    it('a search whose Lean is stopped in the middle goes on, and can be given up', async () => {
      const { goal_hash } = await stage.world.post<GoalAnswer>('/api/goals', {
        goal: '∀ a b c n : Nat, n > 3 → a ^ n + b ^ n = c ^ n → a * b * c = 0',
        id: 'given_up',
      })
      await using tab = await openTab(stage.browser, stage.world.url)
      const { page } = tab
      await page.goto(`/goals/${goal_hash}`)
      const panel = page.getByRole('region', { name: 'Search now' })
      await panel.getByRole('button', { name: 'Prove now' }).click()
      await panel
        .getByText(/\d+ tried/)
        .first()
        .waitFor()
      await using _slow = await SlowLean.start(0)
      await panel.getByRole('button', { name: 'Stop' }).click()
      await panel.getByText(/Stopped after|was stopped/).waitFor()
      await panel.getByRole('button', { name: 'Prove now' }).waitFor()
      expect(tab.complaints).toEqual([])
    })
  })
}
