/** The pictures of the guide are the ones that the browser tests make, all of them, and stay small. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { GALLERY } from '../browser/chromium.ts'
import { ROOT } from './collect.ts'

const MOST_BYTES = 1_000_000

it('the gallery shows every picture that the browser tests make for it, and no other', () => {
  const page = readFileSync(join(ROOT, 'docs', 'gallery.md'), 'utf8')
  const shown = Array.from(page.matchAll(/\]\(gallery\/([\w-]+)\.jpg\)/g), ([, name = '']) => name).sort()
  expect(shown).toEqual([...GALLERY].sort())
  const folder = join(ROOT, 'docs', 'gallery')
  const files = readdirSync(folder).sort()
  expect(files).toEqual(shown.map((name) => `${name}.jpg`))
  expect(files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)).toBeLessThan(MOST_BYTES)
})
