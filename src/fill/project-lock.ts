/** One background search per project: a second one would only do the first one's work again. */
import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from '../errors.ts'
import { lockOrDone } from '../lean/index.ts'

export interface ProjectLock extends Disposable {
  readonly file: string
}

/** Throws `InputError` while another process holds the project; a dead one's lock is taken over. */
export async function lockProject(root: string, folder: string): Promise<ProjectLock> {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${createHash('sha256').update(root).digest('hex').slice(0, 24)}.lock`)
  const refuse = ({ pid }: { readonly pid: number }) => {
    throw new InputError(
      'project_locked',
      `Process ${pid} is searching this project in the background already.`,
      {
        hint: `Wait for it, or stop it with 'kill ${pid}'. A lock left by a dead process is taken over by itself.`,
      },
    )
  }
  const lock = await lockOrDone(file, () => false, refuse, undefined)
  return { file, [Symbol.dispose]: () => lock?.release() }
}
