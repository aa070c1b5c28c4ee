import { describe, expect, it } from 'vitest'
import type { ProjectFile } from '../data/api.ts'
import { isOfInterest, NO_HOLES, searchable, treeOf } from './file-tree.ts'

const file = (path: string, open = 0, more: Partial<ProjectFile> = {}): ProjectFile => ({
  path,
  version: 'v',
  state: 'read',
  failure: null,
  errors: 0,
  counts: { ...NO_HOLES, open },
  ...more,
})

describe('the tree of files', () => {
  it('has folders with the sums of what is in them, and one row for a chain of single folders', () => {
    const tree = treeOf([file('A.lean', 1), file('src/main/B.lean', 2), file('src/main/deep/C.lean', 3)])
    expect(tree.files.map(({ path }) => path)).toEqual(['A.lean'])
    expect(tree.folders.map(({ name, path }) => [name, path])).toEqual([['src/main', 'src/main']])
    expect(tree.folders[0]?.folders.map(({ name, path }) => [name, path])).toEqual([
      ['deep', 'src/main/deep'],
    ])
    expect([tree.counts.open, tree.folders[0]?.counts.open]).toEqual([6, 5])
  })

  it('tells files with something to look at from the rest', () => {
    const files = [
      file('A.lean'),
      file('B.lean', 1),
      file('C.lean', 0, { errors: 1 }),
      file('D.lean', 0, { state: 'failed', failure: 'no' }),
    ]
    expect(files.map(isOfInterest)).toEqual([false, true, true, true])
    expect(searchable({ ...NO_HOLES, open: 2, failed: 1, skipped: 4 })).toBe(3)
  })
})
