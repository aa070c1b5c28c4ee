/** A real Chromium out of npm, and what the tests ask it. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import packed from '@sparticuz/chromium'
import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

const SCREENSHOTS = join(import.meta.dirname, 'screenshots')
const GALLERY_FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'gallery')

export async function launchChromium(): Promise<Browser> {
  // Its own flags would switch off web security and run everything in one process; these tests want neither.
  return chromium.launch({
    executablePath: await packed.executablePath(),
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
  })
}

export interface Tab extends AsyncDisposable {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors of scripts, of the content security policy, and dialogs: there must be none. */
  readonly complaints: string[]
  /** Addresses of other servers that the page asked for: there must be none. */
  readonly foreign: string[]
}

export async function openTab(
  browser: Browser,
  url: string,
  options: { readonly dark?: boolean; readonly width?: number } = {},
): Promise<Tab> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    colorScheme: options.dark ? 'dark' : 'light',
    viewport: { width: options.width ?? 1280, height: 860 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  context.setDefaultTimeout(90_000)
  const page = await context.newPage()
  const complaints: string[] = []
  const foreign: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // A server that is away is part of the tests; the browser reports each failed request by itself.
    const isNetwork = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isNetwork) complaints.push(message.text())
  })
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('blob:')) foreign.push(request.url())
  })
  return { page, context, complaints, foreign, [Symbol.asyncDispose]: () => context.close() }
}

/** Until nothing has been added or taken away for a second, in shadow roots neither: axe trips over what goes meanwhile. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    let timer = setTimeout(resolve, 1000)
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(resolve, 1000)
    })
    const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
    for (const root of [document, ...roots]) observer.observe(root, { childList: true, subtree: true })
  })`)
}

/** What axe finds wrong by WCAG A and AA and its best practices, as sentences. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const violations = await page.evaluate(async () => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    return (await axe.run({ runOnly: tags })).violations
  })
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} (${node.target.join(' ')})`),
  )
}

/** How many pixels a page is wider than its window, once it has taken its new shape. */
export async function sidewaysScroll(page: Page): Promise<number> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  return page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
}

/** Presses the keys that lead to a page; again if they came too far apart for a shortcut, on a busy machine. */
export async function pressKeys(page: Page, keys: string, path: string): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    for (const key of keys) await page.keyboard.press(key)
    if ((await page.evaluate('location.pathname')) === path) return
  }
  throw new Error(`The keys ${keys} do not lead to ${path}.`)
}

/** The pictures of docs/gallery.md, by the screenshots that they are the top of. */
export const GALLERY: ReadonlySet<string> = new Set([
  'now-1440-dark',
  'goals-1440-light',
  'proved-now-1280-light',
  'refuted-1440-dark',
  'playground-completion-1280-dark',
  'playground-1280-light',
  'project-1440-light',
  'blueprint-1440-dark',
  'arc-1440-light',
  'task-1440-dark',
  'play-1280-light',
  'palette-1280-dark',
])

/** For people to look at, if they want them; see docs/dashboard.md. With GALLERY the pictures of the guide are made anew. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS && !process.env.GALLERY) return
  mkdirSync(SCREENSHOTS, { recursive: true })
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true })
  if (!process.env.GALLERY || !GALLERY.has(name)) return
  await page.evaluate('scrollTo(0, 0)')
  await page.screenshot({ path: join(GALLERY_FOLDER, `${name}.jpg`), type: 'jpeg', quality: 70 })
}
