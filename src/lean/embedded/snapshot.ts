import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OrchError } from '../../errors.ts'
import type { OnProgress } from './progress.ts'
import { rehearse } from './rehearse.ts'
import { toolchainFiles } from './runtime/lean-module.ts'
import type { MakeSnapshotOptions } from './runtime/make-snapshot.ts'
import { imageFiles } from './runtime/memory-image.ts'

/** The Lean program that a server runs: one file with `main`, which ends in the snapshot handshake. */
export interface SnapshotProgram {
  readonly text: string
  /** Modules given to `main` as arguments: the environment the snapshot holds. */
  readonly modules: readonly string[]
  /** Lines to send to it once, each answered by one line: machine code is kept for whatever they make Lean call. */
  readonly rehearsal?: readonly string[]
}

/** Room for a large import set; the usual one takes about 450 MB. */
export const snapshotBytes = 800_000_000
const stackMb = 256
/** Under heavy load half a minute of work has been seen to take five. */
const timeoutMs = 900_000
const usualMs = 20_000
const maxLogChars = 1_000_000
const programFile = 'Program.lean'

/** Another rehearsal needs no other memory: the machine code that it leaves is right for all of them. */
export function snapshotKey(toolchainKey: string, { text, modules }: SnapshotProgram): string {
  return createHash('sha256')
    .update(JSON.stringify([toolchainKey, text, modules]))
    .digest('hex')
    .slice(0, 16)
}

export interface SnapshotOptions {
  readonly toolchain: string
  readonly program: SnapshotProgram
  readonly onProgress: OnProgress
  readonly signal: AbortSignal | undefined
}

/** Compiles and runs the program inside Lean until it asks for its snapshot, which lands in `folder`. */
export async function buildSnapshot(folder: string, options: SnapshotOptions): Promise<void> {
  const program = join(folder, 'program')
  mkdirSync(program)
  writeFileSync(join(program, programFile), options.program.text)
  const request: MakeSnapshotOptions = {
    toolchain: options.toolchain,
    program,
    command: [`/program/${programFile}`, ...options.program.modules],
    output: folder,
    stackMb,
  }
  const { log, ending } = await runMaker(request, options)
  writeFileSync(join(folder, 'build.log'), log)
  const failure = /^\{"failure":"(\w+)"/m.exec(log)?.[1]
  if (failure !== undefined && failure !== 'crash')
    throw Object.assign(new Error(log.slice(-2000)), { code: failure })
  if (ending !== 'exit 0' || !existsSync(join(folder, imageFiles.description))) {
    throw new OrchError(
      'LEAN_PROGRAM_FAILED',
      `The Lean program made no snapshot (${ending}):\n${complaints(log)}`,
      {
        hint: ending.startsWith(NO_ANSWER)
          ? 'It takes half a minute of work: the machine is busy with other things. Run this again when it is less so.'
          : 'Lean refused the program or one of its modules; its messages are above.',
      },
    )
  }
  const { rehearsal = [] } = options.program
  if (rehearsal.length === 0) return
  options.onProgress({
    step: 'snapshot',
    fraction: 0.95,
    message: 'Keeping machine code for what is asked first',
  })
  await rehearse({ toolchain: options.toolchain, snapshot: folder }, rehearsal, options.signal)
}

/** How a maker ended that had to be stopped. */
const NO_ANSWER = 'no answer'

interface MakerResult {
  readonly log: string
  readonly ending: string
}

function runMaker(
  request: MakeSnapshotOptions,
  { onProgress, signal }: SnapshotOptions,
): Promise<MakerResult> {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<MakerResult>()
  const started = Date.now()
  const maker = spawn(
    process.execPath,
    [join(request.toolchain, toolchainFiles.makeSnapshot), JSON.stringify(request)],
    { stdio: ['ignore', 'pipe', 'pipe'], env: {} },
  )
  let log = ''
  let timedOut = false
  const collect = (chunk: string) => {
    if (log.length < maxLogChars) log += chunk
  }
  maker.stdout.setEncoding('utf8').on('data', collect)
  maker.stderr.setEncoding('utf8').on('data', collect)
  const kill = () => maker.kill('SIGKILL')
  signal?.addEventListener('abort', kill, { once: true })
  const report = () => {
    const share = Math.min(0.98, (Date.now() - started) / usualMs)
    onProgress({
      step: 'snapshot',
      fraction: 0.3 + 0.65 * share,
      message: 'Starting Lean once and saving its memory',
    })
  }
  report()
  const ticker = setInterval(() => {
    report()
    timedOut = Date.now() - started > timeoutMs
    if (timedOut) kill()
  }, 500)
  maker.on('error', reject)
  maker.on('close', (code, killedBy) => {
    clearInterval(ticker)
    signal?.removeEventListener('abort', kill)
    if (signal?.aborted) reject(signal.reason)
    else
      resolve({
        log,
        ending: timedOut ? `${NO_ANSWER} in ${timeoutMs / 1000} s` : (killedBy ?? `exit ${code}`),
      })
  })
  return promise.finally(() => clearInterval(ticker))
}

/** What Lean said, without the tracing of this build. */
function complaints(log: string): string {
  const lines = log
    .split('\n')
    .filter((line) => !/^\[DEBUG|^ {2}- \/lib\/lean|^ {2}mainModule\? =/.test(line))
  return lines.join('\n').trim().slice(0, 4000)
}
