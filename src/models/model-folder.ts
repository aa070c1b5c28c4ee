/** A model as Hugging Face Optimum exports it: a folder with `config.json` and one ONNX file per part. */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { InputError } from '../errors.ts'

const PARTS = { retriever: ['encoder'], generator: ['encoder', 'decoder'] } as const
export type ModelRole = keyof typeof PARTS

const FILES = { encoder: 'encoder_model.onnx', decoder: 'decoder_model.onnx' } as const

const config = z.object({
  model_type: z.string(),
  d_model: z.number().int().positive(),
  vocab_size: z.number().int().positive(),
  decoder_start_token_id: z.number().int().nonnegative().optional(),
  eos_token_id: z.number().int().nonnegative().optional(),
})

export interface ModelFolder {
  readonly encoder: string
  readonly decoder: string
  readonly width: number
  readonly startToken: number
  readonly endToken: number
  /** Changes when the model's files do. */
  readonly id: string
}

/** Looks whether a folder holds what a role needs. Says in a sentence what is wrong with it. */
export function openModelFolder(folder: string, role: ModelRole): ModelFolder {
  const { d_model: width, decoder_start_token_id: startToken = 0, eos_token_id: endToken = 1 } = read(folder)
  const identity = createHash('sha256')
  for (const part of PARTS[role]) {
    const file = join(folder, FILES[part])
    const found = statSync(file, { throwIfNoEntry: false })
    if (!found?.isFile()) throw unusable(folder, `it has no ${FILES[part]}`)
    identity.update(`${file} ${found.size} ${found.mtimeMs}\n`)
  }
  const [encoder, decoder] = [join(folder, FILES.encoder), join(folder, FILES.decoder)]
  return { encoder, decoder, width, startToken, endToken, id: identity.digest('hex').slice(0, 12) }
}

function read(folder: string): z.infer<typeof config> {
  let text: string
  try {
    text = readFileSync(join(folder, 'config.json'), 'utf8')
  } catch (cause) {
    throw unusable(folder, 'it has no config.json that can be read', cause)
  }
  let parsed: z.infer<typeof config>
  try {
    parsed = config.parse(JSON.parse(text))
  } catch (cause) {
    throw unusable(folder, 'its config.json is not that of a T5 model', cause)
  }
  if (/t5/i.test(parsed.model_type)) return parsed
  throw unusable(folder, `it is a model of type '${parsed.model_type}', not T5`)
}

function unusable(folder: string, why: string, cause?: unknown): InputError {
  return new InputError('model_unusable', `The model folder ${folder} cannot be used: ${why}.`, {
    cause,
    hint: 'Export a ByT5 checkpoint with: optimum-cli export onnx --model <checkpoint> <folder>',
  })
}
