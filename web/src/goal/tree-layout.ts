/**
 * Where the nodes of a tree go when it is drawn from left to right: leaves take one line each in the order they
 * come, a parent stands in the middle of its children. Nothing crosses, nothing overlaps.
 */
export interface PlacedNode<T> {
  readonly node: T
  readonly depth: number
  /** In lines from the top; halves happen. */
  readonly line: number
}

interface Branch {
  readonly id: string
  readonly parent: string | null
}

export function layoutTree<T extends Branch>(nodes: readonly T[]): readonly PlacedNode<T>[] {
  const known = new Set(nodes.map((node) => node.id))
  const children = new Map<string | null, T[]>()
  for (const node of nodes) {
    // A node whose parent was left out hangs at the root instead of vanishing.
    const parent =
      node.parent !== null && known.has(node.parent) && node.parent !== node.id ? node.parent : null
    children.set(parent, [...(children.get(parent) ?? []), node])
  }
  const placed: PlacedNode<T>[] = []
  const seen = new Set<string>()
  let next = 0
  const place = (node: T, depth: number): number => {
    seen.add(node.id)
    const below = (children.get(node.id) ?? []).filter((child) => !seen.has(child.id))
    const lines = below.map((child) => place(child, depth + 1))
    const first = lines[0]
    const line = first === undefined ? next++ : (first + (lines.at(-1) ?? first)) / 2
    placed.push({ node, depth, line })
    return line
  }
  for (const root of children.get(null) ?? []) place(root, 0)
  return placed
}
