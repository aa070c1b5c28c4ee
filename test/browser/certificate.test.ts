/** A certificate's page in a real browser: it checks itself, sees what was changed, and can be stopped. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportLines } from '../../src/kernel/test-files.ts'
import { certificatePage } from '../../src/lean/index.ts'
import { accessibilityFaults, launchChromium, openTab } from './chromium.ts'

const FACTS = {
  theorem: 'two <b>',
  type: 'Eq Nat (Nat.succ (Nat.succ Nat.zero)) 2',
  declarations: 20,
  bytes: 0,
  axioms: ['P', 'Q', 'p', 'A', 'a'],
  assumptions: [{ name: 'given', type: 'P <-> P' }],
  lean: '4.28.0',
}

const SOURCE =
  'axiom given : P  theorem two : Eq.{1} Nat (Nat.succ (Nat.succ Nat.zero)) 2 := Eq.refl.{1} Nat 2'
const folder = mkdtempSync(join(tmpdir(), 'orch-page-'))
let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The file of a certificate: its first row says what it is about. */
function certificate(source: string): string[] {
  const [first = '', ...rest] = exportLines(source)
  const { meta } = JSON.parse(first)
  return [
    JSON.stringify({ meta: { ...meta, orch: { theorem: ['two'], assumptions: [['given']] } } }),
    ...rest,
  ]
}

async function open(name: string, lines: readonly string[]) {
  const file = join(folder, `${name}.html`)
  const ndjson = new TextEncoder().encode(lines.join('\n'))
  writeFileSync(file, certificatePage({ facts: FACTS, statement: '1 + 1 = 2', ndjson }))
  const url = pathToFileURL(file).href
  const tab = await openTab(browser, url)
  await tab.page.goto(url)
  return tab
}

describe('the page of a certificate', () => {
  it('shows the theorem and checks it in the browser, fetching nothing', async () => {
    await using tab = await open('good', certificate(SOURCE))
    const { page, foreign, complaints } = tab
    expect(await page.locator('h1').textContent()).toBe('Certificate of two <b>')
    expect(await page.locator('main').textContent()).toContain('given : P <-> P')
    await page.click('#check')
    await page.waitForSelector('#verdict[data-kind=accepted]')
    expect(await page.locator('#verdict').textContent()).toMatch(/^Accepted: \d+ declarations/)
    expect(await accessibilityFaults(page)).toEqual([])
    expect(foreign).toEqual([])
    expect(complaints).toEqual([])
  })

  it('rejects a certificate that was changed', async () => {
    const changed = certificate(SOURCE).map((line) => line.replace('"natVal":"2"', '"natVal":"3"'))
    await using tab = await open('changed', changed)
    const { page } = tab
    await page.click('#check')
    await page.waitForSelector('#verdict[data-kind=rejected]')
    expect(await page.locator('#verdict').textContent()).toContain(
      'The value of a declaration must have the declared type',
    )
  })

  it('rejects a certificate of something else than it shows', async () => {
    await using tab = await open(
      'other',
      certificate('axiom given : P  theorem two : Eq.{1} Nat 3 3 := Eq.refl.{1} Nat 3'),
    )
    const { page } = tab
    await page.click('#check')
    await page.waitForSelector('#verdict[data-kind=rejected]')
    expect(await page.locator('#verdict').textContent()).toContain('not the theorem that this page shows')
  })

  it('rejects a certificate that stands on something else than it shows', async () => {
    await using tab = await open(
      'more',
      certificate(SOURCE.replace('theorem', 'axiom easy : False  theorem')),
    )
    const { page } = tab
    await page.click('#check')
    await page.waitForSelector('#verdict[data-kind=rejected]')
    expect(await page.locator('#verdict').textContent()).toContain('other axioms or assumptions')
  })

  it('stops when it is told to, and begins anew', async () => {
    await using tab = await open('stopped', certificate(SOURCE))
    const { page } = tab
    await page.evaluate("document.getElementById('check').click(); document.getElementById('stop').click()")
    expect(await page.locator('#verdict').textContent()).toBe('Stopped.')
    expect(await page.locator('#check').isEnabled()).toBe(true)
    // What the first worker was to get does not reach the second one.
    await page.evaluate(`for (const id of ['check', 'stop', 'check']) document.getElementById(id).click()`)
    await page.waitForSelector('#verdict[data-kind=accepted]')
  })
})
