/**
 * The holes of the files that an editor has open. Lean reads what is on disk; while somebody types, what was found
 * moves with the text around it, and what was typed over is gone until the file is saved.
 */
import { fileURLToPath } from 'node:url'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import type { Hole } from '../fill/index.ts'
import { type FoundHoles, listHoles, type ProjectParts } from '../use-cases/index.ts'
import { difference } from './difference.ts'

export interface FileHoles extends FoundHoles {
  /** The text of the file that was read. */
  readonly text: string
}

/** A hole where it stands in a document now. */
export interface ShownHole {
  readonly hole: Hole
  readonly from: number
  readonly to: number
}

export class HoleBook {
  readonly #open: () => Promise<ProjectParts>
  readonly #files = new Map<string, FileHoles>()
  readonly #reading = new Map<string, AbortController>()

  constructor(open: () => Promise<ProjectParts>) {
    this.#open = open
  }

  /** Reads a file anew. A later reading of the same file takes the place of this one; undefined then. */
  async read(uri: string): Promise<FileHoles | undefined> {
    this.#reading.get(uri)?.abort()
    const reading = new AbortController()
    this.#reading.set(uri, reading)
    try {
      const found = await listHoles(await this.#open(), fileURLToPath(uri), reading.signal)
      const [name = ''] = found.project.wanted
      const text = found.project.modules.get(name)?.text ?? ''
      if (this.#reading.get(uri) !== reading) return undefined
      const file = { ...found, text }
      this.#files.set(uri, file)
      return file
    } catch (error) {
      if (reading.signal.aborted) return undefined
      throw error
    } finally {
      if (this.#reading.get(uri) === reading) this.#reading.delete(uri)
    }
  }

  forget(uri: string): void {
    this.#reading.get(uri)?.abort()
    this.#reading.delete(uri)
    this.#files.delete(uri)
  }

  file(uri: string): FileHoles | undefined {
    return this.#files.get(uri)
  }

  /** The holes that a document still has, where they are now. */
  shown(document: TextDocument): ShownHole[] {
    const file = this.#files.get(document.uri)
    return file ? moved(file, document.getText()) : []
  }
}

/** What lies before the first or behind the last difference of two texts is still there, moved by what came between. */
function moved({ text, holes }: FileHoles, now: string): ShownHole[] {
  const changed = difference(text, now)
  const shift = changed.after - changed.before
  return holes.flatMap((hole) => {
    const { from, to } = hole.span
    if (to <= changed.from) return [{ hole, from, to }]
    return from >= changed.before ? [{ hole, from: from + shift, to: to + shift }] : []
  })
}
