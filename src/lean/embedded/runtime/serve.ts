/**
 * Entry program of a Lean server: restores a snapshot and lets the Lean program serve stdin and stdout.
 * Speed of this file is boot time: helper threads read the memory image while the module is prepared here.
 */
import { readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { crc32 } from 'node:zlib'
import { codeCacheFile, deserializeCode } from './code-cache.ts'
import { exitCodes } from './exit-codes.ts'
import {
  exitNow,
  type LeanExports,
  readSettings,
  runLoader,
  setEngineFlags,
  toolchainFiles,
} from './lean-module.ts'
import { fillMemory, imageFiles, type MemoryImage } from './memory-image.ts'

export interface ServeOptions {
  readonly toolchain: string
  readonly snapshot: string
  readonly scratch: string | null
  readonly threads: number
  readonly stackMb: number
  readonly maxMemoryMb: number
  readonly codeCache: boolean
}

const parentPollMs = 250
/** After end of input the Lean program should leave by itself; this is for one that does not. */
const inputEndGraceMs = 2000
const fillHelpers = 1

const options: ServeOptions = JSON.parse(process.argv[2] ?? '{}')
const parent = process.ppid
setEngineFlags()
setInterval(() => {
  if (process.ppid !== parent) exitNow(exitCodes.orphaned)
}, parentPollMs)
process.on('uncaughtException', (error) => {
  writeSync(2, `${error instanceof Error ? error.stack : String(error)}\n`)
  exitNow(exitCodes.crashed)
})

const image: MemoryImage = JSON.parse(readFileSync(join(options.snapshot, imageFiles.description), 'utf8'))
const memory = new WebAssembly.Memory({
  initial: image.pages,
  maximum: Math.max(image.pages, options.maxMemoryMb * 16),
  shared: true,
})
const progress = new Int32Array(new SharedArrayBuffer(12))
const imagePath = join(options.snapshot, imageFiles.memory)
startHelpers()

runLoader(options.toolchain, {
  thisProgram: '/bin/lean',
  noInitialRun: true,
  poolSize: 1,
  wasmMemory: memory,
  instantiateWasm(imports, done) {
    const module = readModule()
    finishMemory()
    // The first Lean thread instantiates the module on another core while this thread does the same.
    leanModule().orch.loadWorkers?.(module)
    done(new WebAssembly.Instance(module, imports), module)
  },
  onRuntimeInitialized: startProgram,
  onExitRequest: exitNow,
  onInputEnd: () => setTimeout(() => exitNow(0), inputEndGraceMs),
  orch: {
    settings: readSettings(options.toolchain, {
      scratch: options.scratch,
      program: null,
      stackMb: options.stackMb,
    }),
    savedGlobals: image.globals,
  },
})

function leanModule() {
  return (
    globalThis as unknown as { orchModule: Parameters<typeof runLoader>[1] & { wasmExports: LeanExports } }
  ).orchModule
}

function startHelpers(): void {
  for (let i = 0; i < fillHelpers; i++) {
    const workerData = {
      path: imagePath,
      memory: memory.buffer,
      segments: image.segments,
      progress: progress.buffer,
    }
    new Worker(new URL('./fill-worker.mjs', import.meta.url), { workerData, env: {} }).unref()
  }
}

function readModule(): WebAssembly.Module {
  const wire = readFileSync(join(options.toolchain, toolchainFiles.wasm))
  const facts = JSON.parse(readFileSync(join(options.toolchain, toolchainFiles.facts), 'utf8'))
  if (wire.length !== facts.wasmBytes || crc32(wire) !== facts.wasmCrc32) damaged(options.toolchain)
  return (options.codeCache ? cachedModule(wire) : undefined) ?? new WebAssembly.Module(wire)
}

function cachedModule(wire: Buffer): WebAssembly.Module | undefined {
  try {
    return deserializeCode(readFileSync(join(options.snapshot, codeCacheFile())), wire)
  } catch {
    return undefined
  }
}

/** Helps with the image, then waits for what the helpers still hold. */
function finishMemory(): void {
  fillMemory(imagePath, new Uint8Array(memory.buffer), image.segments, progress)
  for (;;) {
    const done = Atomics.load(progress, 1)
    if (done >= image.segments.length) break
    Atomics.wait(progress, 1, done, 1000)
  }
  if (Atomics.load(progress, 2) !== 0) damaged(options.snapshot)
}

/** Takes the manifest away, so that nothing trusts this folder again. */
function damaged(folder: string): never {
  writeSync(2, `The embedded Lean in ${folder} is damaged and will be rebuilt.\n`)
  rmSync(join(folder, 'manifest.json'), { force: true })
  return exitNow(exitCodes.damaged)
}

function startProgram(): void {
  const { wasmExports, orch } = leanModule()
  wasmExports.lean_init_task_manager_using(options.threads)
  wasmExports.lean_apply_1(image.closure, 1)
  // The program's reader runs; prepare the threads its tasks will want.
  setImmediate(() => orch.addWorkers?.(options.threads))
}
