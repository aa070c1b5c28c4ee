import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CodeSteps, codeFile } from './code.ts'
import { refused, runMaker, writeProgram } from './maker.ts'
import type { OnProgress } from './progress.ts'
import { rehearse } from './rehearse.ts'
import { imageFiles } from './runtime/memory-image.ts'

/** The Lean program that a server runs: one file, which ends in the snapshot handshake. */
export interface SnapshotProgram {
  readonly text: string
  /** Arguments of its `main`: the kind of Lean, then the modules of the environment that the snapshot holds. */
  readonly modules: readonly string[]
  /** Lines to send to it once, each answered by one line: machine code is kept for whatever they make Lean call. */
  readonly rehearsal?: readonly string[]
  /** Where it is run as code: then the snapshot has nothing in it of how the text was elaborated. */
  readonly steps?: CodeSteps
}

/** Room for a large import set; the usual one takes about 330 MB. */
export const snapshotBytes = 600_000_000
const usualMs = 20_000

/** Another rehearsal needs no other memory: the machine code that it leaves is right for all of them. */
export function snapshotKey(toolchainKey: string, { text, modules, steps }: SnapshotProgram): string {
  return createHash('sha256')
    .update(JSON.stringify([toolchainKey, text, modules, ...(steps ? [steps.compile, steps.load] : [])]))
    .digest('hex')
    .slice(0, 16)
}

export interface SnapshotOptions {
  readonly toolchain: string
  readonly program: SnapshotProgram
  /** The folder that `buildCode` made, for a program that is run as code. */
  readonly code: string | undefined
  readonly onProgress: OnProgress
  readonly signal: AbortSignal | undefined
}

/** Runs the program inside Lean until it asks for its snapshot, which lands in `folder`. */
export async function buildSnapshot(folder: string, options: SnapshotOptions): Promise<void> {
  const { toolchain, program, onProgress, signal } = options
  const made = await runMaker({
    request: { toolchain, ...prepare(folder, options), scratch: null, output: folder },
    onTick: (elapsedMs) =>
      onProgress({
        step: 'snapshot',
        fraction: 0.7 + 0.25 * Math.min(0.98, elapsedMs / usualMs),
        message: 'Starting Lean once and saving its memory',
      }),
    signal,
  })
  writeFileSync(join(folder, 'build.log'), made.log)
  if (made.ending !== 'exit 0' || !existsSync(join(folder, imageFiles.description)))
    throw refused('made no snapshot', made)
  const { rehearsal = [] } = program
  if (rehearsal.length === 0) return
  onProgress({ step: 'snapshot', fraction: 0.95, message: 'Keeping machine code for what is asked first' })
  await rehearse({ toolchain, snapshot: folder }, rehearsal, signal)
}

/** Writes what Lean runs into the folder, and says how. */
function prepare(
  folder: string,
  { program: { text, modules, steps }, code }: SnapshotOptions,
): { program: string; command: string[] } {
  if (steps === undefined || code === undefined) {
    return {
      program: writeProgram(folder, { 'Program.lean': text }),
      command: ['/program/Program.lean', ...modules],
    }
  }
  const program = writeProgram(folder, { 'Load.lean': steps.load })
  copyFileSync(join(code, codeFile), join(program, codeFile))
  return { program, command: ['/program/Load.lean'] }
}
