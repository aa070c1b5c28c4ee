/** Changes to files, as data: what stands where, and what is to stand there instead. */
import type { Project } from './project.ts'

/** One replacement in the text that the project was opened with. */
export interface TextEdit {
  readonly module: string
  /** Half-open, in the module's text. */
  readonly from: number
  readonly to: number
  readonly text: string
  /** The hole that it is for. */
  readonly hole: string
}

/** A text with some edits made. Edits may touch, but not overlap; at one place they come in the order given. */
export function applyToText(text: string, edits: readonly TextEdit[]): string {
  const ordered = edits
    .map((edit, place) => ({ ...edit, place }))
    .sort((one, other) => one.from - other.from || one.to - other.to || one.place - other.place)
  let at = 0
  let result = ''
  for (const edit of ordered) {
    if (edit.from < at) throw new RangeError(`edits overlap at ${edit.from}`)
    result += text.slice(at, edit.from) + edit.text
    at = edit.to
  }
  return result + text.slice(at)
}

export interface FileChange {
  readonly module: string
  readonly file: string
  readonly path: string
  readonly before: string
  readonly after: string
}

/** What edits come to, file by file in build order. */
export function fileChanges(project: Project, edits: readonly TextEdit[]): FileChange[] {
  const byModule = Map.groupBy(edits, ({ module }) => module)
  return project.buildOrder.flatMap((name) => {
    const own = byModule.get(name)
    const module = project.modules.get(name)
    if (!own || !module) return []
    const { file, path, text } = module
    return [{ module: name, file, path, before: text, after: applyToText(text, own) }]
  })
}
