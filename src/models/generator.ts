/** ByT5 as a generator of tactics: encoder, decoder and beam search. */
import { beamSearch } from './beam-search.ts'
import { decodeBytes } from './byte-tokens.ts'
import { ByteEncoder, type Encoded, floats, openOnnxSession, requireRuntime } from './encoder.ts'
import { type ModelFolder, openModelFolder } from './model-folder.ts'
import type { OnnxRuntime, OnnxSession } from './onnx-runtime.ts'

export interface Generated {
  readonly text: string
  /** Log probability, divided by a power of the length. */
  readonly score: number
}

export interface GenerateOptions {
  readonly results: number
  readonly maxTokens?: number
  readonly maxInputTokens?: number
  readonly lengthPenalty?: number
  readonly signal?: AbortSignal | undefined
}

/** What ReProver's generator was trained with. */
const MOST_INPUT_TOKENS = 2300
const MOST_TOKENS = 128

export class ByteGenerator implements AsyncDisposable {
  readonly #model: ModelFolder
  readonly #runtime: OnnxRuntime
  readonly #encoder: ByteEncoder
  readonly #decoder: OnnxSession

  static async load(folder: string): Promise<ByteGenerator> {
    const model = openModelFolder(folder, 'generator')
    const runtime = await requireRuntime()
    const encoder = await ByteEncoder.of(model)
    return new ByteGenerator(model, runtime, encoder, await openOnnxSession(runtime, model.decoder))
  }

  private constructor(model: ModelFolder, runtime: OnnxRuntime, encoder: ByteEncoder, decoder: OnnxSession) {
    this.#model = model
    this.#runtime = runtime
    this.#encoder = encoder
    this.#decoder = decoder
  }

  /** The likeliest outputs for an input, best first; each text once. */
  async generate(input: string, options: GenerateOptions): Promise<Generated[]> {
    const { results, maxTokens = MOST_TOKENS, maxInputTokens = MOST_INPUT_TOKENS, signal } = options
    const { startToken, endToken } = this.#model
    const encoded = await this.#encoder.encode([input], maxInputTokens)
    const found = await beamSearch(
      (beginnings) => {
        signal?.throwIfAborted()
        return this.#next(encoded, beginnings)
      },
      { startToken, endToken, maxTokens, results, beams: results, lengthPenalty: options.lengthPenalty ?? 1 },
    )
    const best = new Map<string, number>()
    for (const { tokens, score } of found) {
      const text = decodeBytes(tokens)
      if (!best.has(text)) best.set(text, score)
    }
    return [...best].map(([text, score]) => ({ text, score }))
  }

  async #next(
    { states, mask }: Encoded,
    beginnings: readonly (readonly number[])[],
  ): Promise<Float32Array[]> {
    const rows = beginnings.length
    const length = beginnings[0]?.length ?? 0
    const { Tensor } = this.#runtime
    const ids = BigInt64Array.from(beginnings.flat(), BigInt)
    const [, columns = 0, width = 0] = states.dims
    const output = await this.#decoder.run({
      input_ids: new Tensor('int64', ids, [rows, length]),
      encoder_hidden_states: new Tensor('float32', repeat(states.data as Float32Array, rows), [
        rows,
        columns,
        width,
      ]),
      encoder_attention_mask: new Tensor('int64', repeatMask(mask.data as BigInt64Array, rows), [
        rows,
        columns,
      ]),
    })
    const logits = floats(output.logits, 'logits')
    const words = logits.dims[2] ?? 0
    const values = logits.data as Float32Array
    return beginnings.map((_, row) => {
      const start = (row * length + length - 1) * words
      return values.subarray(start, start + words)
    })
  }

  async close(): Promise<void> {
    await Promise.all([this.#encoder.close(), this.#decoder.release()])
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

function repeat(values: Float32Array, times: number): Float32Array {
  const all = new Float32Array(values.length * times)
  for (let at = 0; at < times; at++) all.set(values, at * values.length)
  return all
}

function repeatMask(values: BigInt64Array, times: number): BigInt64Array {
  const all = new BigInt64Array(values.length * times)
  for (let at = 0; at < times; at++) all.set(values, at * values.length)
  return all
}
