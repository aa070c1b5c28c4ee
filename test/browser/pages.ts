/** Every page with what real runs have left: shown, accessible, in light and dark, narrow and wide. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accessibilityFaults, openTab, screenshot, sidewaysScroll } from './chromium.ts'
import { arcRun, bankRuns, goalNamed, type Stage, shows } from './stage.ts'

/** Every page: how to get there, and what of the runs it must show. */
const PAGES: Readonly<
  Record<
    string,
    { path: (stage: Stage) => Promise<string> | string; ready: (page: Page) => Promise<unknown> }
  >
> = {
  now: {
    path: () => '/',
    ready: async (page) => {
      await page.getByTestId('totals').getByText('5', { exact: true }).waitFor()
      await page.getByRole('img', { name: /Goals settled over time/ }).waitFor()
      await page.getByRole('list', { name: 'Goals settled per strategy' }).getByText('micro').waitFor()
    },
  },
  goals: {
    path: () => '/goals',
    ready: async (page) => {
      await page.getByRole('row', { name: /proved add_zero/ }).waitFor()
      await page.getByRole('row', { name: /refuted too_small/ }).waitFor()
    },
  },
  goal: {
    path: async (stage) => `/goals/${(await goalNamed(stage, 'add_swap')).goal_hash}`,
    ready: async (page) => {
      await page.getByRole('list', { name: 'Proof steps' }).getByText('no goals left').waitFor()
      await page.getByRole('region', { name: 'Receipt', exact: true }).getByText('statement hash').waitFor()
      await page.getByRole('img', { name: /1 strategy, 1 attempt|strategies, \d+ attempts/ }).waitFor()
    },
  },
  refuted: {
    path: async (stage) => `/goals/${(await goalNamed(stage, 'too_small')).goal_hash}`,
    ready: (page) => page.getByRole('heading', { name: 'Counterexample' }).waitFor(),
  },
  strategies: {
    path: () => '/strategies',
    ready: async (page) => {
      await page.getByRole('row', { name: /micro/ }).first().waitFor()
      await page.getByRole('img', { name: /Bandit scores over time/ }).waitFor()
    },
  },
  playground: {
    path: () => '/playground',
    ready: async (page) => {
      await page.getByText(/read in \d/).waitFor()
      await page.getByRole('button', { name: 'Turn into a goal' }).waitFor()
      await page.getByRole('list', { name: 'Messages' }).getByText('sorry').waitFor()
    },
  },
  market: {
    path: () => '/market',
    ready: (page) => page.getByRole('img', { name: /le_two_steps needs le_step/ }).waitFor(),
  },
  project: {
    path: () => '/project',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Numbers/', exact: true }).waitFor()
      await page.getByRole('heading', { name: 'twice_succ' }).waitFor()
      await page.locator('.hole').filter({ hasText: 'tooSmall' }).getByText('⊢ n < 5').waitFor()
      await page.getByRole('heading', { name: '«<img' }).waitFor()
      await page.getByRole('button', { name: 'Search everything' }).and(page.locator(':enabled')).waitFor()
    },
  },
  blueprint: {
    path: () => '/blueprint',
    ready: async (page) => {
      const drawing = page.getByRole('img', { name: /thm:even needs lem:succ/ })
      await drawing.waitFor()
      for (const words of [
        'lem:zero fully proved',
        'lem:succ ⚑1 stated, 1 ticket open',
        'thm:even not stated',
      ])
        await page.getByRole('img', { name: words }).waitFor()
      await page.getByRole('row', { name: /lem:succ stated twice_succ 1 open/ }).waitFor()
      await page.getByRole('row', { name: /thm:even .b.Goal.*lem:succ/ }).waitFor()
      await page.getByRole('region', { name: 'Critical path' }).getByText('thm:even').waitFor()
      await page.getByText('names lem:nowhere').waitFor()
    },
  },
  arc: {
    path: () => '/arc',
    ready: async (page) => {
      await page.getByRole('link', { name: /flip solved/ }).waitFor()
      await page.getByRole('link', { name: /nonsense unsolved/ }).waitFor()
    },
  },
  task: {
    path: async (stage) => `/arc/${await arcRun(stage)}/nonsense`,
    ready: async (page) => {
      await page.locator('.arc-wrong').first().waitFor()
      await page.getByRole('combobox', { name: 'Iteration' }).selectOption('0')
      await page.locator('mark.blame').first().waitFor()
      await page.getByRole('heading', { name: 'Facts' }).waitFor()
    },
  },
  runs: {
    path: () => '/runs',
    ready: (page) => page.getByRole('cell', { name: 'bank', exact: true }).waitFor(),
  },
  run: {
    path: async (stage) => `/runs/${(await bankRuns(stage))[0]}`,
    ready: (page) => page.getByRole('img', { name: /Goals settled after/ }).waitFor(),
  },
  system: {
    path: () => '/system',
    ready: async (page) => {
      await shows(page, 'Embedded Lean')
      await shows(page, 'ORCH_CPU_TARGET')
      await shows(page, /listening on/)
    },
  },
}

const WIDTHS = [1440, 400, 2560]

export function pagesSuite(stage: Stage): void {
  describe.each(Object.keys(PAGES).map((name, at) => ({ name, at })))('the page $name', ({ name, at }) => {
    it('shows the runs, without a fault of access, in light and dark, narrow and wide', async () => {
      const { path, ready } = PAGES[name] ?? {}
      if (!path || !ready) throw new Error('unreachable')
      // One page is opened in the light and made dark, the next the other way round.
      const dark = at % 2 === 1
      await using tab = await openTab(stage.browser, stage.world.url, { dark, width: 1440 })
      const { page } = tab
      await page.goto(await path(stage))
      await ready(page)
      await lookAt(page, name, dark ? 'dark' : 'light')
      await changeColours(page, dark ? 'light' : 'dark')
      await lookAt(page, name, dark ? 'light' : 'dark')
      expect(tab.complaints).toEqual([])
      expect(tab.foreign).toEqual([])
    })
  })
}

async function lookAt(page: Page, name: string, colours: 'light' | 'dark'): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width === 2560 ? 1440 : 860 })
    expect(await sidewaysScroll(page), `${width} ${colours}`).toBeLessThanOrEqual(0)
    // What is hidden or moved on a small screen is another page to whoever cannot see it.
    if (width !== 2560) expect(await accessibilityFaults(page), `${width} ${colours}`).toEqual([])
    await screenshot(page, `${name}-${width}-${colours}`)
  }
}

/** As when the system changes them in the evening; at once, so that nobody sees colours on their way. */
async function changeColours(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  const paper = 'getComputedStyle(document.body).backgroundColor'
  const before = await page.evaluate<string>(paper)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  expect(await page.evaluate<string>(paper)).not.toBe(before)
}
