/** What a constant stands on, through its own declarations and through the library. */
import {
  type Constant,
  type Expr,
  type KernelContext,
  KIND,
  LITERAL_CONSTANTS,
  type Name,
  partsOf,
} from '../../kernel/index.ts'
import type { Library, LibraryView } from './library.ts'

export interface Foundations {
  /** True axioms, by name. */
  readonly axioms: readonly string[]
  /** Theorems and functions of the library of which there is no body. */
  readonly assumptions: readonly string[]
  /** The library's numbers of every constant that is needed. */
  readonly library: ReadonlySet<number>
  /** Constants that are not the library's, each after those that it uses. */
  readonly own: readonly Constant[]
}

export function foundationsOf(
  context: KernelContext,
  library: Library,
  view: LibraryView,
  root: Name,
): Foundations {
  const own: Constant[] = []
  const axioms: string[] = []
  const needed = new Set<number>()
  const seen = new Set<Name>()
  const visit = (name: Name): void => {
    if (seen.has(name)) return
    seen.add(name)
    const n = view.number(name)
    if (n !== undefined && library.has(n)) {
      needed.add(n)
      return
    }
    const constant = context.env.find(name)
    if (!constant) return
    for (const used of usedBy(context, constant)) visit(used)
    own.push(constant)
    if (constant.kind === 'axiom') axioms.push(context.names.text(name))
  }
  visit(root)
  const assumptions: string[] = []
  const pending = [...needed]
  for (let n = pending.pop(); n !== undefined; n = pending.pop()) {
    const row = library.row(n)
    if (row?.kind === 'axiom')
      (row.original === 'axiom' ? axioms : assumptions).push(library.components(n).join('.'))
    for (const used of library.usesOf(n)) {
      if (needed.has(used)) continue
      needed.add(used)
      pending.push(used)
    }
  }
  return { axioms: axioms.sort(), assumptions: assumptions.sort(), library: needed, own }
}

/** The constants behind literals, by the kind of the literal. */
export function literalNames({ names }: KernelContext): ReadonlyMap<number, readonly Name[]> {
  return new Map([
    [KIND.nat, LITERAL_CONSTANTS.nat.map((name) => names.of(name))],
    [KIND.str, LITERAL_CONSTANTS.str.map((name) => names.of(name))],
  ])
}

function usedBy(context: KernelContext, constant: Constant): Set<Name> {
  const found = new Set<Name>()
  const roots: Expr[] = [constant.type]
  if ('value' in constant) roots.push(constant.value)
  if (constant.kind === 'recursor') roots.push(...constant.rules.map(({ rhs }) => rhs))
  if (constant.kind === 'inductive') for (const name of [...constant.all, ...constant.ctors]) found.add(name)
  if (constant.kind === 'constructor') found.add(constant.induct)
  if (constant.kind === 'recursor') for (const name of constant.all) found.add(name)
  const literals = literalNames(context)
  const seen = new Set<Expr>()
  for (let e = roots.pop(); e !== undefined; e = roots.pop()) {
    if (seen.has(e)) continue
    seen.add(e)
    const kind = context.exprs.kind(e)
    if (kind === KIND.const || kind === KIND.proj) found.add(context.exprs.a(e))
    for (const name of literals.get(kind) ?? []) found.add(name)
    roots.push(...partsOf(context.exprs, e))
  }
  found.delete(constant.name)
  return found
}
