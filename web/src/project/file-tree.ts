/** Files as the tree of their folders. */
import type { HoleCounts, ProjectFile } from '../data/api.ts'

export interface Folder {
  readonly name: string
  /** From the root, without a slash at the end; empty for the root itself. */
  readonly path: string
  readonly folders: readonly Folder[]
  readonly files: readonly ProjectFile[]
  readonly counts: HoleCounts
}

export const NO_HOLES: HoleCounts = { open: 0, proposed: 0, refuted: 0, failed: 0, skipped: 0, written: 0 }

/** A chain of folders with nothing else in them is one row: `src/main/lean`. */
export function treeOf(files: readonly ProjectFile[], path = '', name = ''): Folder {
  const front = path === '' ? '' : `${path}/`
  const here = files.filter((file) => !file.path.slice(front.length).includes('/'))
  const below = Map.groupBy(
    files.filter((file) => file.path.slice(front.length).includes('/')),
    (file) => file.path.slice(front.length).split('/', 1)[0] ?? '',
  )
  const folders = [...below].map(([part, inside]) => treeOf(inside, `${front}${part}`, part))
  const [only] = folders
  if (path !== '' && only && folders.length === 1 && here.length === 0)
    return { ...only, name: `${name}/${only.name}` }
  return { name, path, folders, files: here, counts: total(files.map(({ counts }) => counts)) }
}

export function total(all: readonly HoleCounts[]): HoleCounts {
  return all.reduce(
    (sum, one) => ({
      open: sum.open + one.open,
      proposed: sum.proposed + one.proposed,
      refuted: sum.refuted + one.refuted,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
      written: sum.written + one.written,
    }),
    NO_HOLES,
  )
}

/** Whether a file has anything to look at. */
export function isOfInterest({ state, errors, counts }: ProjectFile): boolean {
  return state !== 'read' || errors > 0 || Object.values(counts).some((count) => count > 0)
}

/** Holes that a search could still settle. */
export const searchable = ({ open, failed }: HoleCounts): number => open + failed
