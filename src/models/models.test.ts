import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { beamSearch } from './beam-search.ts'
import { decodeBytes, encodeBytes, padBatch } from './byte-tokens.ts'
import { ByteEncoder } from './encoder.ts'
import { ByteGenerator } from './generator.ts'
import { openModelFolder } from './model-folder.ts'
import { load } from './onnx-runtime.ts'
import { writeTinyDecoder, writeTinyEncoder } from './tiny-model.ts'

const folder = mkdtempSync(join(tmpdir(), 'orch-models-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The token of a character, and of the end. */
const token = (character: string) => character.charCodeAt(0) + 3
const END = 1
const START = 0

describe('byte tokens', () => {
  it('are the bytes of the text plus three, and an end', () => {
    expect(encodeBytes('aα')).toEqual([97 + 3, 0xce + 3, 0xb1 + 3, END])
  })

  it('give the text back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(decodeBytes(encodeBytes(text))).toBe(text)
      }),
    )
  })

  it('end within the limit', () => {
    expect(encodeBytes('abcdef', 4)).toEqual([100, 101, 102, END])
  })

  it('are padded at the end, and the padding is masked', () => {
    const { ids, mask, dims } = padBatch([[5], [6, 7]])
    expect([...ids]).toEqual([5n, 0n, 6n, 7n])
    expect([...mask]).toEqual([1n, 0n, 1n, 1n])
    expect(dims).toEqual([2, 2])
  })
})

describe('an encoder', () => {
  it('averages the states of a text without its padding, and gives the direction', async () => {
    const path = join(folder, 'encoder')
    writeTinyEncoder(path)
    await using encoder = await ByteEncoder.load(path)
    const [short, long] = await encoder.embed(['a', 'abc'])
    // 'a' is the tokens 100 and 1: mean (50.5, 1). 'abc' is 100, 101, 102 and 1: mean (76, 1).
    expect(short?.[0]).toBeCloseTo(50.5 / Math.hypot(50.5, 1), 6)
    expect(short?.[1]).toBeCloseTo(1 / Math.hypot(50.5, 1), 6)
    expect(long?.[0]).toBeCloseTo(76 / Math.hypot(76, 1), 6)
    expect(long?.[1]).toBeCloseTo(1 / Math.hypot(76, 1), 6)
    expect(await encoder.embed([])).toEqual([])
  })
})

describe('a generator', () => {
  it('finds the likeliest outputs, although their first token is not the likeliest', async () => {
    const path = join(folder, 'generator')
    writeTinyEncoder(path)
    // Greedily 'a' (0.6) is first, but what follows it is spread thin; 'b' (0.4) ends for sure.
    writeTinyDecoder(path, [
      { from: START, to: token('a'), probability: 0.6 },
      { from: START, to: token('b'), probability: 0.4 },
      { from: token('a'), to: token('x'), probability: 0.5 },
      { from: token('a'), to: token('y'), probability: 0.5 },
      { from: token('x'), to: END, probability: 1 },
      { from: token('y'), to: END, probability: 1 },
      { from: token('b'), to: END, probability: 1 },
    ])
    await using generator = await ByteGenerator.load(path)
    const found = await generator.generate('goal', { results: 3, lengthPenalty: 0 })
    expect(found.map(({ text }) => text)).toEqual([
      'b',
      expect.stringMatching(/^a[xy]$/),
      expect.stringMatching(/^a[xy]$/),
    ])
    expect(found[0]?.score).toBeCloseTo(Math.log(0.4), 4)
    expect(found[1]?.score).toBeCloseTo(Math.log(0.3), 4)
    // Per token the longer ones are likelier: log(0.3) / 3 against log(0.4) / 2.
    const byLength = await generator.generate('goal', { results: 3, lengthPenalty: 1 })
    expect(byLength[0]?.text).toMatch(/^a[xy]$/)
    expect(byLength[0]?.score).toBeCloseTo(Math.log(0.3) / 3, 4)
    expect(byLength[2]?.score).toBeCloseTo(Math.log(0.4) / 2, 4)
  })

  it('lets the input decide', async () => {
    const path = join(folder, 'biased')
    writeTinyEncoder(path)
    // 'b' gains 0.1 per unit of the mean token of the input: 5.05 for 'a', 0.1 for the empty text.
    writeTinyDecoder(
      path,
      [
        { from: START, to: token('a'), probability: 0.9 },
        { from: START, to: token('b'), probability: 0.1 },
        { from: token('a'), to: END, probability: 1 },
        { from: token('b'), to: END, probability: 1 },
      ],
      { token: token('b'), weight: 0.1 },
    )
    await using generator = await ByteGenerator.load(path)
    const best = async (input: string) => (await generator.generate(input, { results: 1 }))[0]?.text
    expect(await best('')).toBe('a')
    expect(await best('a')).toBe('b')
  })

  it('stops when it is told to', async () => {
    await using generator = await ByteGenerator.load(join(folder, 'generator'))
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(generator.generate('goal', { results: 1, signal })).rejects.toThrow('enough')
  })
})

