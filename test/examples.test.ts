import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '..', 'examples')
const examples = readdirSync(folder).filter((name) => name.endsWith('.ts'))

describe('examples', () => {
  it.each(examples)('%s prints what it promises', async (name) => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, name)])
    expect(stdout).toBe(readFileSync(join(folder, name.replace(/ts$/, 'expected.txt')), 'utf8'))
  })
})
