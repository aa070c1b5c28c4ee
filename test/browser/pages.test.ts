/** The dashboard as people see it: a real browser on real runs. Screenshots stay in test/browser/screenshots. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ArcRuns, GoalPage, RunPage } from '../../src/server/schemas.ts'
import { accessibilityFaults, launchChromium, openTab, screenshot, sidewaysScroll } from './chromium.ts'
import { HOSTILE, World } from './world.ts'

// Real Lean and a real browser share the machine with whatever else it does.
vi.setConfig({ testTimeout: 300_000 })

const world = new World()
let browser: Browser

beforeAll(async () => {
  const opening = launchChromium()
  await Promise.all([world.runBank(5), world.runArc()])
  const first = await world.ask('∀ a b : Nat, a ≤ b → a ≤ b + 1', 'le_step')
  await world.ask('∀ a b : Nat, a ≤ b → a ≤ b + 2', 'le_two_steps', '--depends-on', first)
  await world.open()
  browser = await opening
}, 300_000)

afterAll(async () => {
  await browser?.close()
  await world[Symbol.asyncDispose]()
})

const goalNamed = async (name: string) => {
  const { items } = await world.get<GoalPage>(`/api/goals?q=${encodeURIComponent(name)}`)
  const goal = items.find((entry) => entry.id === name)
  if (!goal) throw new Error(`The bank run left no goal ${name}.`)
  return goal
}
const arcRun = async () => (await world.get<ArcRuns>('/api/arc/runs')).items[0]?.run_id ?? ''
const bankRun = async () =>
  (await world.get<RunPage>('/api/runs')).items.find((run) => run.command === 'bank')?.run_id ?? ''
const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

/** Every page: how to get there, and what of the runs it must show. */
const PAGES: Readonly<
  Record<string, { path: () => Promise<string> | string; ready: (page: Page) => Promise<unknown> }>
