/**
 * How smoothly the table of goals scrolls, in a real headless Chromium: durations of frames while the wheel turns, rows
 * that are still blank, and how long a jump takes until every row on the screen has its goal.
 */
import { launchChromium, openTab } from '../../test/browser/chromium.ts'
import { median, quantile } from './median.ts'

interface Watched {
  readonly frames: readonly number[]
  readonly rows: number
  readonly blank: number
}

/** Records each frame's duration, and how many of the rows on the screen have nothing in them yet. */
const WATCH = `(() => {
  const grid = document.querySelector('[role=grid]')
  const watched = { frames: [], rows: 0, blank: 0, on: true }
  globalThis.watched = watched
  let last = performance.now()
  const frame = (now) => {
    if (!watched.on) return
    watched.frames.push(now - last)
    last = now
    const { top, bottom } = grid.getBoundingClientRect()
    for (const row of grid.querySelectorAll('.vrow')) {
      const box = row.getBoundingClientRect()
      if (box.bottom < top || box.top > bottom) continue
      watched.rows += 1
      if (row.childElementCount === 1) watched.blank += 1
    }
    requestAnimationFrame(frame)
  }
  requestAnimationFrame((now) => { last = now; requestAnimationFrame(frame) })
})()`
const STOP = '(globalThis.watched.on = false, globalThis.watched)'
/** Goes somewhere and waits until every row there is filled. */
const JUMP = (share: number) => `new Promise((done) => {
  const grid = document.querySelector('[role=grid]')
  const begun = performance.now()
  grid.scrollTop = ${share} * (grid.scrollHeight - grid.clientHeight)
  const look = () => {
    const { top, bottom } = grid.getBoundingClientRect()
    const seen = [...grid.querySelectorAll('.vrow')].filter((row) => {
      const box = row.getBoundingClientRect()
      return box.bottom > top && box.top < bottom
    })
    const isFull = seen.length > 10 && seen.every((row) => row.childElementCount > 1)
    if (isFull) done(performance.now() - begun)
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(() => requestAnimationFrame(look))
})`

export async function measureScrolling(url: string, seconds: number): Promise<void> {
  const browser = await launchChromium()
  try {
    await using tab = await openTab(browser, url)
    const { page } = tab
    await page.goto('/goals?sort=id&order=asc')
    await page.getByRole('row').nth(5).waitFor()
    const grid = page.getByRole('grid')
    await grid.hover()
    const still = await watch(seconds, async () => page.waitForTimeout(50))
    const wheel = await watch(seconds, () => page.mouse.wheel(0, 240))
    const jumps: number[] = []
    for (let count = 0; count < 20; count += 1)
      jumps.push(await page.evaluate<number>(JUMP((count * 0.37) % 1)))
    jumps.push(await page.evaluate<number>(JUMP(1)))
    tell('nothing moves', still)
    tell('wheel turns  ', wheel)
    console.log(
      `jump until filled: median ${median(jumps).toFixed(0)} ms, 95th percentile ${quantile(jumps, 0.95).toFixed(0)} ms, ` +
        `to the end ${jumps.at(-1)?.toFixed(0)} ms`,
    )
    if (tab.complaints.length > 0) throw new Error(tab.complaints.join('\n'))

    async function watch(forSeconds: number, move: () => Promise<unknown>): Promise<Watched> {
      await page.evaluate(WATCH)
      const until = performance.now() + forSeconds * 1000
      while (performance.now() < until) await move()
      return page.evaluate<Watched>(STOP)
    }
  } finally {
    await browser.close()
  }
}

function tell(what: string, { frames, rows, blank }: Watched): void {
  console.log(
    `${what}: ${frames.length} frames, median ${median(frames).toFixed(1)} ms, ` +
      `95th percentile ${quantile(frames, 0.95).toFixed(1)} ms, longest ${Math.max(...frames).toFixed(0)} ms, ` +
      `${((100 * blank) / Math.max(1, rows)).toFixed(2)} % of rows blank`,
  )
}
