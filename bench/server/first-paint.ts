/**
 * How soon a page shows something, and how soon it shows what it is for.
 *
 *   node bench/server/first-paint.ts [--slowdown 4] [--rounds 5]
 *
 * Each page is opened in a fresh browser context (nothing cached), its scripts slowed down by that factor. Painted: the
 * browser's own first contentful paint. Ready: its heading is there. Both in milliseconds since the page was asked for.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadConfig } from '../../src/config/index.ts'
import { startDashboard } from '../../src/server/index.ts'
import { launchChromium, openTab } from '../../test/browser/chromium.ts'
import { median } from './median.ts'

const { values } = parseArgs({
  options: { slowdown: { type: 'string', default: '4' }, rounds: { type: 'string', default: '5' } },
})
const PATHS = ['/', '/goals', '/playground', '/strategies', '/market', '/project', '/arc', '/runs', '/system']
const PAINTED = `new Promise((done) => new PerformanceObserver((list) => {
  for (const entry of list.getEntriesByName('first-contentful-paint')) done(entry.startTime)
}).observe({ type: 'paint', buffered: true }))`

const scratch = mkdtempSync(join(tmpdir(), 'orch-bench-paint-'))
const settings = loadConfig({ env: { ...process.env, ORCH_HOME: join(scratch, 'home') } })
const dashboard = await startDashboard({ settings, host: '127.0.0.1', port: 0, folder: scratch })
const browser = await launchChromium()
try {
  console.log(`load ${loadavg()[0]?.toFixed(1)}, scripts ${values.slowdown} times slower`)
  for (const path of PATHS) {
    const painted: number[] = []
    const ready: number[] = []
    for (let round = 0; round < Number(values.rounds); round += 1) {
      await using tab = await openTab(browser, dashboard.url, { width: 1440 })
      const slow = await tab.context.newCDPSession(tab.page)
      await slow.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slowdown) })
      await tab.page.goto(path)
      await tab.page.locator('h1').waitFor()
      ready.push(await tab.page.evaluate<number>('performance.now()'))
      painted.push(await tab.page.evaluate<number>(PAINTED))
    }
    const [first, ...rest] = [painted, ready].map((times) => median(times).toFixed(0).padStart(6))
    console.log(`${path.padEnd(12)} painted ${first} ms, ready ${rest.join('')} ms`)
  }
} finally {
  await browser.close()
  await dashboard[Symbol.asyncDispose]()
  rmSync(scratch, { recursive: true, force: true })
}
