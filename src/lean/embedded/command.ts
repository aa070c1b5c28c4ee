import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { EmbeddedInstall } from './install.ts'
import { toolchainFiles } from './runtime/lean-module.ts'
import type { ServeOptions } from './runtime/serve.ts'

export interface EmbeddedCommandOptions {
  /** Host folder Lean may read and write, as `/scratch`; made when absent. Without it Lean has no folder to write. */
  readonly scratchDir?: string
  /** Lean's task threads. Default 2. */
  readonly threads?: number
  /** Machine stack of each thread. Default 256: Lean's own recursion limit then fires first. */
  readonly stackMb?: number
  /** Limit of Lean's memory, at most 2048, the default. Beyond it Lean panics and the process exits with 1. */
  readonly maxMemoryMb?: number
  /** Keep machine code for whatever is called when the input ends. */
  readonly isRehearsal?: boolean
}

/** What to give to `child_process.spawn`. Use exactly this environment: nothing of the host's belongs in there. */
export interface EmbeddedCommand {
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export function embeddedCommand(
  install: Pick<EmbeddedInstall, 'toolchain' | 'snapshot'>,
  options: EmbeddedCommandOptions = {},
): EmbeddedCommand {
  const { scratchDir, threads = 2, stackMb = 256, maxMemoryMb = 2048, isRehearsal = false } = options
  if (scratchDir !== undefined) mkdirSync(scratchDir, { recursive: true })
  const request: ServeOptions = {
    toolchain: install.toolchain,
    snapshot: install.snapshot,
    scratch: scratchDir === undefined ? null : realpathSync(scratchDir),
    threads,
    stackMb,
    maxMemoryMb,
    isRehearsal,
  }
  return {
    file: process.execPath,
    args: [join(install.toolchain, toolchainFiles.serve), JSON.stringify(request)],
    env: {},
  }
}
