import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ByteEncoder } from '../models/index.ts'
import { writeTinyEncoder } from '../models/tiny-model.ts'
import { PremiseIndex, writeIndex } from './store.ts'
import { augmentedState, premiseText } from './texts.ts'
import { buildVectors, denseSource, type Embedder } from './vectors.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-vectors-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The tiny model's vector turns with the mean byte of a text, so that texts of like letters are near. */
const theorems = [
  { name: 'low', statement: '!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!', module: 'A', constants: [] },
  { name: 'high', statement: '~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~', module: 'A', constants: [] },
]

describe('the vectors of an index', () => {
  let index: PremiseIndex
  let encoder: ByteEncoder
  const model = join(folder, 'model')

  beforeAll(async () => {
    writeIndex(join(folder, 'library.db'), theorems)
    const opened = PremiseIndex.open(join(folder, 'library.db'))
    if (!opened) throw new Error('the index that was just written is not there')
    index = opened
    writeTinyEncoder(model)
    encoder = await ByteEncoder.load(model)
  })
  afterAll(async () => {
    index.close()
    await encoder.close()
  })

  it('rank nothing before they are there', async () => {
    const dense = denseSource(encoder.id, async () => encoder)
    expect(await dense.rank(index, '~~~', 2)).toBeUndefined()
  })

  it('are made by one of several builders, and rank by nearness', async () => {
    let embedded = 0
    const counting: Embedder = {
      id: encoder.id,
      width: encoder.width,
      embed: (texts) => {
        embedded += texts.length
        return encoder.embed(texts)
      },
    }
    await Promise.all([buildVectors(index, counting), buildVectors(index, counting)])
    expect(embedded).toBe(theorems.length)
    const dense = denseSource(encoder.id, async () => encoder)
    expect(await dense.rank(index, '~~~~', 2)).toEqual(['high', 'low'])
    expect(await dense.rank(index, '!!!!', 1)).toEqual(['low'])
  })

  it('of another model are others', async () => {
    const dense = denseSource('another', async () => encoder)
    expect(await dense.rank(index, '~~~~', 2)).toBeUndefined()
  })
})

describe('what a generator reads', () => {
  const [low = { name: '', statement: '' }, high = low] = theorems

  it('is the state after its premises, the best next to it', () => {
    expect(augmentedState('⊢ p', [low, high], 1000)).toBe(
      `${premiseText(high)}\n\n${premiseText(low)}\n\n⊢ p`,
    )
  })

  it('has only premises that fit', () => {
    const size = Buffer.byteLength(`${premiseText(low)}\n\n⊢ p`)
    expect(augmentedState('⊢ p', [low, high], size)).toBe(`${premiseText(low)}\n\n⊢ p`)
    expect(augmentedState('⊢ p', [low, high], 3)).toBe('⊢ p')
  })
})
