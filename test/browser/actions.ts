/** What can be done on the pages, done there: each button clicked, or reached with the keyboard alone. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { RunList, TicketAnswer } from '../../src/api/index.ts'
import { accessibilityFaults, openTab, pressKeys, screenshot } from './chromium.ts'
import { goalNamed, type Stage, shows } from './stage.ts'

const column = (page: Page, status: string) => page.getByRole('region', { name: `${status} tickets` })

/** A ticket where the board shows it, by its name. */
const ticket = (page: Page, status: string, name: string) =>
  column(page, status).locator('strong').getByText(name, { exact: true })

/** Presses Tab until something with this name has the focus, as somebody without a mouse would. */
async function tabTo(
  page: Page,
  name: string | RegExp,
  role: 'button' | 'textbox' = 'button',
): Promise<void> {
  const wanted = page.getByRole(role, { name })
  await wanted.first().waitFor()
  for (let pressed = 0; pressed < 200; pressed += 1) {
    const isThere = await wanted
      .first()
      .evaluate((element) => element === element.ownerDocument.activeElement)
    if (isThere) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${name} cannot be reached with the keyboard.`)
}

export function actionsSuite(stage: Stage): void {
  describe('on the market', () => {
    it('a ticket is claimed, a false proof refused, a right one accepted, another one cancelled', async () => {
      await using tab = await openTab(stage.browser, stage.world.url)
      await using watcher = await openTab(stage.browser, stage.world.url)
      const { page } = tab
      await Promise.all([page.goto('/market'), watcher.page.goto('/market')])
      // Asked for by another program: both see it come.
      const first = { goal: '∀ a b : Nat, a < b → a < b + 1', suggested_name: 'lt_step' }
      const { ticket_id } = await stage.world.post<TicketAnswer>('/api/tickets', first)
      const second = { goal: '∀ a b : Nat, a < b → a < b + 2', suggested_name: 'lt_two_steps' }
      await stage.world.post<TicketAnswer>('/api/tickets', { ...second, depends_on: [ticket_id] })
      await watcher.page.locator('[data-link=live]').waitFor()
      await column(page, 'open').getByRole('button', { name: 'Claim lt_step' }).click()
      const proof = column(page, 'claimed').getByRole('textbox', { name: 'Proof of lt_step' })
      await proof.fill('sorry')
      await ticket(watcher.page, 'claimed', 'lt_step').waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await column(page, 'claimed').getByRole('button', { name: 'Deliver the proof' }).click()
      await page.getByRole('alert').getByText('The checker refused the proof').waitFor()
      await column(page, 'open').getByRole('button', { name: 'Claim lt_step' }).click()
      await proof.fill('intro a b h\nomega')
      await column(page, 'claimed').getByRole('button', { name: 'Deliver the proof' }).click()
      const card = column(page, 'completed').getByRole('listitem').filter({ hasText: 'lt_step' })
      await card.getByText('Proof').click()
      await card.getByText('omega').waitFor()
      await column(page, 'open').getByRole('button', { name: 'Cancel lt_two_steps' }).click()
      await ticket(page, 'cancelled', 'lt_two_steps').waitFor()
      await screenshot(page, 'market-done-1280-light')
      // Who only watches has seen it all, without a reload.
      await ticket(watcher.page, 'completed', 'lt_step').waitFor()
      await ticket(watcher.page, 'cancelled', 'lt_two_steps').waitFor()
      expect([...tab.complaints, ...watcher.complaints]).toEqual([])
    })

    it('a lemma is asked for, claimed and delivered with the keyboard alone', async () => {
      await using tab = await openTab(stage.browser, stage.world.url)
      const { page } = tab
      const { keyboard } = page
      await page.goto('/')
      await page.getByTestId('totals').waitFor()
      await pressKeys(page, 'gm', '/market')
      await tabTo(page, 'Ask for a lemma')
      await keyboard.press('Enter')
      await tabTo(page, 'Statement in Lean', 'textbox')
      await keyboard.type('∀ p q : Prop, p ∧ q → q ∧ p')
      await tabTo(page, 'Suggested name (optional)', 'textbox')
      await keyboard.type('and_swap')
      await keyboard.press('Enter')
      await ticket(page, 'open', 'and_swap').waitFor()
      await tabTo(page, 'Claim and_swap')
      await keyboard.press('Enter')
      await tabTo(page, 'Proof of and_swap', 'textbox')
      await keyboard.type('intro p q h\nexact ⟨h.2, h.1⟩')
      await tabTo(page, 'Deliver the proof')
      await keyboard.press('Enter')
      await ticket(page, 'completed', 'and_swap').waitFor()
      expect(tab.complaints).toEqual([])
    })
  })

  describe('a search', () => {
    it('is started, paused, steered, resumed, given a goal, and stopped from the page', async () => {
      await using tab = await openTab(stage.browser, stage.world.url)
      const { page } = tab
      await page.goto('/')
      await page.getByLabel('What to start').selectOption('bg')
      await page.getByRole('button', { name: 'Start' }).click()
      const run = page.getByRole('region', { name: 'bg run' })
      await run.getByRole('button', { name: 'Pause' }).click()
      await run.getByText('paused', { exact: true }).waitFor()
      const slider = run.getByRole('slider', { name: 'CPU target' })
      await slider.focus()
      await page.keyboard.press('Home')
      await page.keyboard.press('ArrowRight')
      await run.getByText('10 %', { exact: true }).waitFor()
      await untilRun(stage, ({ pulse }) => pulse?.cpu_target === 0.1 && pulse.paused)
      await screenshot(page, 'now-paused-1280-light')
      expect(await accessibilityFaults(page)).toEqual([])
      await slider.focus()
      await page.keyboard.press('End')
      await run.getByRole('button', { name: 'Resume' }).click()
      await untilRun(stage, ({ pulse }) => pulse?.cpu_target === 1 && !pulse.paused)

      await page.goto('/goals')
      await page.getByRole('button', { name: 'Submit a goal' }).click()
      const dialog = page.getByRole('dialog', { name: 'Submit a goal' })
      await dialog.getByLabel('Statement in Lean').fill('∀ n m : Nat, n ≤ n + m')
      await dialog.getByLabel('Name (optional)').fill('le_more')
      await dialog.getByRole('button', { name: 'Submit' }).click()
      await page.getByRole('heading', { level: 1, name: 'le_more' }).waitFor()
      // The run takes it up, and the page shows the proof by itself.
      await page.getByRole('button', { name: 'Copy the proof script' }).waitFor()
      expect((await goalNamed(stage, 'le_more')).status).toBe('proved')

      await page.goto('/')
      await run.getByRole('button', { name: 'Stop' }).click()
      await shows(page, 'No run is going on.')
      await page.goto('/runs')
      const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'bg', exact: true }) })
      await row.getByText('interrupted').waitFor()
      expect(tab.complaints).toEqual([])
    })
  })
}

/** Waits until the background run says so itself. */
async function untilRun(stage: Stage, fits: (run: RunList['items'][number]) => boolean): Promise<void> {
  for (;;) {
    const { items } = await stage.world.get<RunList>('/api/runs')
    const run = items.find(({ command }) => command === 'bg')
    if (run && fits(run)) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
