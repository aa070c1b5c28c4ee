import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { writeTinyEncoder } from '../models/tiny-model.ts'
import { askModels } from './models.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-doctor-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the question about local models', () => {
  it('says that none is configured, which is fine', async () => {
    expect(await askModels({})).toMatchObject({
      verdict: 'absent',
      detail: expect.stringContaining('onnxruntime-node'),
    })
  })

  it('names the folder that cannot be used, and the variable', async () => {
    const answer = await askModels({ REPROVER_RETRIEVER_PATH: join(folder, 'nowhere') })
    expect(answer.verdict).toBe('bad')
    expect(answer.detail).toContain('nowhere')
    expect(answer.fix).toContain('REPROVER_RETRIEVER_PATH')
  })

  it('asks of a generator what a retriever does not need', async () => {
    writeTinyEncoder(folder)
    expect(await askModels({ REPROVER_RETRIEVER_PATH: folder })).toMatchObject({ verdict: 'good' })
    const answer = await askModels({ REPROVER_GENERATOR_PATH: folder })
    expect(answer).toMatchObject({ verdict: 'bad' })
    expect(answer.detail).toContain('decoder_model.onnx')
  })
})
