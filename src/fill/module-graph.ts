/** The order in which modules can be built, or the circle that prevents it. */
import { InputError } from '../errors.ts'

interface Node {
  readonly path: string
  readonly imports: readonly string[]
}

/** Every module after those that it imports, otherwise by name. Throws `InputError` if some import each other. */
export function buildOrder(modules: ReadonlyMap<string, Node>): string[] {
  const order: string[] = []
  const state = new Map<string, 'open' | 'done'>()
  for (const start of [...modules.keys()].sort()) {
    // An own stack: a chain of imports may be longer than the machine's.
    const path = [{ name: start, next: 0 }]
    while (path.length > 0) {
      const top = path.at(-1)
      if (!top) break
      const { name } = top
      if (top.next === 0 && state.has(name)) {
        if (state.get(name) === 'open') throw circle(modules, [...path.map((one) => one.name)])
        path.pop()
        continue
      }
      state.set(name, 'open')
      const imported = (modules.get(name)?.imports ?? [])[top.next++]
      if (imported !== undefined) {
        path.push({ name: imported, next: 0 })
        continue
      }
      state.set(name, 'done')
      order.push(name)
      path.pop()
    }
  }
  return order
}

function circle(modules: ReadonlyMap<string, Node>, path: readonly string[]): InputError {
  const last = path.at(-1) ?? ''
  const names = path.slice(path.indexOf(last)).map((name) => modules.get(name)?.path ?? name)
  const [only] = names
  const message =
    names.length === 2 && names[0] === names[1]
      ? `${only} imports itself.`
      : `These files import each other in a circle: ${names.join(' → ')}.`
  return new InputError('circular_imports', message, {
    hint: 'Lean cannot build them; remove one of the imports.',
  })
}
