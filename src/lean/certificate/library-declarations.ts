/** Constants of a library as declarations, in an order in which each comes after what it uses. */
import type { Constant, Declaration, InductiveClaims, KernelContext, Name } from '../../kernel/index.ts'
import { recursorsOf } from '../../kernel/index.ts'
import type { Library } from './library.ts'

/** The numbers of a library's constants that are needed for some of them, in order. Types stand for their parts. */
export function inOrder(library: Library, roots: Iterable<number>): number[] {
  const order: number[] = []
  const state = new Map<number, 'open' | 'done'>()
  const pending: number[] = []
  for (const root of roots) {
    pending.push(root)
    for (let n = pending.at(-1); n !== undefined; n = pending.at(-1)) {
      const owner = ownerOf(library, n)
      const known = state.get(owner)
      if (known === undefined) {
        state.set(owner, 'open')
        for (const used of usesOfGroup(library, owner))
          if (!state.has(ownerOf(library, used))) pending.push(used)
      } else {
        pending.pop()
        if (known === 'open') {
          state.set(owner, 'done')
          order.push(owner)
        }
      }
    }
  }
  return order
}

/** A constructor, a recursor or a further mutual type goes by the first type that it is declared with. */
function ownerOf(library: Library, n: number): number {
  const row = library.row(n)
  if (row?.kind === 'constructor') return ownerOf(library, row.induct)
  if (row?.kind === 'inductive' || row?.kind === 'recursor') return row.all[0] ?? n
  return n
}

function usesOfGroup(library: Library, n: number): number[] {
  const row = library.row(n)
  if (row?.kind !== 'inductive') return [...library.usesOf(n)]
  const members = row.all.flatMap((type) => {
    const other = library.row(type)
    return other?.kind === 'inductive' ? [type, ...other.ctors] : [type]
  })
  return members.flatMap((member) => [...library.usesOf(member)])
}

/** The declaration that gives a constant; of a mutual type, of all types together. */
export function declarationOf(
  context: KernelContext,
  constant: Constant,
  find: (name: Name) => Constant | undefined,
): Declaration | undefined {
  switch (constant.kind) {
    case 'axiom':
    case 'assumption':
    case 'opaque':
      return { ...constant, isUnsafe: false }
    case 'definition':
      return { ...constant, safety: 'safe' }
    case 'theorem':
    case 'quotient':
      // A copy: a value that is copied from the library on demand must be there before the check begins.
      return { ...constant }
    case 'inductive': {
      const types = constant.all.flatMap((name) => {
        const type = find(name)
        return type?.kind === 'inductive' ? [type] : []
      })
      const ctors = types.flatMap((type) =>
        type.ctors.flatMap((name) => {
          const ctor = find(name)
          return ctor?.kind === 'constructor' ? [ctor] : []
        }),
      )
      const claims: InductiveClaims = { types, ctors, recursors: recursorsOf(context, constant, find) }
      return {
        kind: 'inductive',
        levelParams: constant.levelParams,
        numParams: constant.numParams,
        isUnsafe: false,
        types: types.map(({ name, type, ctors: own }) => ({
          name,
          type,
          ctors: own.map((ctor) => ({ name: ctor, type: ctors.find((c) => c.name === ctor)?.type ?? -1 })),
        })),
        claims,
      }
    }
    default:
      return undefined
  }
}
