/**
 * What earlier runs found about holes, kept under the hole's key and its declaration's text. The key stands for
 * everything that the goal depends on, so a changed file finds nothing here.
 */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../files/index.ts'
import type { Accepted, Bench } from './bench.ts'
import type { Hole } from './hole.ts'

export type Remembered =
  | {
      readonly kind: 'proved'
      readonly strategy: string
      readonly script: string
      readonly lemmas: Accepted['lemmas']
      /** Places count from the beginning of the command. */
      readonly edits: readonly { readonly from: number; readonly to: number; readonly text: string }[]
      readonly uses: readonly string[]
      readonly receipt: string
      readonly judged: Accepted['judged']
    }
  | { readonly kind: 'refuted'; readonly counterexample: string; readonly receipt: string }
  /** These strategies found nothing, with so many rounds of their budgets, or in a run of so many seconds. */
  | {
      readonly kind: 'failed'
      readonly strategies: string
      readonly rounds: number
      readonly why: string
      readonly runSeconds?: number
    }

const VERSION = 2

export class FillMemory {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  recall(bench: Bench, hole: Hole): Remembered | undefined {
    try {
      return JSON.parse(readFileSync(this.#path(bench, hole), 'utf8')) as Remembered
    } catch {
      return undefined
    }
  }

  /** The proof of a hole as an earlier run had it accepted, in its place of today. */
  recallProof(bench: Bench, hole: Hole, found: Extract<Remembered, { kind: 'proved' }>): Accepted {
    const { edits, ...rest } = found
    const from = bench.report(hole.module).commands[hole.command]?.from ?? 0
    const { module, id } = hole
    const moved = edits.map((edit) => ({
      ...edit,
      from: edit.from + from,
      to: edit.to + from,
      module,
      hole: id,
    }))
    return { ...rest, hole, edits: moved }
  }

  remember(bench: Bench, hole: Hole, what: Remembered): void {
    const file = this.#path(bench, hole)
    writeWhole([{ path: file, text: JSON.stringify(what), isCache: true }])
  }

  rememberProof(bench: Bench, { hole, edits, ...accepted }: Accepted): void {
    const from = bench.report(hole.module).commands[hole.command]?.from ?? 0
    const moved = edits.map((edit) => ({ from: edit.from - from, to: edit.to - from, text: edit.text }))
    this.remember(bench, hole, { kind: 'proved', ...accepted, edits: moved })
  }

  #path(bench: Bench, hole: Hole): string {
    const span = bench.report(hole.module).commands[hole.command]
    const text = bench.project.modules.get(hole.module)?.text.slice(span?.from, span?.to) ?? ''
    const parts = [String(VERSION), hole.key, hole.id, text]
    const key = createHash('sha256').update(parts.join('\u0000')).digest('hex')
    return join(this.#folder, key.slice(0, 2), `${key.slice(2, 40)}.json`)
  }
}
