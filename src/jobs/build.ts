/** What a program is, so that a job goes only to one that would do the same with it. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }

let known: string | undefined

/** Hash of Orch's source, tests left out. Computed once: some five hundred small files. */
export function buildHash(): string {
  if (known !== undefined) return known
  const root = join(import.meta.dirname, '..', '..')
  const hash = createHash('sha256')
  for (const file of [...globSync('src/**/*.ts', { cwd: root })].sort()) {
    if (file.endsWith('.test.ts')) continue
    hash.update(`${file}\u0000`).update(readFileSync(join(root, file)))
  }
  known = hash.digest('hex').slice(0, 16)
  return known
}

export const ORCH_VERSION: string = packageJson.version

export function capabilityOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\u0000')).digest('hex').slice(0, 12)
}
