/** Writing Lean on the page, going anywhere by keyboard, and playing with ARC programs. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accessibilityFaults, openTab, screenshot, sidewaysScroll } from './chromium.ts'
import { arcRun, type Stage, shows } from './stage.ts'

/** Puts a text in place of what the editor has, typed letter by letter. */
async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Lean text' }).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await page.keyboard.type(text)
  // What is offered at the end of the text must not take the next key.
  await page.keyboard.press('Escape')
}

export function playgroundSuite(stage: Stage): void {
  describe('the playground', () => {
    it('reads a statement while it is typed, with its signs, and proves it by a suggestion', async () => {
      await using tab = await openTab(stage.browser, stage.world.url)
      const { page } = tab
      await page.goto('/playground')
      const goals = page.getByRole('region', { name: 'Goals here' })
      const editor = page.getByRole('textbox', { name: 'Lean text' })
      await write(page, '\\forall a b : Nat, a + b = b + a')
      await editor.getByText('∀ a b : Nat, a + b = b + a').waitFor()
      await goals.getByText('⊢ ∀ (a b : Nat), a + b = b + a').waitFor()
      await page.getByRole('button', { name: 'Suggest' }).click()
      const tried = page.getByRole('list', { name: 'What was tried' })
      await tried.getByText('closes').first().waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await screenshot(page, 'playground-1280-light')
      await tried.getByRole('button', { name: /^Use/ }).first().click()
      await editor.getByText('example : ∀ a b : Nat').waitFor()
      await editor.click()
      await page.keyboard.press('Control+End')
      await page.keyboard.press('ArrowLeft')
      await goals.getByText('No goals left here.').waitFor()
      await page.setViewportSize({ width: 400, height: 860 })
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
      await screenshot(page, 'playground-400-light')
      expect(tab.complaints).toEqual([])
      expect(tab.foreign).toEqual([])
    })

    it('shows messages at their place, completes words, runs tactics and makes a goal of a theorem', async () => {
      await using tab = await openTab(stage.browser, stage.world.url, { dark: true })
      const { page } = tab
      await page.goto('/playground')
      const editor = page.getByRole('textbox', { name: 'Lean text' })
      await write(page, 'def two := 2\ntheorem two_le (n : Nat) : two \\le True + 2 := by\nsorry')
      const messages = page.getByRole('list', { name: 'Messages' })
      await messages.getByText(/failed to synthesize/).waitFor()
      await messages.getByRole('button', { name: '2:34' }).click()
      for (const _letter of 'True') await page.keyboard.press('Delete')
      await page.keyboard.type('n')
      await messages.getByText(/failed to synthesize/).waitFor({ state: 'detached' })
      const hole = page.getByRole('region', { name: 'What is to be proved' })
      await hole.getByRole('textbox').fill('omega\nunfold two')
      await hole.getByRole('button', { name: 'Run' }).click()
      const tried = hole.getByRole('list', { name: 'What was tried' })
      await tried.getByText('rejected').waitFor()
      await tried.getByRole('button', { name: 'Use unfold two' }).click()
      await editor.getByText('unfold two').waitFor()
      await page
        .getByRole('region', { name: 'Goals here' })
        .getByText(/read in \d/)
        .waitFor()
      await editor.click()
      await page.keyboard.press('Control+End')
      await page.keyboard.press('Control+Backspace')
      await page.keyboard.type('ome')
      await page.getByRole('option', { name: /omega/ }).first().waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await screenshot(page, 'playground-completion-1280-dark')
      await page.keyboard.press('Tab')
      await page.getByRole('region', { name: 'Goals here' }).getByText('No goals left here.').waitFor()
      await page.keyboard.press('Control+Backspace')
      await page.keyboard.type('sorry')
      await hole.getByRole('button', { name: 'Turn into a goal' }).click()
      await page.getByRole('heading', { level: 1, name: /two_le/ }).waitFor()
      await page.getByText('def two := 2').waitFor()
      expect(tab.complaints).toEqual([])
    })
  })

  describe('the API reference', () => {
    it('sends requests from its page and shows the answers', async () => {
      await using tab = await openTab(stage.browser, stage.world.url, { width: 1440 })
      const { page } = tab
      await page.goto('/api/docs')
      const reads = page.locator('#listGoals')
      await reads.getByLabel('status').fill('proved')
      await reads.getByLabel('q').fill('add_swap')
      await reads.getByRole('button', { name: 'Try it' }).click()
      await reads
        .getByText(/^200 OK/)
        .getByText('"id": "add_swap"')
        .waitFor()
      const writes = page.locator('#postArcApply')
      await writes.getByRole('button', { name: 'Try it' }).click()
      await writes.getByText(/^200 OK/).waitFor()
      await page.locator('#getGoal').getByRole('button', { name: 'Try it' }).click()
      await page.locator('#getGoal').getByText(/^404/).waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await screenshot(page, 'reference-1440-light')
      await page.setViewportSize({ width: 400, height: 860 })
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
      expect(tab.complaints).toEqual([])
    })
  })

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
      await page
        .locator('[aria-busy=false]')
        .getByRole('img', { name: /^Result/ })
        .waitFor()
      await screenshot(page, 'play-1280-light')
      await page.getByLabel(/In the language of/).fill('(program')
      await shows(page, /program/)
      expect(await accessibilityFaults(page)).toEqual([])
      await page.setViewportSize({ width: 400, height: 860 })
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
      await screenshot(page, 'play-400-light')
      expect(tab.complaints).toEqual([])
    })

    it('is watched while it runs, paused, resumed, stopped, and compared with a run before', async () => {
      await using tab = await openTab(stage.browser, stage.world.url, { dark: true })
      const { page } = tab
      const before = await arcRun(stage)
      await page.goto('/arc')
      const run = page.getByRole('region', { name: 'The run' })
      await run.getByText('ended').waitFor()
      const running = stage.world.runLongArc()
      await run.getByText('running').waitFor()
      await run.getByText(/tasks a minute/).waitFor()
      await run.getByText(/about .* left/).waitFor()
      await page.getByRole('link', { name: /flip-1 solved/ }).waitFor()
      await page
        .getByRole('link', { name: /pending/ })
        .first()
        .waitFor()
      await screenshot(page, 'arc-running-1280-dark')
      expect(await accessibilityFaults(page)).toEqual([])
      await run.getByRole('button', { name: 'Pause' }).click()
      await run.getByText('paused').waitFor()
      await run.getByRole('button', { name: 'Resume' }).click()
      await run.getByText('running').waitFor()
      await run.getByRole('button', { name: 'Stop' }).click()
      await running
      await run.getByText('interrupted').waitFor()
      await page.goto(`/arc?with=${before}`)
      await page.getByTestId('arc-comparison').getByText('The runs had different tasks').waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await screenshot(page, 'arc-compare-1280-dark')
      expect(tab.complaints).toEqual([])
    })
  })
}
