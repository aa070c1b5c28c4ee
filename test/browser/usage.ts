/** Using the dashboard: by keyboard, live, after a restart, with hostile text in it. */
import { describe, expect, it } from 'vitest'
import { accessibilityFaults, openTab, pressKeys, screenshot, sidewaysScroll } from './chromium.ts'
import { arcRun, bankRuns, goalNamed, type Stage, shows } from './stage.ts'
import { HOSTILE } from './world.ts'

export function usageSuite(stage: Stage): void {
  describe('the dashboard', () => {
    it('loads its first page in less than 300 kB', async () => {
      await using tab = await openTab(stage.browser, stage.world.url)
      const sizes: Promise<number>[] = []
      tab.page.on('requestfinished', (request) => {
        if (/\.(js|css|svg)$|\/$/.test(request.url())) {
          sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
        }
      })
      await tab.page.goto('/')
      await tab.page.getByTestId('totals').waitFor()
      const all = await Promise.all(sizes)
      expect(all.length).toBeGreaterThan(3)
      expect(all.reduce((sum, size) => sum + size, 0)).toBeLessThan(300_000)
    })

    it('paints its menu before its scripts have come, in the colours that were chosen', async () => {
      await using tab = await openTab(stage.browser, stage.world.url)
      const { page } = tab
      await page.route('**/assets/*.js', (route) => route.abort())
      await page.addInitScript("localStorage.setItem('orch.theme', 'dark')")
      await page.goto('/goals')
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Market' }).waitFor()
      await page.getByRole('status').getByText('Loading …').waitFor()
      expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
      await page.unroute('**/assets/*.js')
      await page.reload()
      await page.getByRole('heading', { level: 1, name: 'Goals' }).waitFor()
      expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(1)
      expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    })

    it('shows hostile text as text', async () => {
      await using tab = await openTab(stage.browser, stage.world.url)
      const { page } = tab
      const goal = await goalNamed(stage, HOSTILE.id)
      for (const path of [
        '/',
        '/goals',
        `/goals/${goal.goal_hash}`,
        `/goals?q=${encodeURIComponent(HOSTILE.id)}`,
      ]) {
        await page.goto(path)
        await shows(page, path === '/' ? /<script>document\.title='taken'/ : HOSTILE.id)
        expect(await page.title()).not.toBe('taken')
        expect(await page.locator('img, main script').count()).toBe(0)
      }
      await page.goto(`/${encodeURIComponent('<svg onload=alert(1)>')}`)
      await shows(page, 'No such page')
      expect(await page.title()).not.toBe('taken')
      // A name with a dot in it is no file: the page opens and says what it knows.
      await page.goto(`/arc/${await arcRun(stage)}/task.v2.json`)
      await page.getByRole('alert').getByText('There is no such task in this run.').waitFor()
      expect(tab.complaints).toEqual([])
    })

    it('can be used with the keyboard alone', async () => {
      await using tab = await openTab(stage.browser, stage.world.url)
      const { page } = tab
      const { keyboard } = page
      await page.goto('/')
      await page.getByTestId('totals').waitFor()
      await keyboard.press('Tab')
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content')
      await keyboard.press('Enter')
      await pressKeys(page, 'gg', '/goals')
      await page.getByRole('row', { name: /add_swap/ }).waitFor()
      await keyboard.press('ArrowDown')
      expect(await page.locator('[role=grid]:focus').count()).toBe(1)
      await keyboard.press('/')
      await keyboard.type('add_')
      await page.waitForURL(/q=add_/)
      await page.getByText('2 goals found').waitFor()
      await page.getByRole('row', { name: /add_zero/ }).waitFor()
      while ((await page.locator('[role=grid]:focus').count()) === 0) await keyboard.press('Tab')
      await keyboard.press('End')
      await keyboard.press('Home')
      await keyboard.press('ArrowDown')
      const second = await page.getByRole('row', { selected: true }).getByRole('link').textContent()
      await keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: second ?? '' }).waitFor()
      await page.waitForFunction("document.activeElement.tagName === 'H1'")
      await page.goBack()
      await page.waitForURL(/q=add_/)
    })

    it('copies a proof, filters by address and remembers the colours', async () => {
      await using tab = await openTab(stage.browser, stage.world.url)
      const { page } = tab
      await page.goto(`/goals/${(await goalNamed(stage, 'add_swap')).goal_hash}`)
      await page.getByRole('button', { name: 'Copy the proof script' }).click()
      await shows(page, 'Copied')
      const copied = await page.evaluate<string>('navigator.clipboard.readText()')
      expect(copied).not.toBe('')
      await page
        .getByRole('region', { name: 'Proof', exact: true })
        .getByText(copied.split('\n')[0] ?? '')
        .first()
        .waitFor()

      await page.goto('/goals?status=refuted')
      await page.getByText('1 goal found').waitFor()
      await page.getByLabel('Status').selectOption('proved')
      await page.waitForURL(/status=proved/)
      await page.getByText('5 goals found').waitFor()

      await page.getByLabel('Colours').selectOption('dark')
      await page.reload()
      expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark')
    })

    it('takes a goal, and shows what Lean says about one it cannot read', async () => {
      await using tab = await openTab(stage.browser, stage.world.url)
      const { page } = tab
      await page.goto('/goals')
      await page.getByRole('button', { name: 'Submit a goal' }).click()
      const dialog = page.getByRole('dialog', { name: 'Submit a goal' })
      await dialog.getByLabel('Statement in Lean').fill('∀ n : Nat, n +')
      // Lean says it while one types, at its place.
      await dialog.getByTestId('fault').getByText('^').waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await screenshot(page, 'submit-1280-light')
      await dialog.getByRole('button', { name: 'Submit' }).click()
      await dialog.getByRole('alert').waitFor()
      await dialog.getByText('Definitions, context and imports').click()
      await dialog.getByLabel('Hypotheses, one a line').fill('h : 1 =')
      await dialog.getByLabel('Hypotheses, one a line').fill('')
      await dialog.getByLabel('Statement in Lean').fill('∀ n : Nat, n * 1 = n')
      await dialog.getByLabel('Name (optional)').fill('mul_one_of_mine')
      await dialog.getByRole('button', { name: 'Submit' }).click()
      await page.getByRole('heading', { level: 1, name: 'mul_one_of_mine' }).waitFor()
      await shows(page, 'Nobody has tried this goal yet.')
      expect(tab.complaints).toEqual([])
    })

    it('takes up a run of another process without a reload, and compares the two', async () => {
      await using tab = await openTab(stage.browser, stage.world.url)
      const { page } = tab
      await page.goto('/')
      await page.getByTestId('totals').waitFor()
      await page.locator('[data-link=live]').waitFor()
      await page.evaluate('globalThis.stillHere = true')
      const attempts = page.getByTestId('latest').getByRole('listitem')
      const before = await attempts.first().textContent()
      const second = stage.world.runBank(3, '--no-cache', '--strategy', 'micro')
      await page.getByRole('heading', { name: 'bank run' }).waitFor()
      await page.getByRole('progressbar', { name: 'Goals seen' }).waitFor()
      await screenshot(page, 'now-running-1280-light')
      expect(await accessibilityFaults(page)).toEqual([])
      await second
      await page.getByRole('heading', { name: 'bank run' }).waitFor({ state: 'detached' })
      expect(await attempts.first().textContent()).not.toBe(before)
      expect(await page.evaluate('globalThis.stillHere')).toBe(true)

      const [right, left] = await bankRuns(stage)
      await page.goto(`/runs?left=${left}&right=${right}`)
      await page.getByRole('img', { name: /Goals settled after.*A:.*B:/ }).waitFor()
      await page.getByTestId('comparison').getByRole('row', { name: /micro/ }).waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await screenshot(page, 'compare-1280-light')
      await page.setViewportSize({ width: 400, height: 860 })
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
      await screenshot(page, 'compare-400-light')
    })

    it('finds the server again after a restart and shows what it missed', async () => {
      await using tab = await openTab(stage.browser, stage.world.url)
      const { page } = tab
      await page.goto('/market')
      await page.locator('[data-link=live]').waitFor()
      await shows(page, 'le_two_steps')
      await stage.world.close()
      await page.locator('[data-link=offline]').waitFor()
      await page.getByRole('alert').getByText('The server does not answer.').waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await screenshot(page, 'away-1280-light')
      await shows(page, 'le_two_steps')
      await stage.world.ask('∀ a b : Nat, a ≤ b → a ≤ b + 3', 'le_three_steps')
      await stage.world.open()
      await page.locator('[data-link=live]').waitFor()
      await page.getByText('le_three_steps').first().waitFor()
      await page.getByRole('alert').waitFor({ state: 'detached' })
      expect(tab.complaints).toEqual([])
    })
  })
}
