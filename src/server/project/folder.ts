/** The folder of the dashboard's project: whether it is one, and when its files change. */
import { readdirSync, readFileSync } from 'node:fs'
import { InputError } from '../../errors.ts'
import { type Project, watchFiles } from '../../fill/index.ts'
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

/** Whether files of a project are what they were when it was opened, as those that were just written are. */
export function areAsRead(project: Project, files: readonly string[]): boolean {
  const texts = new Map([...project.modules.values()].map(({ file, text }) => [file, text]))
  return files.every((file) => {
    try {
      return texts.get(file) === readFileSync(file, 'utf8')
    } catch {
      return false
    }
  })
}

/** Tells of changes from the first start on. A system that cannot watch is no reason to stop. */
export class FolderWatch implements AsyncDisposable {
  readonly #onChange: (files: readonly string[]) => void
  readonly #onProblem: (error: unknown) => void
  #watching: Promise<AsyncDisposable | undefined> | undefined

  constructor(onChange: (files: readonly string[]) => void, onProblem: (error: unknown) => void) {
    this.#onChange = onChange
    this.#onProblem = onProblem
  }

  start(root: string): void {
    this.#watching ??= this.#watch(root).catch((error: unknown) => {
      this.#onProblem(error)
      return undefined
    })
  }

  async #watch(root: string): Promise<AsyncDisposable> {
    let watching: Awaited<ReturnType<typeof watchFiles>> | undefined
    // A change may come before it is known what to ask which files changed.
    const changed = () => this.#onChange(watching?.changes() ?? [root])
    watching = await watchFiles(root, changed, this.#onProblem)
    return watching
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#watching)?.[Symbol.asyncDispose]()
  }
}
