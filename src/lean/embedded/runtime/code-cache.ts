/**
 * V8's optimised machine code for Lean's module, kept between processes. A test interface of V8, so optional:
 * a cache of another Node version or with other flags is refused by V8 and the module is compiled as usual.
 */
type Serialize = (module: WebAssembly.Module) => ArrayBuffer
type Deserialize = (cache: ArrayBuffer, wire: Uint8Array) => WebAssembly.Module | undefined

/** The natives syntax exists only after `setEngineFlags`, so these are compiled when first used. */
function native<T>(parameters: string, body: string): T {
  return new Function(parameters, `return ${body}`) as T
}

export function codeCacheFile(): string {
  return `code-${process.version}-${process.arch}.bin`
}

export function serializeCode(module: WebAssembly.Module): Uint8Array {
  return new Uint8Array(native<Serialize>('module', '%SerializeWasmModule(module)')(module))
}

export function deserializeCode(cache: Uint8Array, wire: Uint8Array): WebAssembly.Module | undefined {
  const copy = new ArrayBuffer(cache.length)
  new Uint8Array(copy).set(cache)
  return native<Deserialize>('cache, wire', '%DeserializeWasmModule(cache, wire)')(copy, wire)
}
