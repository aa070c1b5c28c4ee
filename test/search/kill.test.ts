/** `kill -9` in the middle of a bank run: nothing that was reported is lost, nothing that was finished is repeated. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { killAndResume } from './kill-and-resume.ts'

let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orch-kill-test-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each([0, 3])(
  'goes on where it was killed after %i reported goals',
  async (reported) => {
    const outcome = await killAndResume(join(folder, `after-${reported}`), reported)
    expect(outcome.integrity).toBe('ok')
    expect(outcome.solved).toBe(outcome.total)
    expect(outcome.lost).toEqual([])
    expect(outcome.repeated).toEqual([])
    if (reported > 0) expect(outcome.resumed).toBe(true)
  },
  300_000,
)
