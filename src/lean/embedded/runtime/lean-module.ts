import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { HostSettings } from './loader-scope.ts'
import { openFilesBytes } from './open-files.ts'

export const toolchainFiles = {
  loader: 'lean.slim.cjs',
  wasm: 'lean.slim.wasm',
  symbols: 'symbols.bin',
  facts: 'facts.json',
  library: 'library',
  serve: 'serve.mjs',
  makeSnapshot: 'make-snapshot.mjs',
} as const

/** Exports of Lean's module that the entry programs call. */
export interface LeanExports {
  lean_init_task_manager_using(threads: number): void
  lean_apply_1(closure: number, world: number): number
  [name: `saved_global_${number}`]: { value: number }
}

/** What the patched loader reads from us, beside Emscripten's own settings. */
export interface WasmModule {
  arguments?: string[]
  thisProgram: string
  noInitialRun: boolean
  poolSize: number
  wasmMemory?: WebAssembly.Memory
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): void
  onRuntimeInitialized?(): void
  onInputEnd(): void
  onExitRequest(code: number): void
  orch: {
    settings: HostSettings
    savedGlobals?: Readonly<Record<string, number>>
    onSnapshot?(closure: number, exports: WebAssembly.Exports, memory: WebAssembly.Memory): void
    /** Set by the loader: gives the compiled module to the waiting workers, and adds more of them. */
    loadWorkers?(module: WebAssembly.Module): void
    addWorkers?(count: number): void
  }
}

/**
 * Flags of V8 for this process. A rehearsal and what runs its code must have the same: the code is refused otherwise.
 * Lazy validation saves 0.4 s at boot; the module's bytes are checked against a checksum instead.
 */
export function setEngineFlags(): void {
  setFlagsFromString('--allow-natives-syntax')
  setFlagsFromString('--wasm-lazy-validation')
}

export function readSettings(
  toolchain: string,
  own: Pick<HostSettings, 'scratch' | 'program' | 'stackMb'>,
): HostSettings {
  const bytes = readFileSync(join(toolchain, toolchainFiles.symbols))
  const symbols = new SharedArrayBuffer(bytes.length)
  new Uint8Array(symbols).set(bytes)
  return {
    ...own,
    library: join(toolchain, toolchainFiles.library),
    symbols,
    openFiles: new SharedArrayBuffer(openFilesBytes),
  }
}

/** Runs the loader, which picks its settings up from `globalThis`. */
export function runLoader(toolchain: string, module: WasmModule): void {
  Object.assign(globalThis, { orchModule: module })
  createRequire(import.meta.url)(join(toolchain, toolchainFiles.loader))
}

/**
 * Ends the process at once and with this code. Node's own exit waits for every thread, and Lean's reader blocks in
 * `read` until its input ends; becoming a shell that exits waits for none.
 */
export function exitNow(code: number): never {
  try {
    process.emitWarning = () => {}
    process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`], {})
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
  throw new Error('unreachable')
}
