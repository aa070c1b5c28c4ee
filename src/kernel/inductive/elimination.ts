/** Where a recursor may eliminate to. */
import type { OpenConstructor } from './constructors.ts'
import type { Family } from './family.ts'

/**
 * Large elimination: into every sort if the type is never a proposition; a proposition only if it has no constructor,
 * or one whose fields are proofs or stand in the indices, and so reveal nothing.
 */
export function eliminatesEverywhere(family: Family, ctors: readonly OpenConstructor[]): boolean {
  if (family.checker.context.order.isNeverZero(family.level)) return true
  if (family.members.length > 1 || ctors.length > 1) return false
  const [ctor] = ctors
  if (!ctor) return true
  return ctor.fields.every(({ variable, isProof }) => isProof || ctor.indices.includes(variable))
}

/** K: a proposition with one constructor, which has no fields. */
export function isKLike(family: Family, ctors: readonly OpenConstructor[]): boolean {
  const isProp = family.checker.context.order.isZero(family.level)
  return isProp && family.members.length === 1 && ctors.length === 1 && ctors[0]?.fields.length === 0
}
