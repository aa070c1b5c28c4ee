/**
 * onnxruntime-node, if the user has installed it: it is large and only local models need it. Only what is used
 * of it is described here, so that nothing depends on its presence, not even its types.
 */
export interface OnnxTensor {
  readonly dims: readonly number[]
  readonly data: unknown
}

export interface OnnxSession {
  readonly inputNames: readonly string[]
  readonly outputNames: readonly string[]
  run(feeds: Record<string, OnnxTensor>): Promise<Readonly<Record<string, OnnxTensor | undefined>>>
  release(): Promise<void>
}

export interface OnnxRuntime {
  readonly InferenceSession: { create(path: string): Promise<OnnxSession> }
  readonly Tensor: new (
    type: 'int64' | 'float32',
    data: BigInt64Array | Float32Array,
    dims: readonly number[],
  ) => OnnxTensor
}

export type RuntimeState =
  | { readonly kind: 'ready'; readonly runtime: OnnxRuntime }
  | { readonly kind: 'absent'; readonly why: string; readonly fix: string }

const PACKAGE = 'onnxruntime-node'

let loading: Promise<RuntimeState> | undefined

/** Loads the runtime once; the same answer for everybody who asks. */
export function onnxRuntime(): Promise<RuntimeState> {
  loading ??= load(PACKAGE)
  return loading
}

export async function load(name: string): Promise<RuntimeState> {
  try {
    const module = (await import(name)) as OnnxRuntime & { readonly default?: OnnxRuntime }
    return { kind: 'ready', runtime: module.default ?? module }
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND'
    const why = missing ? 'is not installed' : `cannot be loaded: ${(error as Error).message}`
    return {
      kind: 'absent',
      why: `${name} ${why}`,
      fix: 'Install it, in the folder of Orch, with: npm install --no-save --save-prod --omit=dev --ignore-scripts onnxruntime-node',
    }
  }
}
