/** Theorems and states as ReProver's models were trained to read them. */
import type { IndexedTheorem } from './store.ts'

/** The name is marked, so that the model can tell it from the statement and copy it. */
export function premiseText({ name, statement }: Pick<IndexedTheorem, 'name' | 'statement'>): string {
  return `theorem <a>${name}</a> : ${statement}`
}

/** The state after its premises, the best one next to it; premises that do not fit are left out. */
export function augmentedState(
  state: string,
  premises: readonly Pick<IndexedTheorem, 'name' | 'statement'>[],
  maxBytes: number,
): string {
  let room = maxBytes - Buffer.byteLength(state, 'utf8')
  let text = state
  for (const premise of premises) {
    const part = `${premiseText(premise)}\n\n`
    const size = Buffer.byteLength(part, 'utf8')
    if (size > room) continue
    room -= size
    text = part + text
  }
  return text
}
