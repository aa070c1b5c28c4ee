import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The programs that run inside a Lean process (`runtime/`) are copied into the toolchain as plain JavaScript:
 * they start faster than TypeScript, and a cache keeps working while the sources change. They import only
 * `node:` modules and each other.
 */
export interface RuntimeFile {
  readonly name: string
  readonly source: string
}

export function runtimeFiles(): RuntimeFile[] {
  const folder = fileURLToPath(new URL('./runtime/', import.meta.url))
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
    .map((name) => ({ name, source: readFileSync(join(folder, name), 'utf8') }))
}

export function writeRuntime(folder: string, files: readonly RuntimeFile[]): void {
  for (const { name, source } of files) {
    const script = quietly(() => stripTypeScriptTypes(source)).replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.mjs'")
    writeFileSync(join(folder, name.replace(/\.ts$/, '.mjs')), script, { flush: true })
  }
}

/** Node announces this function as experimental although it is what runs our own files; users need not see that. */
function quietly<T>(run: () => T): T {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return run()
  } finally {
    process.emitWarning = emitWarning
  }
}
