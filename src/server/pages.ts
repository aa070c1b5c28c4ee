import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { LogBook } from './log-book.ts'

const BUILT = join(import.meta.dirname, '..', '..', 'web', 'dist')

/** Where the pages of the dashboard are; they are built first if they are missing or older than their sources. */
export async function pagesFolder(log: Pick<LogBook, 'write'>): Promise<string> {
  // An installed package has the pages and not what they are built from.
  if (!existsSync(join(BUILT, '..', 'index.html'))) return BUILT
  try {
    const { buildWeb } = await import('../../web/build.ts')
    await buildWeb({ onBuild: () => log.write('info', 'building the pages of the dashboard') })
  } catch (error) {
    // Without the tools to build, an earlier build is still good, and the API needs no pages.
    const reason = error instanceof Error ? error.message : String(error)
    log.write('warn', `The pages of the dashboard could not be built: ${reason}`)
  }
  return BUILT
}
