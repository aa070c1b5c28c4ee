/**
 * Deep terms, from the inside out. Checking a term recurses into its parts; a part that has been checked is known. So
 * the closed parts at every so many levels are checked first, smallest first, and no recursion goes deeper than that.
 */
import type { TypeChecker } from '../checker.ts'
import type { Expr } from '../terms/exprs.ts'
import { partsOf } from '../terms/parts.ts'

/** As deep as any honest term, and a fraction of what the smallest stack bears. */
const DEEP = 1000
const STEP = 400

export function checkDeepParts(checker: TypeChecker, root: Expr): void {
  for (const part of landings(checker, root)) checker.check(part)
}

function landings({ context }: TypeChecker, root: Expr): Expr[] {
  const seen = new Set<Expr>([root])
  for (const e of seen) for (const part of partsOf(context.exprs, e)) seen.add(part)
  if (seen.size < DEEP) return []
  const found: Expr[] = []
  const depths = new Map<Expr, number>()
  let deepest = 0
  // A term has a larger number than its parts.
  for (const e of Int32Array.from(seen).sort()) {
    let depth = 0
    for (const part of partsOf(context.exprs, e)) depth = Math.max(depth, (depths.get(part) ?? 0) + 1)
    depths.set(e, depth)
    deepest = Math.max(deepest, depth)
    if (depth > 0 && depth % STEP === 0 && context.exprs.loose(e) === 0) found.push(e)
  }
  return deepest < DEEP ? [] : found
}
