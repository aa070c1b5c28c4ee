/** The part of the WebAssembly JavaScript API in use; TypeScript ships it only together with the browser's types. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module, imports: Imports)
    readonly exports: Exports
  }
  class Memory {
    constructor(descriptor: { initial: number; maximum: number; shared: true })
    readonly buffer: SharedArrayBuffer
  }
  class Global {
    value: unknown
  }
  type Exports = Readonly<Record<string, unknown>>
  type Imports = Readonly<Record<string, Readonly<Record<string, unknown>>>>
}
