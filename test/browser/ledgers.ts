/** The two ends: a ledger with nothing in it, and one with a hundred thousand goals. */
import { expect, it } from 'vitest'
import { makeGoal } from '../../src/goal/index.ts'
import { openLedger } from '../../src/ledger/index.ts'
import { accessibilityFaults, openTab, screenshot } from './chromium.ts'
import type { Stage } from './stage.ts'
import { World } from './world.ts'

export function ledgersSuite(stage: Stage): void {
  it('says on every page of an empty ledger what to do', async () => {
    await using world = new World()
    await world.open()
    await using tab = await openTab(stage.browser, world.url)
    const { page } = tab
    const advice = {
      '/': 'No run is going on.',
      '/goals': 'There are no goals yet.',
      '/strategies': 'No strategy has run yet.',
      '/market': 'Nobody has asked for a lemma yet.',
      '/project': 'is not a Lean project',
      '/blueprint': 'This project has no blueprint.',
      '/arc': 'No ARC task has been tried yet.',
      '/runs': 'No run yet.',
    }
    for (const [path, words] of Object.entries(advice)) {
      await page.goto(path)
      await page.getByText(words).waitFor()
      await page.locator('main .empty code').first().waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
    }
    await page.goto('/')
    await page.getByText('No run is going on.').waitFor()
    await screenshot(page, 'empty-1280-light')
    await page.goto('/goals/unknown')
    await page.getByRole('heading', { level: 1, name: 'No such goal' }).waitFor()
    expect(tab.complaints).toEqual([])
  })

  it('scrolls through a hundred thousand goals with a screenful of rows', async () => {
    await using world = new World()
    await fill(world, 100_000)
    await world.open()
    await using tab = await openTab(stage.browser, world.url)
    const { page } = tab
    await page.goto('/goals?sort=id&order=asc')
    await page.getByText('100,000 goals').waitFor()
    await page.getByRole('row', { name: /goal_000000/ }).waitFor()
    const grid = page.getByRole('grid')
    expect(await grid.getAttribute('aria-rowcount')).toBe('100001')
    await grid.focus()
    await page.keyboard.press('PageDown')
    await page.keyboard.press('End')
    await page.getByRole('row', { name: /goal_099999/ }).waitFor()
    expect(await page.getByRole('row').count()).toBeLessThan(100)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'goal_099999' }).waitFor()
    expect(tab.complaints).toEqual([])
  })
}

async function fill(world: World, goals: number): Promise<void> {
  const ledger = await openLedger({ home: world.home })
  try {
    await ledger.saveGoals(
      Array.from({ length: goals }, (_, index) => {
        const id = `goal_${String(index).padStart(6, '0')}`
        return { ...makeGoal({ id, text: `∀ n : Nat, n + ${index} = ${index} + n` }), key: `text:${index}` }
      }),
    )
  } finally {
    await ledger.close()
  }
}
