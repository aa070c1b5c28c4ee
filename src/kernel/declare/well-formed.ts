/** What must hold of a term before it is looked at: closed, and with universe parameters of its declaration only. */
import type { KernelContext } from '../context.ts'
import { type Expr, KIND } from '../terms/exprs.ts'
import type { Name } from '../terms/names.ts'
import { partsOf } from '../terms/parts.ts'
import { KernelRejection } from '../verdict.ts'

export function checkLevelParams(context: KernelContext, params: readonly Name[]): void {
  const twice = params.find((name, i) => params.indexOf(name) !== i)
  if (twice !== undefined)
    throw new KernelRejection('level-params-distinct', `${context.names.text(twice)} is there twice`)
}

export function checkClosed(context: KernelContext, e: Expr, params: readonly Name[]): void {
  const { exprs } = context
  if (exprs.loose(e) > 0) throw new KernelRejection('closed-term', 'a bound variable is bound by nothing')
  if (exprs.hasFree(e)) throw new KernelRejection('closed-term', 'there is a free variable')
  const used = new Set<Name>()
  collectParams(context, e, used)
  for (const name of used) {
    if (!params.includes(name))
      throw new KernelRejection(
        'level-params-known',
        `${context.names.text(name)} is none of its universe parameters`,
      )
  }
}

function collectParams(context: KernelContext, root: Expr, into: Set<Name>): void {
  const { exprs, levels } = context
  const seen = new Set<Expr>()
  const pending = [root]
  for (let e = pending.pop(); e !== undefined; e = pending.pop()) {
    if (!exprs.hasParam(e) || seen.has(e)) continue
    seen.add(e)
    switch (exprs.kind(e)) {
      case KIND.sort:
        levels.collectParams(exprs.a(e), into)
        break
      case KIND.const:
        for (const level of context.levelsOf(e)) levels.collectParams(level, into)
        break
      case KIND.let:
        pending.push(exprs.a(e), exprs.b(e), exprs.c(e))
        break
      case KIND.proj:
        pending.push(exprs.c(e))
        break
      default:
        pending.push(exprs.a(e), exprs.b(e))
    }
  }
}

/** Whether a term uses a constant for which a predicate holds. */
export function findConstant(
  context: KernelContext,
  root: Expr,
  holds: (name: Name) => boolean,
): Name | undefined {
  const { exprs } = context
  const seen = new Set<Expr>()
  const pending = [root]
  for (let e = pending.pop(); e !== undefined; e = pending.pop()) {
    if (seen.has(e)) continue
    seen.add(e)
    const kind = exprs.kind(e)
    if ((kind === KIND.const || kind === KIND.proj) && holds(exprs.a(e))) return exprs.a(e)
    pending.push(...partsOf(exprs, e))
  }
  return undefined
}
