// biome-ignore-all lint/style/noNonNullAssertion: indexes stay inside bounds computed here
import { drawEach, OBJECT_MEASURES, pictureOf, type Stage } from '../dsl/index.ts'
import { type GridStore, NONE, type Value } from '../grid/index.ts'

/** Lets every object act by its row of the table. */
export function runEach(store: GridStore, input: Value, stage: Extract<Stage, { kind: 'each' }>): Value {
  const picture = pictureOf(store, input, stage.by)
  if (picture === undefined) return NONE
  const keys = stage.keys.map((name) => OBJECT_MEASURES[name]?.(picture))
  if (keys.includes(undefined)) return NONE
  const rows = new Map(stage.table.map((row) => [row.key.join(), row.action]))
  const actions = picture.objects.map(
    (_, k) => rows.get(keys.map((values) => values![k]!).join()) ?? stage.otherwise,
  )
  store.out.set(drawEach(picture, actions))
  return store.commit(picture.width, picture.height, 0, 0)
}