describe('beam search', () => {
  it('finds the best text of a chain, as trying all of them does, if it keeps enough beams', async () => {
    const weights = fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 9, maxLength: 9 })
    await fc.assert(
      fc.asyncProperty(weights, async (values) => {
        // Three tokens: 0 begins, 1 ends, 2 goes on. Texts are runs of 0 and 2.
        const row = (from: number) => Float32Array.from(values.slice(3 * from, 3 * from + 3))
        const next = async (beginnings: readonly (readonly number[])[]) =>
          beginnings.map((tokens) => row(tokens.at(-1) ?? 0))
        const options = { startToken: 0, endToken: 1, beams: 32, maxTokens: 4, lengthPenalty: 1, results: 1 }
        const [best] = await beamSearch(next, options)
        const scores = everyText(4).map((tokens) => {
          const steps = [...tokens, 1].map((token, at) => {
            const logits = row([0, ...tokens][at] ?? 0)
            return (logits[token] ?? 0) - Math.log(logits.reduce((sum, value) => sum + Math.exp(value), 0))
          })
          return steps.reduce((sum, step) => sum + step, 0) / steps.length
        })
        expect(best?.score).toBeCloseTo(Math.max(...scores), 4)
      }),
    )
  })
})

/** Every run of 0 and 2 that leaves room for the end. */
function everyText(maxTokens: number): number[][] {
  const longer = maxTokens > 1 ? everyText(maxTokens - 1) : []
  return [
    [],
    ...longer.flatMap((text) => [
      [0, ...text],
      [2, ...text],
    ]),
  ]
}

describe('a model folder', () => {
  it('that lacks something is refused with what it lacks', () => {
    const path = join(folder, 'broken')
    mkdirSync(path)
    expect(() => openModelFolder(path, 'retriever')).toThrow('no config.json')
    writeFileSync(join(path, 'config.json'), '{"model_type": "bert", "d_model": 2, "vocab_size": 3}')
    expect(() => openModelFolder(path, 'retriever')).toThrow("type 'bert'")
    writeTinyEncoder(path)
    expect(openModelFolder(path, 'retriever').width).toBe(2)
    expect(() => openModelFolder(path, 'generator')).toThrow('no decoder_model.onnx')
  })

  it('with a damaged model is refused', async () => {
    const path = join(folder, 'damaged')
    writeTinyEncoder(path)
    writeFileSync(join(path, 'encoder_model.onnx'), 'not a model')
    await expect(ByteEncoder.load(path)).rejects.toThrow('cannot be loaded')
  })
})

describe('the runtime', () => {
  it('that is not installed is reported with how to install it', async () => {
    expect(await load('onnxruntime-that-nobody-has')).toEqual({
      kind: 'absent',
      why: 'onnxruntime-that-nobody-has is not installed',
      fix: expect.stringMatching(/npm install .*onnxruntime-node$/),
    })
  })
})
