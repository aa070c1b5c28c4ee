/** The text of a command, as it is and with proofs in it. */
import type { Bench } from './bench.ts'
import { applyToText, type TextEdit } from './edits.ts'
import type { Hole } from './hole.ts'

export function commandText(bench: Bench, { module, command }: Hole): string {
  const span = bench.report(module).commands[command]
  return bench.project.modules.get(module)?.text.slice(span?.from, span?.to) ?? ''
}

/** The command with the proofs of its holes that were accepted before, and some more edits. */
export function editedCommand(bench: Bench, hole: Hole, edits: readonly TextEdit[]): string {
  const span = bench.report(hole.module).commands[hole.command]
  const [from, to] = [span?.from ?? 0, span?.to ?? 0]
  const others = bench.siblings(hole).flatMap(({ id }) => bench.accepted.get(id)?.edits ?? [])
  const here = [...others, ...edits].map((edit) => ({ ...edit, from: edit.from - from, to: edit.to - from }))
  const text = bench.project.modules.get(hole.module)?.text.slice(from, to) ?? ''
  return ' '.repeat(span?.start.column ?? 0) + applyToText(text, here)
}
