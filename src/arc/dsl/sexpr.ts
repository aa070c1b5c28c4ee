/** Bracketed text as a tree: an atom is a string, a bracket an array. */
export type Tree = string | readonly Tree[]

/** A program text that cannot be used; `reason` is a sentence. */
export class Rejection extends Error {
  override readonly name = 'Rejection'
}

/** Deeper nesting than any program has: a guard against hostile input. */
const MAX_DEPTH = 40

export function readTree(text: string): Tree {
  const tokens = text.match(/[()]|[^\s()]+/g) ?? []
  let at = 0
  const read = (depth: number): Tree => {
    if (depth > MAX_DEPTH) throw new Rejection(`The brackets nest deeper than ${MAX_DEPTH} levels.`)
    const token = tokens[at++]
    if (token === undefined) throw new Rejection('The text ends before its last bracket is closed.')
    if (token === ')') throw new Rejection(`There is a closing bracket too many at token ${at}.`)
    if (token !== '(') return token
    const items: Tree[] = []
    while (tokens[at] !== ')') items.push(read(depth + 1))
    at++
    return items
  }
  const tree = read(0)
  if (at < tokens.length) throw new Rejection(`There is text after the program: "${tokens[at]}".`)
  return tree
}

/** A tree as short text, for messages. */
export function showTree(tree: Tree | undefined): string {
  if (tree === undefined) return 'nothing'
  const text = typeof tree === 'string' ? tree : `(${tree.map(showTree).join(' ')})`
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
