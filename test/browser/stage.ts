/** What the suites of browser tests share: one browser, one ledger with real runs, one server. */
import type { Browser, Page } from 'playwright-core'
import type { ArcRuns, GoalAnswer, GoalList, RunList } from '../../src/api/index.ts'
import type { World } from './world.ts'

export interface Stage {
  readonly world: World
  readonly browser: Browser
}

export async function goalNamed({ world }: Pick<Stage, 'world'>, name: string): Promise<GoalAnswer> {
  const { items } = await world.get<GoalList>(`/api/goals?q=${encodeURIComponent(name)}`)
  const goal = items.find((entry) => entry.id === name)
  if (!goal) throw new Error(`There is no goal ${name}.`)
  return goal
}

export async function arcRun({ world }: Stage): Promise<string> {
  return (await world.get<ArcRuns>('/api/arc/runs')).items[0]?.run_id ?? ''
}

/** Bank runs, newest first. */
export async function bankRuns({ world }: Stage): Promise<string[]> {
  const { items } = await world.get<RunList>('/api/runs')
  return items.filter((run) => run.command === 'bank').map((run) => run.run_id)
}

export const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
