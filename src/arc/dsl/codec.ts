/** Bracketed text, read and written by one description of its form. */

/** Bracketed text as a tree: an atom is a string, a bracket an array. */
type Tree = string | readonly Tree[]

/** A program text that cannot be used; the message is a sentence. */
export class Rejection extends Error {
  override readonly name = 'Rejection'
}

/** Deeper nesting than any program has: a guard against hostile input. */
const MAX_DEPTH = 40

function readTree(text: string): Tree {
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
function showTree(tree: Tree | undefined): string {
  if (tree === undefined) return 'nothing'
  const text = typeof tree === 'string' ? tree : `(${tree.map(showTree).join(' ')})`
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

export function refuse(reason: string): never {
  throw new Rejection(reason)
}

/** A part of a text: how it is taken from the front of a list of trees, and how it is written. */
export interface Codec<T> {
  read(from: Tree[]): T
  print(value: T): readonly string[]
}

export const fromText = <T>(codec: Codec<T>, text: string): T => codec.read([readTree(text)])
export const textOf = <T>(codec: Codec<T>, value: T): string => codec.print(value).join(' ')

/** One atom, and what it stands for. */
export function atom<T>(what: string, meaning: (text: string) => T): Codec<T> {
  return {
    read(from) {
      const tree = from.shift()
      return typeof tree === 'string'
        ? meaning(tree)
        : refuse(`Expected ${what} but found ${showTree(tree)}.`)
    },
    print: (value) => [String(value)],
  }
}

export const word = (what: string): Codec<string> => atom(what, (text) => text)

export function oneName<T extends string>(names: readonly T[], what: string): Codec<T> {
  return atom(
    what,
    (text) =>
      names.find((name) => name === text) ??
      refuse(`"${text}" is not ${what}; use one of ${names.join(', ')}.`),
  )
}

export function wholeNumber(what: string, least: number, most: number): Codec<number> {
  return atom(what, (text) => {
    const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    return refuse(`${what} must be a whole number from ${least} to ${most}, not "${text}".`)
  })
}

/** All that is left of a bracket. */
export function many<T>(item: Codec<T>): Codec<readonly T[]> {
  return {
    read(from) {
      const items: T[] = []
      while (from.length > 0) items.push(item.read(from))
      return items
    },
    print: (items) => items.flatMap(item.print),
  }
}

export function two<T>(item: Codec<T>): Codec<readonly [T, T]> {
  return {
    read: (from) => [item.read(from), item.read(from)],
    print: (items) => items.flatMap(item.print),
  }
}

/** Something in brackets, after a word that says what it is; without a word when that is empty. */
export function bracket<T>(head: string, inner: Codec<T>): Codec<T> {
  const words = head === '' ? [] : [head]
  return {
    read(from) {
      const tree = from.shift()
      if (typeof tree !== 'object' || words.some((text) => tree[0] !== text))
        return refuse(`Expected (${head} ...) but found ${showTree(tree)}.`)
      const rest = tree.slice(words.length)
      const value = inner.read(rest)
      return rest.length === 0
        ? value
        : refuse(`${showTree(tree)} has a part too many: ${showTree(rest[0])}.`)
    },
    print: (value) => [`(${[...words, ...inner.print(value)].join(' ')})`],
  }
}

type Fields<T> = { readonly [K in keyof T]: Codec<T[K]> }

/** Several parts after a word in brackets, as an object. */
export function form<T extends object>(head: string, fields: Fields<T>): Codec<T> {
  const names = Object.keys(fields) as (keyof T)[]
  return bracket(head, {
    read: (from) => Object.fromEntries(names.map((name) => [name, fields[name].read(from)])) as T,
    print: (value) => names.flatMap((name) => fields[name].print(value[name])),
  })
}

/** One of several kinds of things, told apart by a word: a form without fields is the word alone. */
export function variant<U extends { readonly kind: string }>(
  what: string,
  kinds: { readonly [K in U['kind']]: Fields<Omit<Extract<U, { readonly kind: K }>, 'kind'>> },
): Codec<U> {
  const forms = new Map<unknown, Codec<object>>(
    Object.entries<Fields<object>>(kinds).map(([kind, fields]) => [
      kind,
      Object.keys(fields).length > 0
        ? form(kind, fields)
        : { ...atom(kind, () => ({})), print: () => [kind] },
    ]),
  )
  return {
    read(from) {
      const [tree] = from
      const kind = typeof tree === 'object' ? tree[0] : tree
      const known = forms.get(kind) ?? refuse(`There is no ${what} ${showTree(tree)}.`)
      return { kind, ...known.read(from) } as U
    },
    print: (value) => forms.get(value.kind)?.print(value) ?? [],
  }
}

/** The same, with a reason why some values cannot be used. */
export function refined<T>(codec: Codec<T>, problem: (value: T) => string | false | undefined): Codec<T> {
  return {
    read(from) {
      const value = codec.read(from)
      const reason = problem(value)
      return reason ? refuse(reason) : value
    },
    print: codec.print,
  }
}
