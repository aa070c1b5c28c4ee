/**
 * Entry program of the snapshot maker: runs the Lean program until it asks for the snapshot (by opening
 * `/__orch__/snapshot/<closure address>` in the main thread), saves the memory and ends with code 0.
 * A program that ends by itself, with whatever code, has not made a snapshot; it may have written to `/scratch`.
 */
import { readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { exitCodes } from './exit-codes.ts'
import { exitNow, readSettings, runLoader, setEngineFlags, toolchainFiles } from './lean-module.ts'
import { saveImage } from './memory-image.ts'

export interface MakeSnapshotOptions {
  readonly toolchain: string
  /** Host folder with the program; seen by Lean as `/program`. */
  readonly program: string
  /** Path of the program inside Lean, then its arguments. */
  readonly command: readonly string[]
  /** Host folder that the program may write to; seen by Lean as `/scratch`. */
  readonly scratch: string | null
  readonly output: string
  readonly stackMb: number
}

const options: MakeSnapshotOptions = JSON.parse(process.argv[2] ?? '{}')
const parent = process.ppid
setEngineFlags()
setInterval(() => {
  if (process.ppid !== parent) exitNow(exitCodes.orphaned)
}, 250)
process.on('uncaughtException', fail)

const { taskManagerAddress } = JSON.parse(readFileSync(join(options.toolchain, toolchainFiles.facts), 'utf8'))

runLoader(options.toolchain, {
  thisProgram: '/bin/lean',
  arguments: ['--run', ...options.command],
  noInitialRun: false,
  poolSize: 4,
  instantiateWasm(imports, done) {
    const module = new WebAssembly.Module(readFileSync(join(options.toolchain, toolchainFiles.wasm)))
    done(new WebAssembly.Instance(module, imports), module)
  },
  onExitRequest: exitNow,
  onInputEnd: () => {},
  orch: {
    settings: readSettings(options.toolchain, {
      scratch: options.scratch,
      program: options.program,
      stackMb: options.stackMb,
    }),
    onSnapshot: (...request) => {
      // An error must not reach Lean, which would take it for a file that cannot be opened.
      try {
        save(...request)
      } catch (error) {
        fail(error)
      }
      exitNow(0)
    },
  },
})

function save(closure: number, exports: WebAssembly.Exports, memory: WebAssembly.Memory): void {
  // Threads do not survive; the restored process makes its own task manager.
  new Int32Array(memory.buffer)[taskManagerAddress >> 2] = 0
  const globals: Record<string, number> = {}
  for (const [name, value] of Object.entries(exports)) {
    if (name.startsWith('saved_global_') && value instanceof WebAssembly.Global)
      globals[name] = Number(value.value)
  }
  saveImage(options.output, new Uint8Array(memory.buffer), {
    closure,
    pages: memory.buffer.byteLength / 65_536,
    globals,
  })
}

/** Tells the builder why, in a line it can read: a full disk is its business, not the program's. */
function fail(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : 'crash'
  const message = error instanceof Error ? error.stack : String(error)
  writeSync(2, `${JSON.stringify({ failure: code, message })}\n`)
  return exitNow(exitCodes.crashed)
}