> = {
  now: {
    path: () => '/',
    ready: async (page) => {
      await page.getByTestId('totals').getByText('4', { exact: true }).waitFor()
      await page.getByRole('img', { name: /Goals solved over time/ }).waitFor()
      await page.getByRole('list', { name: 'Goals solved per strategy' }).getByText('micro').waitFor()
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
    path: async () => `/goals/${(await goalNamed('add_swap')).goal_hash}`,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Show the state after each step' }).click()
      await page.getByRole('list', { name: 'Proof steps' }).getByText('no goals left').waitFor()
      await page.getByRole('region', { name: 'Receipt', exact: true }).getByText('statement hash').waitFor()
      await page.getByRole('img', { name: /1 strategy, 1 attempt|strategies, \d+ attempts/ }).waitFor()
    },
  },
  refuted: {
    path: async () => `/goals/${(await goalNamed('too_small')).goal_hash}`,
    ready: (page) => page.getByRole('heading', { name: 'Counterexample' }).waitFor(),
  },
  strategies: {
    path: () => '/strategies',
    ready: async (page) => {
      await page.getByRole('row', { name: /micro/ }).first().waitFor()
      await page.getByRole('img', { name: /Bandit scores over time/ }).waitFor()
    },
  },
  market: {
    path: () => '/market',
    ready: (page) => page.getByRole('img', { name: /le_two_steps needs le_step/ }).waitFor(),
  },
  arc: {
    path: () => '/arc',
    ready: async (page) => {
      await page.getByRole('link', { name: /flip solved/ }).waitFor()
      await page.getByRole('link', { name: /nonsense unsolved/ }).waitFor()
    },
  },
  task: {
    path: async () => `/arc/${await arcRun()}/nonsense`,
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
    path: async () => `/runs/${await bankRun()}`,
    ready: (page) => page.getByRole('img', { name: /Goals solved after/ }).waitFor(),
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

describe.each(Object.keys(PAGES))('the page %s', (name) => {
  it('shows the runs, without a fault of access, in light and dark, narrow and wide', async () => {
    const { path, ready } = PAGES[name] ?? {}
    if (!path || !ready) throw new Error('unreachable')
    for (const dark of [false, true]) {
      await using tab = await openTab(browser, world.url, { dark })
      const { page } = tab
      await page.goto(await path())
      await ready(page)
      expect(await accessibilityFaults(page)).toEqual([])
      await screenshot(page, `${name}-1280-${dark ? 'dark' : 'light'}`)
      const width = dark ? 2560 : 400
      await page.setViewportSize({ width, height: dark ? 1440 : 860 })
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
      await screenshot(page, `${name}-${width}-${dark ? 'dark' : 'light'}`)
      expect(tab.complaints).toEqual([])
      expect(tab.foreign).toEqual([])
    }
  })
})

describe('the dashboard', () => {
  it('loads its first page in less than 300 kB', async () => {
    await using tab = await openTab(browser, world.url)
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

  it('shows hostile text as text', async () => {
    await using tab = await openTab(browser, world.url)
    const { page } = tab
    const goal = await goalNamed(HOSTILE.id)
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
    expect(tab.complaints).toEqual([])
  })

  it('can be used with the keyboard alone', async () => {
    await using tab = await openTab(browser, world.url)
    const { page } = tab
    const { keyboard } = page
    await page.goto('/')
    await page.getByTestId('totals').waitFor()
    await keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content')
    await keyboard.press('Enter')
    await keyboard.press('g')
    await keyboard.press('g')
    await page.getByRole('row', { name: /add_swap/ }).waitFor()
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
    await using tab = await openTab(browser, world.url)
    const { page } = tab
    await page.goto(await (PAGES.goal?.path() ?? '/'))
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
    await page.getByText('4 goals found').waitFor()

    await page.getByLabel('Colours').selectOption('dark')
    await page.reload()
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark')
  })

  it('takes a goal, and shows what Lean says about one it cannot read', async () => {
    await using tab = await openTab(browser, world.url)
    const { page } = tab
    await page.goto('/goals')
    await page.getByRole('button', { name: 'Submit a goal' }).click()
    const dialog = page.getByRole('dialog', { name: 'Submit a goal' })
    await dialog.getByLabel('Statement in Lean').fill('∀ n : Nat, n +')
    expect(await accessibilityFaults(page)).toEqual([])
    await screenshot(page, 'submit-1280-light')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Statement in Lean').fill('∀ n : Nat, n * 1 = n')
    await dialog.getByLabel('Name (optional)').fill('mul_one_of_mine')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('heading', { level: 1, name: 'mul_one_of_mine' }).waitFor()
    await shows(page, 'Nobody has tried this goal yet.')
    expect(tab.complaints).toEqual([])
  })

  it('takes up a run of another process without a reload, and compares the two', async () => {
    await using tab = await openTab(browser, world.url)
    const { page } = tab
    await page.goto('/')
    await page.getByTestId('totals').waitFor()
    await page.locator('[data-link=live]').waitFor()
    await page.evaluate('globalThis.stillHere = true')
    const attempts = page.getByTestId('latest').getByRole('listitem')
    const before = await attempts.first().textContent()
    const second = world.runBank(3, '--no-cache', '--strategy', 'micro')
    await page.getByRole('heading', { name: 'bank run' }).waitFor()
    await page.getByRole('progressbar', { name: 'Goals seen' }).waitFor()
    await screenshot(page, 'now-running-1280-light')
    expect(await accessibilityFaults(page)).toEqual([])
    await second
    await page.getByRole('heading', { name: 'bank run' }).waitFor({ state: 'detached' })
    expect(await attempts.first().textContent()).not.toBe(before)
    expect(await page.evaluate('globalThis.stillHere')).toBe(true)

    const { items } = await world.get<RunPage>('/api/runs')
    const [right, left] = items.filter((run) => run.command === 'bank')
    await page.goto(`/runs?left=${left?.run_id}&right=${right?.run_id}`)
    await page.getByRole('img', { name: /Goals solved after.*A:.*B:/ }).waitFor()
    await page.getByTestId('comparison').getByRole('row', { name: /micro/ }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await screenshot(page, 'compare-1280-light')
    await page.setViewportSize({ width: 400, height: 860 })
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await screenshot(page, 'compare-400-light')
  })

  it('finds the server again after a restart and shows what it missed', async () => {
    await using tab = await openTab(browser, world.url)
    const { page } = tab
    await page.goto('/market')
    await page.locator('[data-link=live]').waitFor()
    await shows(page, 'le_two_steps')
    await world.close()
    await page.locator('[data-link=offline]').waitFor()
    await shows(page, 'le_two_steps')
    await world.ask('∀ a b : Nat, a ≤ b → a ≤ b + 3', 'le_three_steps')
    await world.open()
    await page.locator('[data-link=live]').waitFor()
    await page.getByText('le_three_steps').first().waitFor()
    expect(tab.complaints).toEqual([])
  })
})
