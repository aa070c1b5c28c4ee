/** A digest of a definition and of everything that its value is made of, but for proofs, which compute nothing. */
import type { KernelContext } from '../context.ts'
import type { Constant } from '../environment.ts'
import { type Expr, KIND } from '../terms/exprs.ts'
import type { Name } from '../terms/names.ts'
import { showLevel } from '../terms/show.ts'
import { sha256Hex } from './sha256.ts'

export function fingerprint(context: KernelContext, root: Name): string {
  const { names, env } = context
  const seen = new Set<Name>([root])
  const pending = [root]
  const lines: string[] = []
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const constant = env.find(name)
    const parts = constant ? termsOf(constant) : []
    const used = new Set<Name>()
    const terms = parts.map((e) => serialise(context, e, used))
    lines.push(`${JSON.stringify(names.components(name))} ${kindOf(constant)} ${terms.join(' ')}`)
    for (const other of used) {
      if (seen.has(other)) continue
      seen.add(other)
      pending.push(other)
    }
  }
  return sha256Hex(lines.sort().join('\n'))
}

/** A proof is known by its statement, whether it comes with its body or not. */
function kindOf(constant: Constant | undefined): string {
  if (!constant) return 'missing'
  return constant.kind === 'theorem' || constant.kind === 'assumption' ? 'proof' : constant.kind
}

function termsOf(constant: Constant): readonly Expr[] {
  if (constant.kind === 'definition' || constant.kind === 'opaque') return [constant.type, constant.value]
  return [constant.type]
}

/** The term as a numbered list of its distinct parts. */
function serialise(context: KernelContext, root: Expr, used: Set<Name>): string {
  const { exprs, names, levels } = context
  const numbers = new Map<Expr, number>()
  const rows: string[] = []
  const name = (n: Name) => JSON.stringify(names.components(n))
  const visit = (e: Expr): number => {
    const known = numbers.get(e)
    if (known !== undefined) return known
    const row = rowOf(e)
    numbers.set(e, rows.length)
    return rows.push(row) - 1
  }
  const rowOf = (e: Expr): string => {
    switch (exprs.kind(e)) {
      case KIND.bvar:
        return `b${exprs.a(e)}`
      case KIND.sort:
        return `s${showLevel(levels, names, exprs.a(e))}`
      case KIND.const:
        used.add(exprs.a(e))
        return `c${name(exprs.a(e))}${context.levelsOf(e).map((level) => showLevel(levels, names, level))}`
      case KIND.app:
        return `a${visit(exprs.a(e))},${visit(exprs.b(e))}`
      case KIND.lam:
        return `l${visit(exprs.a(e))},${visit(exprs.b(e))}`
      case KIND.pi:
        return `p${visit(exprs.a(e))},${visit(exprs.b(e))}`
      case KIND.let:
        return `z${visit(exprs.a(e))},${visit(exprs.b(e))},${visit(exprs.c(e))}`
      case KIND.proj:
        used.add(exprs.a(e))
        return `j${name(exprs.a(e))}${exprs.b(e)},${visit(exprs.c(e))}`
      case KIND.nat:
        return `n${exprs.natural(e)}`
      case KIND.str:
        return `t${JSON.stringify(exprs.string(e))}`
      default:
        return 'free'
    }
  }
  visit(root)
  return rows.join(';')
}
