/** A program of the ARC language as nested lists, only as far as showing it needs, and the place a critic names. */
export type Node = { readonly kind: 'word'; readonly text: string } | List
export interface List {
  readonly kind: 'list'
  readonly children: readonly Node[]
}

/** Undefined when the text is no single, balanced list. */
export function readProgram(text: string): List | undefined {
  const open: Node[][] = [[]]
  for (const [piece] of text.matchAll(/[()]|[^\s()]+/g)) {
    if (piece === '(') open.push([])
    else if (piece === ')') {
      const children = open.pop()
      const parent = open.at(-1)
      if (!children || !parent) return undefined
      parent.push({ kind: 'list', children })
    } else open.at(-1)?.push({ kind: 'word', text: piece })
  }
  const [top] = open
  const only = top?.length === 1 && open.length === 1 ? top[0] : undefined
  return only?.kind === 'list' ? only : undefined
}

export function headWordOf(node: Node | undefined): string {
  const first = node?.kind === 'list' ? node.children[0] : undefined
  return first?.kind === 'word' ? first.text : ''
}

/**
 * The list that a locus such as `stage 0 layer 1 step 2 (keep 3)` names. Each pair of a word and a number goes one
 * level deeper; what cannot be followed is undefined, and the caller shows the words instead.
 */
export function findLocus(program: List, locus: string): List | undefined {
  if (locus === 'view') return lists(program).find((child) => headWordOf(child) === 'view')
  const words = locus.replace(/\(.*$/s, '').trim().split(/\s+/)
  const stages = lists(program).filter((child) => headWordOf(child) !== 'view')
  let place: List | undefined
  let steps: readonly List[] = []
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    const number = Number(words[index + 1])
    if (word === 'pipe') steps = place ? lists(place) : []
    else if (word === 'size') steps = sizeSteps(place)
    else {
      index++
      if (word === 'stage') place = stages[number]
      else if (word === 'layer') place = withHead(place, 'layer')[number]
      else if (word === 'row') place = withHead(place, 'row')[number]
      else if (word === 'key') place = keyLayer(place, number)
      else if (word === 'step') place = steps[number]
      else return undefined
      if (word === 'layer' || word === 'key') steps = place ? lists(place) : []
    }
    if (!place) return undefined
  }
  return place
}

function lists(node: List): readonly List[] {
  return node.children.filter((child) => child.kind === 'list')
}

function withHead(node: List | undefined, head: string): readonly List[] {
  return node ? lists(node).filter((child) => headWordOf(child) === head) : []
}

function sizeSteps(stage: List | undefined): readonly List[] {
  const [size] = withHead(stage, 'of')
  const [steps] = size ? lists(size) : []
  return steps ? lists(steps) : []
}

function keyLayer(stage: List | undefined, number: number): List | undefined {
  const [keys] = withHead(stage, 'keys')
  const plane = keys ? lists(keys)[number] : undefined
  return withHead(plane, 'layer')[0]
}
