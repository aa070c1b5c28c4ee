/**
 * Entry program of a Lean server: restores a snapshot and lets the Lean program serve stdin and stdout.
 * Speed of this file is boot time: helper threads read the memory image while the module is prepared here.
 */
import { closeSync, openSync, readFileSync, readSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { crc32 } from 'node:zlib'
import { moduleOf, readCode, writeCode } from './code-cache.ts'
import { exitCodes } from './exit-codes.ts'
import {
  exitNow,
  type LeanExports,
  readSettings,
  runLoader,
  setEngineFlags,
  toolchainFiles,
} from './lean-module.ts'
import {
  allFilled,
  fillMemory,
  type ImageFilling,
  imageFiles,
  type MemoryImage,
  newProgress,
  openRest,
} from './memory-image.ts'

export interface ServeOptions {
  readonly toolchain: string
  readonly snapshot: string
  readonly scratch: string | null
  readonly threads: number
  readonly stackMb: number
  readonly maxMemoryMb: number
  /** Keep V8's machine code for whatever is called, in the snapshot's folder, when the input ends. */
  readonly isRehearsal: boolean
}

const parentPollMs = 250
/** After end of input the Lean program should leave by itself; this is for one that does not. */
const inputEndGraceMs = 2000
const fillHelpers = 1

const options: ServeOptions = JSON.parse(process.argv[2] ?? '{}')
const parent = process.ppid
setEngineFlags()
// V8 keeps optimised code only, so in a rehearsal what is called is optimised at once.
if (options.isRehearsal) setFlagsFromString('--no-liftoff')
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
const facts = JSON.parse(readFileSync(join(options.toolchain, toolchainFiles.facts), 'utf8'))
const wire = roomForModule()
const filling: ImageFilling = {
  segments: image.segments,
  heldFrom: wire.buffer === memory.buffer ? wire.byteOffset : Number.POSITIVE_INFINITY,
  progress: newProgress(),
}
const imagePath = join(options.snapshot, imageFiles.memory)
startHelpers()
let compiled: WebAssembly.Module

runLoader(options.toolchain, {
  thisProgram: '/bin/lean',
  noInitialRun: true,
  poolSize: 1,
  wasmMemory: memory,
  instantiateWasm(imports, done) {
    compiled = readModule()
    finishMemory()
    // The first Lean thread instantiates the module on another core while this thread does the same.
    leanModule().orch.loadWorkers?.(compiled)
    done(new WebAssembly.Instance(compiled, imports), compiled)
  },
  onRuntimeInitialized: startProgram,
  onExitRequest: exitNow,
  onInputEnd: options.isRehearsal ? endRehearsal : () => setTimeout(() => exitNow(0), inputEndGraceMs),
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

/** The module's bytes lie where the end of the image will be: a hundred megabytes of fresh memory less to ask for. */
function roomForModule(): Uint8Array {
  const all = new Uint8Array(memory.buffer)
  return all.length > facts.wasmBytes ? all.subarray(-facts.wasmBytes) : new Uint8Array(facts.wasmBytes)
}

function startHelpers(): void {
  for (let i = 0; i < fillHelpers; i++) {
    const workerData = {
      path: imagePath,
      memory: memory.buffer,
      filling,
    }
    new Worker(new URL('./fill-worker.mjs', import.meta.url), { workerData, env: {} }).unref()
  }
}

function readModule(): WebAssembly.Module {
  readWire()
  const code = readCode(options.snapshot)
  if (code === 'damaged') damaged(options.snapshot)
  return (code && moduleOf(code, wire)) ?? new WebAssembly.Module(wire)
}

function readWire(): void {
  const file = openSync(join(options.toolchain, toolchainFiles.wasm), 'r')
  for (let done = 0; done < wire.length; ) {
    const count = readSync(file, wire, done, wire.length - done, done)
    if (count === 0) break
    done += count
  }
  closeSync(file)
  if (crc32(wire) !== facts.wasmCrc32) damaged(options.toolchain)
}

/** Gives back what the module's bytes took, and helps with the image. */
function finishMemory(): void {
  wire.fill(0)
  openRest(filling.progress)
  fillMemory(imagePath, new Uint8Array(memory.buffer), filling)
  if (!allFilled(image.segments, filling.progress)) damaged(options.snapshot)
}

function endRehearsal(): void {
  setFlagsFromString('--liftoff')
  writeCode(options.snapshot, compiled)
  exitNow(0)
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
  // The program's reader runs; prepare a thread for its first task. Others are made when several tasks run at once.
  setImmediate(() => orch.addWorkers?.(1))
}
