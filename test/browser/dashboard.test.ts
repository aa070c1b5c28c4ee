/** The dashboard as people see it: a real browser on real runs. With SCREENSHOTS=1 pictures stay in test/browser/screenshots. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, vi } from 'vitest'
import type { TicketAnswer } from '../../src/api/index.ts'
import { actionsSuite } from './actions.ts'
import { certificatesSuite } from './certificates.ts'
import { launchChromium } from './chromium.ts'
import { ledgersSuite } from './ledgers.ts'
import { pagesSuite } from './pages.ts'
import { playgroundSuite } from './playground.ts'
import { projectSuite } from './project.ts'
import { provingSuite } from './proving.ts'
import { slowSuite } from './slow.ts'
import { goalNamed, type Stage } from './stage.ts'
import { usageSuite } from './usage.ts'
import { World } from './world.ts'

// Real Lean and a real browser share the machine with whatever else it does.
vi.setConfig({ testTimeout: 300_000 })

const world = new World()
let browser: Browser | undefined

beforeAll(async () => {
  const opening = launchChromium()
  await Promise.all([world.runBank(5), world.runArc()])
  await world.runBlueprint()
  await world.open()
  const first = { goal: '∀ a b : Nat, a ≤ b → a ≤ b + 1', suggested_name: 'le_step' }
  const { ticket_id } = await world.post<TicketAnswer>('/api/tickets', first)
  const second = { goal: '∀ a b : Nat, a ≤ b → a ≤ b + 2', suggested_name: 'le_two_steps' }
  await world.post<TicketAnswer>('/api/tickets', { ...second, depends_on: [ticket_id] })
  await world.post<TicketAnswer>('/api/tickets', {
    goal: '∀ a b : Nat, a + 1 + (b + 1) = a + b + 2',
    suggested_name: 'twice_succ',
  })
  // Lean writes out its library for it, a minute in which the tests of the pages go on.
  const { receipt } = await goalNamed({ world }, 'add_swap')
  await fetch(`${world.url}/certificates/${receipt}`)
  browser = await opening
}, 300_000)

afterAll(async () => {
  await browser?.close()
  await world[Symbol.asyncDispose]()
})

const stage: Stage = {
  world,
  get browser() {
    if (!browser) throw new Error('The browser is not open yet.')
    return browser
  },
}

// In this order: what is done on the pages changes what they show.
pagesSuite(stage)
certificatesSuite(stage)
usageSuite(stage)
actionsSuite(stage)
provingSuite(stage)
playgroundSuite(stage)
slowSuite(stage)
projectSuite(stage)
ledgersSuite(stage)
