/** A tree of states as an outline: which rows are seen when some are folded, and the way to a proof. */
import type { SearchNodeAnswer } from '../data/api.ts'

export interface OutlineRow {
  readonly node: SearchNodeAnswer
  readonly level: number
  readonly children: number
  /** States below it. */
  readonly below: number
  readonly isOpen: boolean
  readonly isOnProof: boolean
}

export interface Outline {
  readonly rows: readonly OutlineRow[]
  readonly onProof: ReadonlySet<number>
}

/** The rows below `root`, or below all states to begin with; `open` are the ones whose children are shown. */
export function outline(
  nodes: readonly SearchNodeAnswer[],
  open: ReadonlySet<number>,
  root: number | undefined,
): Outline {
  const children = Map.groupBy(nodes, ({ parent }) => parent)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const onProof = proofPath(nodes, byId)
  const below = countBelow(nodes)
  const rows: OutlineRow[] = []
  const add = (node: SearchNodeAnswer, level: number): void => {
    const next = children.get(node.id) ?? []
    const isOpen = open.has(node.id)
    rows.push({
      node,
      level,
      children: next.length,
      below: below.get(node.id) ?? 0,
      isOpen,
      isOnProof: onProof.has(node.id),
    })
    if (isOpen) for (const child of next) add(child, level + 1)
  }
  const first = root === undefined ? undefined : byId.get(root)
  for (const node of first ? [first] : (children.get(null) ?? [])) add(node, 1)
  return { rows, onProof }
}

/** What is open to begin with: the way to the proof, or the first two levels. */
export function openAtFirst(nodes: readonly SearchNodeAnswer[]): ReadonlySet<number> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const path = proofPath(nodes, byId)
  const roots = nodes.filter(({ parent }) => parent === null).map(({ id }) => id)
  return path.size > 0 ? new Set([...path, ...roots]) : new Set(roots)
}

/** From a state without goals up to where it began; the first such state is the one that ended the search. */
function proofPath(
  nodes: readonly SearchNodeAnswer[],
  byId: ReadonlyMap<number, SearchNodeAnswer>,
): ReadonlySet<number> {
  const path = new Set<number>()
  let at = nodes.find(({ goals, tactic }) => goals.length === 0 && tactic !== null)
  while (at && !path.has(at.id)) {
    path.add(at.id)
    at = at.parent === null ? undefined : byId.get(at.parent)
  }
  return path
}

/** Children come after their parents, so one walk from the end counts them all. */
function countBelow(nodes: readonly SearchNodeAnswer[]): ReadonlyMap<number, number> {
  const below = new Map<number, number>()
  for (const { id, parent } of nodes.toReversed()) {
    if (parent === null) continue
    below.set(parent, (below.get(parent) ?? 0) + 1 + (below.get(id) ?? 0))
  }
  return below
}
