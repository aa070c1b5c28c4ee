/** Small changes to true declarations. Most make them false; both kernels must agree on which. */
import {
  type Declaration,
  type Expr,
  type KernelContext,
  KIND,
  type Level,
  partsOf,
  withParts,
} from '../../src/kernel/index.ts'

interface Mutant {
  readonly declaration: Declaration
  readonly change: string
}

export type Random = () => number

/** A generator of numbers from 0 to 1 that a seed determines (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** One change to a term, or nothing where the place does not allow it. */
type Change = (context: KernelContext, e: Expr, random: Random, pool: readonly Expr[]) => Expr | undefined

const CHANGES: Readonly<Record<string, Change>> = {
  'swap arguments': ({ exprs }, e) => {
    if (exprs.kind(e) !== KIND.app || exprs.kind(exprs.a(e)) !== KIND.app) return undefined
    const inner = exprs.a(e)
    return exprs.app(exprs.app(exprs.a(inner), exprs.b(e)), exprs.b(inner))
  },
  'drop an argument': ({ exprs }, e) => (exprs.kind(e) === KIND.app ? exprs.a(e) : undefined),
  'take the argument for the whole': ({ exprs }, e) => (exprs.kind(e) === KIND.app ? exprs.b(e) : undefined),
  'change a level': (context, e, random) => {
    const { exprs, levels } = context
    // Not to an equal level in other words: Lean's kernel does not know all of those (docs/kernel.md).
    const other = (level: Level) => (random() < 0.6 ? levels.succ(level) : 0)
    if (exprs.kind(e) === KIND.sort) return exprs.sort(other(exprs.a(e)))
    if (exprs.kind(e) !== KIND.const) return undefined
    const items = [...context.levelsOf(e)]
    if (items.length === 0) return undefined
    const at = Math.floor(random() * items.length)
    items[at] = other(items[at] as Level)
    return exprs.const(exprs.a(e), levels.list(items))
  },
  'drop a hypothesis': ({ exprs, subst }, e) => {
    const kind = exprs.kind(e)
    if (kind !== KIND.pi && kind !== KIND.lam) return undefined
    return subst.instantiate1(exprs.b(e), exprs.a(e))
  },
  'add a hypothesis': ({ exprs, subst }, e) =>
    exprs.kind(e) === KIND.pi ? exprs.pi(exprs.a(e), subst.lift(e, 1)) : undefined,
  'alter a literal': ({ exprs }, e, random) => {
    if (exprs.kind(e) === KIND.str) return exprs.str(`${exprs.string(e)}x`)
    if (exprs.kind(e) !== KIND.nat) return undefined
    const n = exprs.natural(e)
    return exprs.nat(n > 0n && random() < 0.5 ? n - 1n : n + 1n)
  },
  'shift a variable': ({ exprs }, e, random) => {
    if (exprs.kind(e) !== KIND.bvar) return undefined
    return exprs.bvar(exprs.a(e) > 0 && random() < 0.6 ? exprs.a(e) - 1 : exprs.a(e) + 1)
  },
  'project another field': ({ exprs }, e) =>
    exprs.kind(e) === KIND.proj
      ? exprs.proj(exprs.a(e), exprs.b(e) === 0 ? 1 : exprs.b(e) - 1, exprs.c(e))
      : undefined,
  'another constant': ({ exprs }, e, random, pool) => {
    if (exprs.kind(e) !== KIND.const) return undefined
    const constants = pool.filter((x) => exprs.kind(x) === KIND.const && x !== e)
    return constants[Math.floor(random() * constants.length)]
  },
  'another part of the term': ({ exprs }, e, random, pool) => {
    const closed = pool.filter((x) => exprs.loose(x) <= exprs.loose(e) && x !== e)
    return closed[Math.floor(random() * closed.length)]
  },
  'eta-expand': ({ exprs, subst }, e, random, pool) => {
    const types = pool.filter((x) => exprs.loose(x) === 0 && exprs.kind(x) === KIND.const)
    const type = types[Math.floor(random() * types.length)]
    return type === undefined ? undefined : exprs.lam(type, exprs.app(subst.lift(e, 1), exprs.bvar(0)))
  },
}

const NAMES = Object.keys(CHANGES)
const MAX_POOL = 400
const TRIES = 60

export function mutate(context: KernelContext, declaration: Declaration, random: Random): Mutant | undefined {
  for (let i = 0; i < TRIES; i++) {
    const name = NAMES[Math.floor(random() * NAMES.length)] as string
    const alter = (e: Expr) => changeSomewhere(context, e, CHANGES[name] as Change, random)
    const altered = alterDeclaration(declaration, alter, random)
    if (altered) return { declaration: altered, change: name }
  }
  return undefined
}

/** A term with one change somewhere. */
export function mutateTerm(context: KernelContext, e: Expr, random: Random): Expr | undefined {
  for (let i = 0; i < TRIES; i++) {
    const name = NAMES[Math.floor(random() * NAMES.length)] as string
    const changed = changeSomewhere(context, e, CHANGES[name] as Change, random)
    if (changed !== undefined && changed !== e) return changed
  }
  return undefined
}

function alterDeclaration(
  declaration: Declaration,
  alter: (e: Expr) => Expr | undefined,
  random: Random,
): Declaration | undefined {
  if (declaration.kind === 'inductive') {
    const types = declaration.types.map((type) => ({ ...type, ctors: [...type.ctors] }))
    const type = types[Math.floor(random() * types.length)]
    if (!type) return undefined
    if (random() < 0.1)
      return {
        ...declaration,
        numParams: declaration.numParams + (random() < 0.5 ? 1 : 0),
        types,
        claims: undefined,
      }
    const at = Math.floor(random() * (type.ctors.length + 1))
    const ctor = type.ctors[at]
    const changed = alter(ctor?.type ?? type.type)
    if (changed === undefined) return undefined
    if (ctor) type.ctors[at] = { ...ctor, type: changed }
    else Object.assign(type, { type: changed })
    return { ...declaration, types, claims: undefined }
  }
  if ('value' in declaration && random() < 0.7) {
    const value = alter(declaration.value)
    return value === undefined ? undefined : { ...declaration, value }
  }
  const type = alter(declaration.type)
  return type === undefined ? undefined : { ...declaration, type }
}

/** Walks down to a random place, changes what is there, and rebuilds what is above. */
function changeSomewhere(
  context: KernelContext,
  root: Expr,
  change: Change,
  random: Random,
): Expr | undefined {
  const path: { e: Expr; child: number }[] = []
  let e = root
  for (;;) {
    const parts = partsOf(context.exprs, e)
    if (parts.length === 0 || random() < 0.08) break
    const child = Math.floor(random() * parts.length)
    path.push({ e, child })
    e = parts[child] as Expr
  }
  const changed = change(context, e, random, poolOf(context, root))
  if (changed === undefined || changed === e) return undefined
  return path.reduceRight(
    (below, { e: above, child }) =>
      withParts(context.exprs, above, (part, place) => (place === child ? below : part)),
    changed,
  )
}

function poolOf(context: KernelContext, root: Expr): Expr[] {
  const seen = new Set<Expr>([root])
  for (const e of seen) {
    if (seen.size > MAX_POOL) break
    for (const part of partsOf(context.exprs, e)) seen.add(part)
  }
  return [...seen]
}
