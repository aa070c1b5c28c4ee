/**
 * What is true of a blueprint, as opposed to what it claims. Statements are judged by the declarations they name:
 * those exist or not, and have a receipt or not. Markers in the text count for nothing here, with two exceptions that
 * only a person can know: `\mathlibok`, and `\notready`.
 */
import type { NodeStatus } from '../api/index.ts'
import { type Blueprint, type BlueprintNode, type BlueprintProblem, isDefinition } from './blueprint.ts'
import { type BlueprintGraph, graphOf, reach } from './graph.ts'

/** What is known about a Lean declaration. */
export interface DeclarationFact {
  /** It stands in the project, with a statement that Lean accepts. */
  readonly stated: boolean
  /** Its text has no hole: a claim, until there is a receipt. */
  readonly complete: boolean
  /** It defines a proposition or a predicate, which says something and proves nothing. */
  readonly isProposition: boolean
  /** The receipt of the checker, if there is one for the declaration as it stands. */
  readonly receipt: string | undefined
  /** Declarations with holes that it stands on: it is complete given these. */
  readonly given: readonly string[]
}

export type { NodeStatus }

export type NodeFacts = (declaration: string) => DeclarationFact

export const NODE_STATUSES = [
  'fully_proved',
  'proved',
  'mathlib',
  'claimed',
  'stated',
  'not_stated',
  'not_ready',
] as const satisfies readonly NodeStatus[]

export interface JudgedNode {
  readonly id: string
  readonly node: BlueprintNode
  readonly status: NodeStatus
  readonly stated: boolean
  readonly proved: boolean
  readonly receipts: readonly string[]
  /** Declarations with holes that its own stand on. */
  readonly given: readonly string[]
  /** Unproved nodes that it stands on and that nothing keeps from being proved now. */
  readonly waitsFor: readonly string[]
  /** How many unproved nodes stand on it, directly or not. */
  readonly unlocks: number
}

export interface NodeJudgement {
  readonly blueprint: Blueprint
  readonly graph: BlueprintGraph
  readonly nodes: readonly JudgedNode[]
  readonly counts: Readonly<Record<NodeStatus, number>>
  /** The longest chain of unproved nodes, each needing the one before it. */
  readonly criticalPath: readonly string[]
  readonly problems: readonly BlueprintProblem[]
}

export function judgeNode(blueprint: Blueprint, facts: NodeFacts): NodeJudgement {
  const graph = graphOf(blueprint)
  const own = new Map([...graph.nodes].map(([id, node]) => [id, judgeAlone(node, facts)]))
  const open = new Set([...own].filter(([, { proved }]) => !proved).map(([id]) => id))
  for (const id of graph.circular) open.add(id)
  const shaken = reach(graph.usedBy, open)
  const waits = waiting(graph, open)
  const nodes = [...graph.nodes].map(([id, node]): JudgedNode => {
    const alone = own.get(id) ?? judgeAlone(node, facts)
    const unlocks = open.has(id)
      ? [...reach(graph.usedBy, [id])].filter((other) => open.has(other) && other !== id).length
      : 0
    const whole = alone.proved && alone.status !== 'mathlib' && !shaken.has(id) && !graph.circular.has(id)
    return {
      id,
      node,
      ...alone,
      status: whole ? 'fully_proved' : alone.status,
      waitsFor: waits.get(id) ?? [],
      unlocks,
    }
  })
  const counts = Object.fromEntries(
    NODE_STATUSES.map((status) => [status, nodes.filter((node) => node.status === status).length]),
  ) as Record<NodeStatus, number>
  return {
    blueprint,
    graph,
    nodes,
    counts,
    criticalPath: longestChain(graph, open),
    problems: [...blueprint.problems, ...graph.problems],
  }
}

function judgeAlone(
  node: BlueprintNode,
  facts: NodeFacts,
): Omit<JudgedNode, 'id' | 'node' | 'waitsFor' | 'unlocks'> {
  if (node.mathlib) return { stated: true, proved: true, receipts: [], given: [], status: 'mathlib' }
  const known = node.declarations.map(facts)
  const stated = known.length > 0 && known.every((fact) => fact.stated)
  const proves = ({ receipt, isProposition }: DeclarationFact) =>
    receipt !== undefined && (!isProposition || isDefinition(node))
  const proved = stated && known.every(proves)
  const marked = node.proofs.some(({ leanok }) => leanok.length > 0)
  const claimed = marked || (stated ? known.every((fact) => fact.complete) : node.statement.leanok.length > 0)
  const rest = stated ? 'stated' : node.notReady ? 'not_ready' : 'not_stated'
  return {
    stated,
    proved,
    receipts: known.flatMap(({ receipt }) => receipt ?? []),
    given: [...new Set(known.flatMap(({ given }) => given))],
    status: proved ? 'proved' : claimed ? 'claimed' : rest,
  }
}

/** For each open node, the open nodes below it that wait for nothing themselves. */
function waiting(
  { order, uses, circular }: BlueprintGraph,
  open: ReadonlySet<string>,
): Map<string, string[]> {
  const found = new Map<string, Set<string>>()
  for (const id of order) {
    const below = new Set<string>()
    for (const used of uses.get(id) ?? []) {
      if (circular.has(used)) below.add(used)
      const deeper = found.get(used) ?? new Set<string>()
      if (open.has(used) && deeper.size === 0) below.add(used)
      for (const one of deeper) below.add(one)
    }
    below.delete(id)
    found.set(id, below)
  }
  return new Map([...found].filter(([id]) => open.has(id)).map(([id, below]) => [id, [...below]]))
}

function longestChain({ order, uses, circular }: BlueprintGraph, open: ReadonlySet<string>): string[] {
  const best = new Map<string, { readonly length: number; readonly before: string | undefined }>()
  const lengthOf = (id: string | undefined) => (id === undefined ? 0 : (best.get(id)?.length ?? 0))
  let last: string | undefined
  for (const id of order) {
    if (circular.has(id)) continue
    let before: string | undefined
    for (const used of uses.get(id) ?? []) if (lengthOf(used) > lengthOf(before)) before = used
    // A proved node hands on the chain of what it stands on, without lengthening it.
    best.set(id, { length: lengthOf(before) + (open.has(id) ? 1 : 0), before })
    if (lengthOf(id) > lengthOf(last)) last = id
  }
  const path: string[] = []
  for (let at = last; at !== undefined; at = best.get(at)?.before) if (open.has(at)) path.unshift(at)
  return path
}
