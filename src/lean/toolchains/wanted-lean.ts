/** The version of Lean that a project asks for. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProject } from './native.ts'

/** What the package has, whose content is pinned. */
export const EMBEDDED_LEAN = '4.28.0'

/** What is to be said where the embedded Lean stands in for another version; undefined if it does not. */
export function otherThanEmbedded(from: string): string | undefined {
  const file = join(findProject(from) ?? from, 'lean-toolchain')
  if (!existsSync(file)) return undefined
  const wanted = readFileSync(file, 'utf8').trim()
  const version = (wanted.split(':').at(-1) ?? '').replace(/^v/, '')
  if (version === EMBEDDED_LEAN || version === '') return undefined
  return (
    `lean-toolchain asks for ${wanted}, and the embedded Lean is ${EMBEDDED_LEAN}: ` +
    "what it accepts may not check there. Where the project's own Lean is installed, Orch takes that."
  )
}
