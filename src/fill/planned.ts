/** What the blueprint of a project says will rest on what. A `sorry` uses nothing yet; its author's plan knows better. */
import { graphOf, openBlueprint, reach } from '../blueprint/index.ts'
import { InputError } from '../errors.ts'

/** Declarations that are planned to stand on one. */
export type Planned = (declaration: string) => ReadonlySet<string>

const NOTHING: ReadonlySet<string> = new Set()

/** Nothing is planned where there is no blueprint, or none that can be read: a plan is a help, not a condition. */
export function plannedDependants(root: string): Planned {
  const blueprint = readOrUndefined(root)
  if (!blueprint) return () => NOTHING
  const { nodes, usedBy } = graphOf(blueprint)
  const known = new Map<string, ReadonlySet<string>>()
  return (declaration) => {
    const found = known.get(declaration)
    if (found) return found
    const own = [...nodes].flatMap(([id, node]) => (node.declarations.includes(declaration) ? [id] : []))
    const users = [...reach(usedBy, own)].flatMap((id) => nodes.get(id)?.declarations ?? [])
    const names = new Set(users.filter((name) => name !== declaration))
    known.set(declaration, names)
    return names
  }
}

function readOrUndefined(root: string): ReturnType<typeof openBlueprint> {
  try {
    return openBlueprint(root)
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
}
