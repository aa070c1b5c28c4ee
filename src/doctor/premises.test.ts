import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { askPremises } from './premises.ts'

it('the question about premises says how to index the library where it is not indexed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orch-doctor-premises-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  expect(await askPremises(folder)).toMatchObject({
    verdict: 'absent',
    fix: expect.stringContaining('orch premises build'),
  })
})
