/** Tells when Lean files of a project change, once for changes that come together. */
import { basename, extname } from 'node:path'
import { watch } from 'chokidar'

const SETTLE_MS = 150
const SKIPPED = new Set(['.lake', '.git', 'node_modules', '.orch'])
const ALSO = new Set(['lakefile.toml', 'lean-toolchain', 'lake-manifest.json'])

export interface FileWatch extends AsyncDisposable {
  /** Files that changed, were added or removed since the last call. */
  changes(): readonly string[]
}

/** Without `onError`, a system that watches no more files is an error of the process. */
export async function watchFiles(
  root: string,
  onChange: () => void,
  onError?: (error: unknown) => void,
): Promise<FileWatch> {
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(root, {
    ignoreInitial: true,
    ignored: (path, stats) =>
      SKIPPED.has(basename(path)) ||
      (stats?.isFile() === true && extname(path) !== '.lean' && !ALSO.has(basename(path))),
  })
  if (onError) watcher.on('error', onError)
  watcher.on('all', (_, path) => {
    if (extname(path) !== '.lean' && !ALSO.has(basename(path))) return
    changed.add(path)
    clearTimeout(timer)
    timer = setTimeout(onChange, SETTLE_MS)
  })
  await new Promise<void>((resolve) => watcher.once('ready', resolve))
  return {
    changes: () => {
      const files = [...changed]
      changed.clear()
      return files
    },
    [Symbol.asyncDispose]: async () => {
      clearTimeout(timer)
      await watcher.close()
    },
  }
}
