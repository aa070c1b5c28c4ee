/**
 * A program as code: what Lean's compiler makes of its text, in one file, to be run in an environment that holds
 * nothing else. It is compiled by the embedded Lean, which takes minutes, so it comes along with the sources; where
 * they were changed it is compiled anew.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { OrchError } from '../../errors.ts'
import { refused, runMaker, writeProgram } from './maker.ts'
import { packageChecksums } from './package-files.ts'
import type { OnProgress } from './progress.ts'

/** The Lean programs that compile a text to a file of code, and that run such a file. */
export interface CodeSteps {
  readonly compile: string
  readonly load: string
  /** A folder where code may lie that was compiled before, packed, by its key. */
  readonly kept?: string
}

export interface CodeOptions {
  readonly toolchain: string
  readonly text: string
  readonly steps: CodeSteps
  readonly onProgress: OnProgress
  readonly signal: AbortSignal | undefined
}

/** As `Compile.lean` and `Load.lean` name it. */
export const codeFile = 'code.olean'
export const codeBytes = 20_000_000
const usualMs = 120_000

/** What code depends on: less than a snapshot does, so that it outlives a change of how memory is saved. */
export function codeKey(text: string, { compile }: CodeSteps): string {
  return createHash('sha256')
    .update(JSON.stringify([packageChecksums, text, compile]))
    .digest('hex')
    .slice(0, 16)
}

const packedName = (key: string): string => `${key}.olean.gz`

/** Leaves the program as code in `folder`: what was compiled before, or else what Lean makes of the text. */
export async function buildCode(folder: string, options: CodeOptions): Promise<void> {
  const { text, steps } = options
  const packed = steps.kept && join(steps.kept, packedName(codeKey(text, steps)))
  if (!packed || !existsSync(packed)) return await compileCode(folder, options)
  writeFileSync(join(folder, codeFile), unpacked(packed), { flush: true })
}

function unpacked(packed: string): Buffer {
  try {
    return gunzipSync(readFileSync(packed))
  } catch (cause) {
    throw new OrchError('LEAN_CODE_DAMAGED', `${packed} is damaged.`, {
      hint: 'Get it anew (git checkout lean/compiled), or remove it: then the program is compiled here, in some minutes.',
      cause,
    })
  }
}

/** Packs the code in `folder` into `kept`, in place of what was there. */
export function keepCode(folder: string, kept: string, key: string): string {
  rmSync(kept, { recursive: true, force: true })
  mkdirSync(kept)
  const packed = join(kept, packedName(key))
  writeFileSync(packed, gzipSync(readFileSync(join(folder, codeFile)), { level: 9 }))
  return packed
}

async function compileCode(
  folder: string,
  { toolchain, text, steps, onProgress, signal }: CodeOptions,
): Promise<void> {
  const program = writeProgram(folder, { 'Program.lean': text, 'Compile.lean': steps.compile })
  const made = await runMaker({
    request: { toolchain, program, command: ['/program/Compile.lean'], scratch: folder, output: folder },
    onTick: (elapsedMs) =>
      onProgress({
        step: 'compile',
        fraction: 0.25 + 0.45 * Math.min(1, elapsedMs / usualMs),
        message: "Compiling Orch's program inside Lean",
      }),
    signal,
  })
  // What the profiler of this build leaves behind.
  rmSync(join(folder, 'default.profraw'), { force: true })
  writeFileSync(join(folder, 'build.log'), made.log)
  if (!existsSync(join(folder, codeFile))) throw refused('did not compile', made)
}
