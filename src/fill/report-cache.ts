/**
 * What Lean said about files, kept under the hash of the file and of everything that it is built on. One small file
 * per module: a run that is killed goes on where it was, and nothing has to be read that is not wanted.
 */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../files/index.ts'
import type { ModuleReport } from './hole.ts'
import type { Project, ProjectModule } from './project.ts'

/** Raised when a report gets another shape. */
const VERSION = 1

export class ReportCache {
  readonly #folder: string
  readonly #fingerprint: string

  /** `fingerprint` stands for the Lean that is asked. */
  constructor(folder: string, fingerprint: string) {
    this.#folder = folder
    this.#fingerprint = fingerprint
  }

  read(project: Project, module: ProjectModule): ModuleReport | undefined {
    try {
      const report = JSON.parse(readFileSync(this.#path(project, module.name), 'utf8')) as ModuleReport
      // The same text may stand elsewhere by now.
      const { file, path } = module
      return { ...report, path, holes: report.holes.map((hole) => ({ ...hole, file, path })) }
    } catch {
      return undefined
    }
  }

  /** A cache that cannot be written is no cache, and no reason to stop. */
  write(project: Project, report: ModuleReport): void {
    const file = this.#path(project, report.module)
    try {
      writeWhole([{ path: file, text: JSON.stringify(report), isCache: true }])
    } catch {}
  }

  #path(project: Project, module: string): string {
    const parts = [String(VERSION), this.#fingerprint, module, project.sourceHash(module)]
    const key = createHash('sha256').update(parts.join('\u0000')).digest('hex')
    return join(this.#folder, key.slice(0, 2), `${key.slice(2, 40)}.json`)
  }
}
