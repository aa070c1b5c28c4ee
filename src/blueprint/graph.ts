/** Who needs whom in a blueprint. An arrow goes from what is used to what uses it. */
import type { Blueprint, BlueprintNode, BlueprintProblem } from './blueprint.ts'

export interface Needs {
  /** Ids of nodes, in the order of the text. */
  readonly statement: readonly string[]
  readonly proof: readonly string[]
}

export interface BlueprintGraph {
  readonly nodes: ReadonlyMap<string, BlueprintNode>
  readonly needs: ReadonlyMap<string, Needs>
  /** What each node uses, in its statement or its proof. */
  readonly uses: ReadonlyMap<string, readonly string[]>
  readonly usedBy: ReadonlyMap<string, readonly string[]>
  /** Nodes that need themselves, through others or directly. */
  readonly circular: ReadonlySet<string>
  /** Every node after all that it uses; those on circles last. */
  readonly order: readonly string[]
  readonly problems: readonly BlueprintProblem[]
}

export function graphOf(blueprint: Blueprint): BlueprintGraph {
  const problems: BlueprintProblem[] = []
  const nodes = new Map<string, BlueprintNode>()
  const byLabel = new Map<string, string>()
  for (const node of blueprint.nodes) {
    const { file, line } = node
    const id = nodes.has(node.id) ? `${node.id} (${file}:${line})` : node.id
    nodes.set(id, node)
    for (const label of [...node.labels, ...node.innerLabels]) {
      if (byLabel.has(label)) problems.push({ file, line, message: `The label ${label} is given twice.` })
      else byLabel.set(label, id)
    }
  }
  const needs = new Map<string, Needs>()
  for (const [id, { file, line, statement, proofs }] of nodes) {
    const resolve = (labels: readonly string[]): string[] => {
      const found = new Set<string>()
      for (const label of labels) {
        const target = byLabel.get(label)
        if (target === undefined)
          problems.push({ file, line, message: `\\uses names ${label}, which is the label of no statement.` })
        // A statement that uses its own formula by label needs nothing.
        else found.add(target)
      }
      return [...found]
    }
    needs.set(id, { statement: resolve(statement.uses), proof: resolve(proofs.flatMap(({ uses }) => uses)) })
  }
  const uses = new Map(
    [...needs].map(([id, { statement, proof }]) => [id, [...new Set([...statement, ...proof])]]),
  )
  const usedBy = new Map<string, string[]>([...nodes.keys()].map((id) => [id, []]))
  for (const [id, used] of uses) for (const other of used) usedBy.get(other)?.push(id)
  const order = sorted(uses, usedBy)
  const ordered = new Set(order)
  const circular = new Set(circles(uses, usedBy, ordered))
  for (const id of circular) {
    const { file = '', line = 0 } = nodes.get(id) ?? {}
    problems.push({ file, line, message: `${id} needs itself, through what it uses.` })
  }
  const rest = [...nodes.keys()].filter((id) => !ordered.has(id))
  return { nodes, needs, uses, usedBy, circular, order: [...order, ...rest], problems }
}

type Links = ReadonlyMap<string, readonly string[]>

/** Kahn's order: what is left out stands on a circle or behind one. */
function sorted(uses: Links, usedBy: Links): string[] {
  const waiting = new Map([...uses].map(([id, used]) => [id, used.length]))
  const order = [...waiting].filter(([, count]) => count === 0).map(([id]) => id)
  for (const id of order) {
    for (const next of usedBy.get(id) ?? []) {
      const left = (waiting.get(next) ?? 0) - 1
      waiting.set(next, left)
      if (left === 0) order.push(next)
    }
  }
  return order
}

/** Of what has no order, the part that also has none when read backwards stands on a circle or between two. */
function circles(uses: Links, usedBy: Links, ordered: ReadonlySet<string>): string[] {
  const inside = (links: Links): Map<string, string[]> =>
    new Map(
      [...links]
        .filter(([id]) => !ordered.has(id))
        .map(([id, others]) => [id, others.filter((other) => !ordered.has(other))]),
    )
  const backwards = new Set(sorted(inside(usedBy), inside(uses)))
  return [...uses.keys()].filter((id) => !ordered.has(id) && !backwards.has(id))
}

/** Everything that can be reached from some nodes by following links, without themselves unless a circle leads back. */
export function reach(links: Links, from: Iterable<string>): Set<string> {
  const found = new Set<string>()
  const queue = [...from]
  for (const id of queue) {
    for (const next of links.get(id) ?? []) {
      if (found.has(next)) continue
      found.add(next)
      queue.push(next)
    }
  }
  return found
}
