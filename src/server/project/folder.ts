/** The folder of the dashboard's project: whether it is one, and when its files change. */
import { readdirSync } from 'node:fs'
import { InputError } from '../../errors.ts'
import { watchFiles } from '../../fill/index.ts'
import { findProject } from '../../lean/index.ts'

/** A folder that nobody named is not walked through, unless it looks like a project: it may be somebody's home. */
export function projectRoot(folder: string, isNamed: boolean): string {
  const lake = findProject(folder)
  if (lake !== undefined) return lake
  if (isNamed || hasLeanFile(folder)) return folder
  throw new InputError(
    'no-project',
    `${folder} is not a Lean project: it has neither a lakefile nor a Lean file.`,
    { hint: 'Start the dashboard in a project, or name one: orch dashboard --project <folder>' },
  )
}

function hasLeanFile(folder: string): boolean {
  return readdirSync(folder, { withFileTypes: true }).some(
    (entry) => entry.isFile() && entry.name.endsWith('.lean'),
  )
}

/** Tells of changes from the first start on. A system that cannot watch is no reason to stop. */
export class FolderWatch implements AsyncDisposable {
  readonly #onChange: () => void
  readonly #onProblem: (error: unknown) => void
  #watching: Promise<AsyncDisposable | undefined> | undefined

  constructor(onChange: () => void, onProblem: (error: unknown) => void) {
    this.#onChange = onChange
    this.#onProblem = onProblem
  }

  start(root: string): void {
    this.#watching ??= watchFiles(root, this.#onChange, this.#onProblem).catch((error: unknown) => {
      this.#onProblem(error)
      return undefined
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#watching)?.[Symbol.asyncDispose]()
  }
}
