/** A ByT5 so small that every number of it can be worked out by hand. For tests. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onnxModel } from './tiny-onnx.ts'

const WORDS = 384
const ids = { name: 'input_ids', type: 'int64', dims: ['rows', 'length'] } as const

/** Hidden state of token t: (t, 1), whatever stands around it. */
export function writeTinyEncoder(folder: string): void {
  const table = Float32Array.from({ length: WORDS * 2 }, (_, at) => (at % 2 === 0 ? at / 2 : 1))
  write(folder, 'encoder_model.onnx', {
    inputs: [ids, { ...ids, name: 'attention_mask' }],
    outputs: [{ name: 'last_hidden_state', type: 'float32', dims: ['rows', 'length', 2] }],
    constants: [{ name: 'table', dims: [WORDS, 2], values: table }],
    steps: [{ operation: 'Gather', inputs: ['table', 'input_ids'], output: 'last_hidden_state' }],
  })
}

export interface TacticTransition {
  readonly from: number
  readonly to: number
  readonly probability: number
}

/**
 * The next token depends on the last one alone, with the probabilities given (others are all but impossible),
 * times e to the power of `bias.weight × mean hidden state` for the token of `bias`.
 */
export function writeTinyDecoder(
  folder: string,
  transitions: readonly TacticTransition[],
  bias?: { readonly token: number; readonly weight: number },
): void {
  const table = new Float32Array(WORDS * WORDS).fill(-1e4)
  for (const { from, to, probability } of transitions) table[from * WORDS + to] = Math.log(probability)
  const weights = new Float32Array(2 * WORDS)
  if (bias) weights[bias.token] = bias.weight
  write(folder, 'decoder_model.onnx', {
    inputs: [
      ids,
      { name: 'encoder_attention_mask', type: 'int64', dims: ['rows', 'columns'] },
      { name: 'encoder_hidden_states', type: 'float32', dims: ['rows', 'columns', 2] },
    ],
    outputs: [{ name: 'logits', type: 'float32', dims: ['rows', 'length', WORDS] }],
    constants: [
      { name: 'table', dims: [WORDS, WORDS], values: table },
      { name: 'weights', dims: [2, WORDS], values: weights },
    ],
    steps: [
      { operation: 'Gather', inputs: ['table', 'input_ids'], output: 'likely' },
      {
        operation: 'ReduceMean',
        inputs: ['encoder_hidden_states'],
        output: 'mean',
        attributes: { axes: [1] },
      },
      { operation: 'MatMul', inputs: ['mean', 'weights'], output: 'bias' },
      { operation: 'Add', inputs: ['likely', 'bias'], output: 'logits' },
    ],
  })
}

function write(folder: string, file: string, graph: Parameters<typeof onnxModel>[0]): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, file), onnxModel(graph))
  const config = {
    model_type: 't5',
    d_model: 2,
    vocab_size: WORDS,
    decoder_start_token_id: 0,
    eos_token_id: 1,
  }
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
}
