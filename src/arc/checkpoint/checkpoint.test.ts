import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { BUILTIN, loadCheckpoint, saveCheckpoint } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-arc-checkpoint-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const fresh = (name: string) => {
  const path = join(folder, name)
  const hash = saveCheckpoint(path, {
    module: 'critic',
    version: 'v',
    fits: { comparator: 'one' },
    weights: { weights: [1, 2] },
    metrics: { accuracy: 0.5 },
  })
  return { path, hash }
}

describe('checkpoints', () => {
  it('are read back by folder or by manifest, and the same content has the same hash', () => {
    const a = fresh('a')
    const b = fresh('b')
    expect(a.hash).toBe(b.hash)
    const loaded = loadCheckpoint(a.path, 'critic', { comparator: 'one' })
    expect(loaded).toMatchObject({ backend: 'learned', hash: a.hash, weights: { weights: [1, 2] } })
    expect(loadCheckpoint(join(b.path, 'manifest.json'), 'critic')).toEqual(loaded)
  })

  it('have a built-in default for every module', () => {
    expect(loadCheckpoint(BUILTIN, 'ruler')).toEqual({ backend: 'symbolic', hash: BUILTIN })
  })

  it.each([
    ['a missing folder', () => loadCheckpoint(join(folder, 'none'), 'critic'), 'no such file or folder'],
    ['another module', () => loadCheckpoint(fresh('m').path, 'ruler'), 'it is a critic checkpoint'],
    [
      'another version',
      () => loadCheckpoint(fresh('v').path, 'critic', { comparator: 'two' }),
      'learnt for comparator one',
    ],
    [
      'damaged weights',
      () => {
        const { path } = fresh('d')
        writeFileSync(join(path, 'weights.json'), '{"weights":[1,3]}\n')
        return loadCheckpoint(path, 'critic')
      },
      'the weights are damaged',
    ],
    [
      'a changed manifest',
      () => {
        const { path } = fresh('c')
        const file = join(path, 'manifest.json')
        writeFileSync(file, readFileSync(file, 'utf8').replace('0.5', '0.9'))
        return loadCheckpoint(path, 'critic')
      },
      'content_hash does not match',
    ],
    [
      'a manifest that is no manifest',
      () => {
        const file = join(folder, 'text.json')
        writeFileSync(file, '{"schema":"arc-checkpoint-1"}')
        return loadCheckpoint(file, 'critic')
      },
      'field module',
    ],
  ])('refuse %s with a sentence', (_, load, words) => {
    expect(load).toThrow(words)
  })
})
