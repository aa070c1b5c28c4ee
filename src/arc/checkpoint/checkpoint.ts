import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { InputError } from '../../errors.ts'
import { jsonOf, writeWhole } from '../../files/index.ts'
import { OPERATORS } from '../dsl/index.ts'

const MODULES = ['describer', 'ruler', 'critic'] as const
export type Module = (typeof MODULES)[number]

export const BUILTIN = 'builtin:symbolic'

/** The operators of this version of the language; a prior learnt over other ones must not be used. */
export const LANGUAGE_HASH = sha256(OPERATORS.map((operator) => operator.name).join('\n')).slice(0, 16)

const manifestSchema = z.strictObject({
  schema: z.literal('arc-checkpoint-1'),
  module: z.enum(MODULES),
  backend: z.enum(['learned', 'llm']),
  version: z.string(),
  /** Versions of what the weights were learnt over (comparator, critic features, language). */
  fits: z.record(z.string(), z.string()).default({}),
  weights: z.string().nullable().default(null),
  weights_sha256: z.string().nullable().default(null),
  /** For the `llm` backend: how many programs to ask for, and the model when the environment names none. */
  samples: z.int().min(1).max(64).default(4),
  model: z.string().nullable().default(null),
  metrics: z.record(z.string(), z.number()).default({}),
  content_hash: z.string().nullable().default(null),
})

type Manifest = z.infer<typeof manifestSchema>

export type Checkpoint =
  | { readonly backend: 'symbolic'; readonly hash: string }
  | { readonly backend: 'learned'; readonly hash: string; readonly weights: unknown }
  | ({ readonly backend: 'llm'; readonly hash: string } & Pick<Manifest, 'samples' | 'model'>)

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function contentHash(manifest: Manifest): string {
  const { content_hash: _, ...rest } = manifest
  return sha256(JSON.stringify(rest))
}

function refuse(path: string, why: string, cause?: unknown): InputError {
  return new InputError('arc_checkpoint_unusable', `The checkpoint ${path} cannot be used: ${why}.`, {
    hint: `Give a folder written by "orch arc train", or ${BUILTIN}.`,
    cause,
  })
}

function read(path: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw refuse(path, `${file} is missing or cannot be read`, cause)
  }
}

/** Opens a checkpoint (a folder, its manifest, or a built-in name) and checks module, versions and hashes. */
export function loadCheckpoint(
  ref: string,
  module: Module,
  versions: Readonly<Record<string, string>> = {},
): Checkpoint {
  if (ref === BUILTIN) return { backend: 'symbolic', hash: BUILTIN }
  if (!existsSync(ref)) throw refuse(ref, 'there is no such file or folder')
  const file = statSync(ref).isDirectory() ? join(ref, 'manifest.json') : ref
  const manifest = parseManifest(ref, read(ref, file))
  if (manifest.module !== module)
    throw refuse(ref, `it is a ${manifest.module} checkpoint, and a ${module} is needed`)
  if (manifest.content_hash !== null && manifest.content_hash !== contentHash(manifest))
    throw refuse(
      ref,
      'field content_hash does not match the manifest, so it was changed after it was written',
    )
  const hash = contentHash(manifest)
  const { backend, samples, model } = manifest
  if (backend === 'llm') return { backend, hash, samples, model }
  for (const [name, wanted] of Object.entries(versions)) {
    const has = manifest.fits[name]
    if (has !== wanted)
      throw refuse(ref, `it was learnt for ${name} ${has ?? 'unknown'}, and this Orch has ${wanted}`)
  }
  if (manifest.weights === null) throw refuse(ref, 'field weights of its manifest names no file')
  const text = read(ref, join(dirname(file), manifest.weights))
  if (sha256(text) !== manifest.weights_sha256)
    throw refuse(ref, `field weights_sha256 does not match ${manifest.weights}: the weights are damaged`)
  const weights = jsonOf(text)
  if (weights.kind === 'broken') throw refuse(ref, `${manifest.weights} is not JSON`, weights.error)
  return { backend, hash, weights: weights.value }
}

function parseManifest(ref: string, text: string): Manifest {
  const json = jsonOf(text)
  if (json.kind === 'broken') throw refuse(ref, 'its manifest is not JSON', json.error)
  const result = manifestSchema.safeParse(json.value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw refuse(ref, `field ${issue?.path.join('.') || '(manifest)'} of its manifest: ${issue?.message}`)
}

/** Weights that do not have the shape their module needs. */
export function parseWeights<T>(schema: z.ZodType<T>, checkpoint: Checkpoint): T {
  const weights = checkpoint.backend === 'learned' ? checkpoint.weights : undefined
  const result = schema.safeParse(weights)
  if (result.success) return result.data
  throw refuse(checkpoint.hash, `its weights do not fit: ${result.error.issues[0]?.message}`)
}

/** Writes a learnt checkpoint; the same weights and facts about them give the same bytes and hash. */
export function saveCheckpoint(
  folder: string,
  learnt: Pick<Manifest, 'module' | 'version' | 'fits' | 'metrics'> & { readonly weights: unknown },
): string {
  const weights = `${JSON.stringify(learnt.weights)}\n`
  const file = { weights: 'weights.json', weights_sha256: sha256(weights) }
  const kind = { schema: 'arc-checkpoint-1', backend: 'learned' }
  const manifest = manifestSchema.parse({ ...learnt, ...file, ...kind })
  const content_hash = contentHash(manifest)
  writeWhole([
    { path: join(folder, 'weights.json'), text: [weights] },
    {
      path: join(folder, 'manifest.json'),
      text: [`${JSON.stringify({ ...manifest, content_hash }, null, 2)}\n`],
    },
  ])
  return content_hash
}
