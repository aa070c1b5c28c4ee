import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OrchError } from '../../errors.ts'
import { toolchainFiles } from './runtime/lean-module.ts'
import type { MakeSnapshotOptions } from './runtime/make-snapshot.ts'

/** A run of Lean on a program of ours while something is built. */
export interface Making {
  readonly request: Omit<MakeSnapshotOptions, 'stackMb'>
  /** Is called twice a second with how long it has been running. */
  readonly onTick: (elapsedMs: number) => void
  readonly signal: AbortSignal | undefined
}

interface Made {
  readonly log: string
  /** `exit 0`, a signal, or `NO_ANSWER` and how long it took. */
  readonly ending: string
}

/** How a run ended that had to be stopped. */
const NO_ANSWER = 'no answer'

const stackMb = 256
/** Under heavy load half a minute of work has been seen to take five. */
const timeoutMs = 900_000
const tickMs = 500
const maxLogChars = 1_000_000

export function runMaker({ request, onTick, signal }: Making): Promise<Made> {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<Made>()
  const started = Date.now()
  const maker = spawn(
    process.execPath,
    [join(request.toolchain, toolchainFiles.makeSnapshot), JSON.stringify({ ...request, stackMb })],
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
  onTick(0)
  const ticker = setInterval(() => {
    const elapsedMs = Date.now() - started
    onTick(elapsedMs)
    timedOut = elapsedMs > timeoutMs
    if (timedOut) kill()
  }, tickMs)
  maker.on('error', reject)
  maker.on('close', (code, killedBy) => {
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

/** Writes the files that Lean is to see as `/program`. */
export function writeProgram(folder: string, texts: Readonly<Record<string, string>>): string {
  const program = join(folder, 'program')
  mkdirSync(program)
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(program, name), text)
  return program
}

/** Why there is no result. A full disk is the builder's business and told as such; the rest is what Lean said. */
export function refused(what: string, { log, ending }: Made): Error {
  const failure = /^\{"failure":"(\w+)"/m.exec(log)?.[1]
  if (failure !== undefined && failure !== 'crash')
    return Object.assign(new Error(log.slice(-2000)), { code: failure })
  return new OrchError('LEAN_PROGRAM_FAILED', `The Lean program ${what} (${ending}):\n${complaints(log)}`, {
    hint: ending.startsWith(NO_ANSWER)
      ? 'It takes a minute or two of work: the machine is busy with other things. Run this again when it is less so.'
      : 'Lean refused the program or one of its modules; its messages are above.',
  })
}

/** What Lean said, without the tracing of this build. */
function complaints(log: string): string {
  const lines = log
    .split('\n')
    .filter((line) => !/^\[DEBUG|^ {2}- \/lib\/lean|^ {2}mainModule\? =|^LLVM Profile Error/.test(line))
  return lines.join('\n').trim().slice(0, 4000)
}
