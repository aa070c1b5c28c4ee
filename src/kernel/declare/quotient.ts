/** The four constants of quotient types, with the types that the theory gives them. */
import type { KernelContext } from '../context.ts'
import type { QuotientKind } from '../environment.ts'
import type { Expr } from '../terms/exprs.ts'
import { ZERO } from '../terms/levels.ts'
import type { Name } from '../terms/names.ts'
import { KernelRejection } from '../verdict.ts'
import type { Declaration } from './declaration.ts'

const NAMES: Record<QuotientKind, string> = {
  type: 'Quot',
  ctor: 'Quot.mk',
  lift: 'Quot.lift',
  ind: 'Quot.ind',
}
const LEVELS: Record<QuotientKind, number> = { type: 1, ctor: 1, lift: 2, ind: 1 }

export function checkQuotient(context: KernelContext, declaration: Declaration & { kind: 'quotient' }): void {
  const { names } = context
  const { quotient, name, levelParams, type } = declaration
  if (name !== names.of(NAMES[quotient]))
    throw new KernelRejection(
      'quotient-data',
      `${names.text(name)} is declared where ${NAMES[quotient]} belongs`,
    )
  if (levelParams.length !== LEVELS[quotient])
    throw new KernelRejection(
      'quotient-data',
      `${names.text(name)} has ${levelParams.length} universe parameters`,
    )
  if (quotient === 'lift') checkEquality(context)
  if (type !== quotientType(context, quotient, levelParams))
    throw new KernelRejection('quotient-data', `${names.text(name)} has type ${context.show(type)}`)
}

/** `Quot.lift` speaks of `Eq`, which must be equality: `Eq.{u} {α : Sort u} (a : α) : α → Prop` with `refl` alone. */
function checkEquality(context: KernelContext): void {
  const { env, exprs, levels, names } = context
  const eq = env.inductive(names.of('Eq'))
  const refl = env.ctor(names.of('Eq.refl'))
  const [u] = eq?.levelParams ?? []
  const fits =
    eq !== undefined &&
    refl !== undefined &&
    u !== undefined &&
    eq.levelParams.length === 1 &&
    eq.numParams === 2 &&
    eq.ctors.length === 1 &&
    eq.ctors[0] === refl.name &&
    eq.type ===
      exprs.pi(
        exprs.sort(levels.param(u)),
        exprs.pi(exprs.bvar(0), exprs.pi(exprs.bvar(1), exprs.sort(ZERO))),
      ) &&
    context.subst.instantiateLevels(refl.type, refl.levelParams, [levels.param(u)]) ===
      exprs.pi(
        exprs.sort(levels.param(u)),
        exprs.pi(
          exprs.bvar(0),
          exprs.apps(exprs.const(eq.name, levels.list([levels.param(u)])), [
            exprs.bvar(1),
            exprs.bvar(0),
            exprs.bvar(0),
          ]),
        ),
      )
  if (!fits) throw new KernelRejection('quotient-data', 'Quot.lift needs the inductive type Eq')
}

function quotientType(context: KernelContext, kind: QuotientKind, params: readonly Name[]): Expr {
  const { exprs, levels, names } = context
  const [u, v] = params.map((name) => levels.param(name)) as [number, number]
  const b = (index: number) => exprs.bvar(index)
  const pi = (type: Expr, body: Expr) => exprs.pi(type, body)
  const prop = exprs.sort(ZERO)
  const sort = exprs.sort(u)
  const own = levels.list([u])
  /** `α → α → Prop`, for `α` the last variable. */
  const relation = pi(b(0), pi(b(1), prop))
  const quot = (alpha: number, r: number) => exprs.apps(exprs.const(names.of('Quot'), own), [b(alpha), b(r)])
  switch (kind) {
    case 'type':
      return pi(sort, pi(relation, sort))
    case 'ctor':
      return pi(sort, pi(relation, pi(b(1), quot(2, 1))))
    case 'lift': {
      const eq = (beta: number, x: Expr, y: Expr) =>
        exprs.apps(exprs.const(names.of('Eq'), levels.list([v])), [b(beta), x, y])
      // α r β f a b h: f a = f b
      const sound = pi(
        b(3),
        pi(b(4), pi(exprs.apps(b(4), [b(1), b(0)]), eq(4, exprs.app(b(3), b(2)), exprs.app(b(3), b(1))))),
      )
      return pi(sort, pi(relation, pi(exprs.sort(v), pi(pi(b(2), b(1)), pi(sound, pi(quot(4, 3), b(3)))))))
    }
    case 'ind': {
      const mk = exprs.apps(exprs.const(names.of('Quot.mk'), own), [b(3), b(2), b(0)])
      const each = pi(b(2), exprs.app(b(1), mk))
      return pi(sort, pi(relation, pi(pi(quot(1, 0), prop), pi(each, pi(quot(3, 2), exprs.app(b(2), b(0)))))))
    }
  }
}
