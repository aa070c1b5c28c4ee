/** The encoder half of ByT5: texts to hidden states, and to one vector per text. */
import { OrchError } from '../errors.ts'
import { encodeBytes, padBatch } from './byte-tokens.ts'
import { type ModelFolder, openModelFolder } from './model-folder.ts'
import { type OnnxRuntime, type OnnxSession, type OnnxTensor, onnxRuntime } from './onnx-runtime.ts'

/** What ReProver was trained with; longer texts are cut. */
const MOST_TOKENS = 1024

export interface Encoded {
  readonly states: OnnxTensor
  readonly mask: OnnxTensor
}

export class ByteEncoder implements AsyncDisposable {
  readonly width: number
  /** Changes when the model's files do. */
  readonly id: string
  readonly #runtime: OnnxRuntime
  readonly #session: OnnxSession

  /** Loads the encoder of a folder that Optimum exported. */
  static async load(folder: string): Promise<ByteEncoder> {
    return ByteEncoder.of(openModelFolder(folder, 'retriever'))
  }

  static async of(model: ModelFolder): Promise<ByteEncoder> {
    const runtime = await requireRuntime()
    return new ByteEncoder(model, runtime, await openOnnxSession(runtime, model.encoder))
  }

  private constructor({ width, id }: ModelFolder, runtime: OnnxRuntime, session: OnnxSession) {
    this.width = width
    this.id = id
    this.#runtime = runtime
    this.#session = session
  }

  async encode(texts: readonly string[], maxTokens = MOST_TOKENS): Promise<Encoded> {
    const { ids, mask, dims } = padBatch(texts.map((text) => encodeBytes(text, maxTokens)))
    const attention = new this.#runtime.Tensor('int64', mask, dims)
    const output = await this.#session.run({
      input_ids: new this.#runtime.Tensor('int64', ids, dims),
      attention_mask: attention,
    })
    return { states: floats(output.last_hidden_state, 'last_hidden_state'), mask: attention }
  }

  /** One vector of length 1 per text: the mean of the hidden states of its bytes. */
  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    if (texts.length === 0) return []
    const { states, mask } = await this.encode(texts)
    const [rows = 0, columns = 0, width = 0] = states.dims
    const values = states.data as Float32Array
    const kept = mask.data as BigInt64Array
    return Array.from({ length: rows }, (_, row) => {
      const sum = new Float32Array(width)
      for (let column = 0; column < columns; column++) {
        if (kept[row * columns + column] === 0n) continue
        const start = (row * columns + column) * width
        for (let at = 0; at < width; at++) sum[at] = (sum[at] ?? 0) + (values[start + at] ?? 0)
      }
      // Dividing by the number of bytes would change nothing: the direction is what is kept.
      const length = Math.hypot(...sum)
      return length === 0 ? sum : sum.map((value) => value / length)
    })
  }

  async close(): Promise<void> {
    await this.#session.release()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

export async function requireRuntime(): Promise<OnnxRuntime> {
  const state = await onnxRuntime()
  if (state.kind === 'ready') return state.runtime
  throw new OrchError('onnx_absent', `Local models need onnxruntime-node: ${state.why}.`, { hint: state.fix })
}

export async function openOnnxSession(runtime: OnnxRuntime, file: string): Promise<OnnxSession> {
  try {
    return await runtime.InferenceSession.create(file)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new OrchError('model_unusable', `The model ${file} cannot be loaded: ${why}`, { cause })
  }
}

export function floats(tensor: OnnxTensor | undefined, name: string): OnnxTensor {
  if (tensor?.data instanceof Float32Array && tensor.dims.length === 3) return tensor
  throw new OrchError('model_unusable', `The model gives no '${name}' of three dimensions.`)
}
