import { actionLength, LENGTH, MEMORISED } from '../cost.ts'
import { type Action, type ActionRow, drawEach } from '../dsl/index.ts'
import type { Grid } from '../grid/index.ts'
import type { AttributeColumn, ObjectSpace } from './object-space.ts'
import type { Proposal } from './ruler.ts'

export const STAY: Action = { name: 'keep' }

/** Lets all objects act by a table, and measures what the table costs. */
export function carryOut(
  space: ObjectSpace,
  keys: readonly AttributeColumn[],
  classes: readonly (ActionRow & { readonly lonely: boolean })[],
): Proposal {
  const rows = new Map(classes.map((row) => [row.key.join(), row.action]))
  const unknown = new Set<string>()
  let at = 0
  const results = space.pictures.map((picture): Grid => {
    const actions = picture.objects.map((_, k) => {
      const key = keys.map((column) => column.values[at + k]).join()
      const action = rows.get(key)
      if (action === undefined) unknown.add(key)
      return action ?? STAY
    })
    at += picture.objects.length
    return { width: picture.width, height: picture.height, cells: drawEach(picture, actions) }
  })
  const ofRows = classes.reduce(
    (sum, { action, lonely }) => sum + actionLength(action) + (lonely ? MEMORISED.objectRowOnce : 0),
    0,
  )
  const ofKeys = keys.reduce((sum, column) => sum + column.price, 0)
  return {
    stage: {
      kind: 'each',
      by: space.by,
      keys: keys.map((k) => k.name),
      table: classes.map(({ key, action }) => ({ key, action })),
      otherwise: STAY,
    },
    results,
    cost: LENGTH.objects + ofKeys + ofRows + MEMORISED.unknownKey * unknown.size,
    why: `each ${space.by} object by ${keys.map((k) => k.name).join(', ') || 'nothing'}`,
  }
}
