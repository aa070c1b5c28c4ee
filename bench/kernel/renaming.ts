/** A declaration under other names, so that both kernels can add it beside the original. */
import {
  type Declaration,
  type Expr,
  type InductiveClaims,
  type KernelContext,
  KIND,
  type Name,
  withParts,
} from '../../src/kernel/index.ts'

export function renamed(context: KernelContext, declaration: Declaration, prefix: string): Declaration {
  const { names } = context
  const root = names.of(prefix)
  if (declaration.kind !== 'inductive') return { ...declaration, name: names.str(root, 'it') }
  const { types, claims } = declaration
  const olds = [
    ...types.flatMap(({ name, ctors }) => [name, ...ctors.map((ctor) => ctor.name)]),
    ...(claims?.recursors ?? []).map(({ name }) => name),
  ]
  const map = new Map<Name, Name>(
    olds.map((old) => [old, names.fromComponents([...names.components(root), ...names.components(old)])]),
  )
  const at = (name: Name) => map.get(name) ?? name
  const rename = (e: Expr) => renameIn(context, e, map)
  return {
    ...declaration,
    claims: claims && renameClaims(claims, at, rename),
    types: types.map(({ name, type, ctors }) => ({
      name: at(name),
      type: rename(type),
      ctors: ctors.map((ctor) => ({ name: at(ctor.name), type: rename(ctor.type) })),
    })),
  }
}

function renameClaims(
  { types, ctors, recursors }: InductiveClaims,
  at: (name: Name) => Name,
  rename: (e: Expr) => Expr,
): InductiveClaims {
  return {
    types: types.map((type) => ({
      ...type,
      name: at(type.name),
      all: type.all.map(at),
      ctors: type.ctors.map(at),
    })),
    ctors: ctors.map((ctor) => ({ ...ctor, name: at(ctor.name), induct: at(ctor.induct) })),
    recursors: recursors.map((recursor) => ({
      ...recursor,
      name: at(recursor.name),
      type: rename(recursor.type),
      all: recursor.all.map(at),
      rules: recursor.rules.map((rule) => ({ ...rule, ctor: at(rule.ctor), rhs: rename(rule.rhs) })),
    })),
  }
}

function renameIn(context: KernelContext, root: Expr, map: ReadonlyMap<Name, Name>): Expr {
  const { exprs } = context
  const done = new Map<Expr, Expr>()
  const rename = (e: Expr): Expr => {
    const known = done.get(e)
    if (known !== undefined) return known
    const result =
      exprs.kind(e) === KIND.const
        ? exprs.const(map.get(exprs.a(e)) ?? exprs.a(e), exprs.b(e))
        : withParts(exprs, e, rename)
    done.set(e, result)
    return result
  }
  return rename(root)
}
