/** The part of the patched Emscripten loader's scope that the host layer uses. */
export interface LoaderScope {
  readonly isThread: boolean
  /** Views are re-created after memory growth, so they are fetched for each use. */
  u8(): Uint8Array
  u16(): Uint16Array
  u32(): Uint32Array
  i64(): BigInt64Array
  text(pointer: number): string
  putText(text: string, pointer: number, maxBytes: number): number
  allocate(bytes: number): number
  allocateAligned(alignment: number, bytes: number): number
  /** Calls a function of the entry program in the main thread, without waiting. */
  tellMain(handler: 'onInputEnd' | 'onExitRequest', argument?: number): void
}

/** What every thread of one Lean process shares; sent to each worker when it loads. */
export interface HostSettings {
  /** Host folder seen as `/lib/lean`, read-only. */
  readonly library: string
  /** Host folder seen as `/scratch`, read-write; null when Lean gets none. A real path: no link in it. */
  readonly scratch: string | null
  /** Host folder seen as `/program`, read-only; null once a snapshot has been taken. */
  readonly program: string | null
  /** Machine stack of each Lean thread, in MB. */
  readonly stackMb: number
  /** The symbol table (see symbol-table.ts), one copy for all threads. */
  readonly symbols: SharedArrayBuffer
  /** Open files: kind and position by host file descriptor. Outside of WebAssembly memory on purpose. */
  readonly openFiles: SharedArrayBuffer
}
