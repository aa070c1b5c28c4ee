/**
 * Lies about recursors. Neither kernel takes a recursor from a declaration: both derive it. A file says what its
 * recursors are, and one that says something else is to be rejected. What Lean thinks of a changed rule or type is
 * asked as a definition that has its type only if it equals Lean's own. Lean has its own counts, flags and lists of rules.
 */
import type { Declaration, Expr, InductiveClaims, Kernel } from '../../src/kernel/index.ts'
import { mutateTerm, type Random } from './mutate.ts'

type Recursor = InductiveClaims['recursors'][number]
type Rule = Recursor['rules'][number]
type Count = 'numParams' | 'numIndices' | 'numMotives' | 'numMinors'

export interface RecursorLie {
  readonly recursors: readonly Recursor[]
  readonly change: string
  /** What Lean is asked. Without it, the recursor differs from Lean's in what Lean does not compute with. */
  readonly question?: Declaration | undefined
}

interface Told {
  readonly recursor: Recursor
  /** What has to be equal for the lie to be none, and of which type. */
  readonly equal?: readonly [of: 'rule' | 'type', mine: Expr, theirs: Expr]
}

type Lie = (recursor: Recursor, random: Random, kernel: Kernel) => Told | undefined

const pick = <T>(list: readonly T[], random: Random): number => Math.floor(random() * list.length)
const near = (n: number, random: Random): number => (n > 0 && random() < 0.5 ? n - 1 : n + 1)
const count =
  (field: Count): Lie =>
  (recursor, random) => ({ recursor: { ...recursor, [field]: near(recursor[field], random) } })

function withRule(recursor: Recursor, random: Random, change: (rule: Rule) => Rule): Told | undefined {
  const at = pick(recursor.rules, random)
  const rule = recursor.rules[at]
  return rule && { recursor: { ...recursor, rules: recursor.rules.with(at, change(rule)) } }
}

function withRhs(
  recursor: Recursor,
  random: Random,
  change: (rhs: Expr) => Expr | undefined,
): Told | undefined {
  const at = pick(recursor.rules, random)
  const rule = recursor.rules[at]
  const rhs = rule && change(rule.rhs)
  if (!rule || rhs === undefined) return undefined
  const rules = recursor.rules.with(at, { ...rule, rhs })
  return { recursor: { ...recursor, rules }, equal: ['rule', rule.rhs, rhs] }
}

/** Changed terms: there are many of each. */
const TERMS: Readonly<Record<string, Lie>> = {
  'rule: another right-hand side': (recursor, random, { context }) =>
    withRhs(recursor, random, (rhs) => mutateTerm(context, rhs, random)),
  // No lie: what equals the rule by beta is to be accepted.
  'rule: the same in other words': (recursor, random, { context: { exprs }, checker }) =>
    withRhs(recursor, random, (rhs) => exprs.app(exprs.lam(checker.infer(rhs), exprs.bvar(0)), rhs)),
  'type: motives, premises or result': (recursor, random, { context }) => {
    const type = mutateTerm(context, recursor.type, random)
    return type === undefined
      ? undefined
      : { recursor: { ...recursor, type }, equal: ['type', recursor.type, type] }
  },
}

const DATA: Readonly<Record<string, Lie>> = {
  'rule: that of another constructor': (recursor, random) => {
    const at = pick(recursor.rules, random)
    const [rule, other] = [recursor.rules[at], recursor.rules[at + 1] ?? recursor.rules[0]]
    if (!rule || !other || rule.rhs === other.rhs) return undefined
    const rules = recursor.rules.with(at, { ...rule, rhs: other.rhs })
    return { recursor: { ...recursor, rules }, equal: ['rule', rule.rhs, other.rhs] }
  },
  'rule: number of fields': (recursor, random) =>
    withRule(recursor, random, (rule) => ({ ...rule, fields: near(rule.fields, random) })),
  'rule: for no constructor': (recursor, random) =>
    withRule(recursor, random, (rule) => ({ ...rule, ctor: recursor.name })),
  'rules: one is missing': (recursor, random) =>
    recursor.rules.length === 0
      ? undefined
      : { recursor: { ...recursor, rules: recursor.rules.toSpliced(pick(recursor.rules, random), 1) } },
  'rules: one is there twice': (recursor, random) => {
    const rule = recursor.rules[pick(recursor.rules, random)]
    return rule && { recursor: { ...recursor, rules: [...recursor.rules, rule] } }
  },
  'rules: in another order': (recursor) =>
    recursor.rules.length < 2 ? undefined : { recursor: { ...recursor, rules: recursor.rules.toReversed() } },
  'the K flag': (recursor) => ({ recursor: { ...recursor, k: !recursor.k } }),
  'number of parameters': count('numParams'),
  'number of indices': count('numIndices'),
  'number of motives': count('numMotives'),
  'number of minor premises': count('numMinors'),
  'universe: one less': (recursor) =>
    recursor.levelParams.length === 0
      ? undefined
      : { recursor: { ...recursor, levelParams: recursor.levelParams.slice(1) } },
  'universe: one more': (recursor) => ({
    recursor: { ...recursor, levelParams: [...recursor.levelParams, recursor.name] },
  }),
}

const TRIES = 20

export function lieAboutRecursors(
  kernel: Kernel,
  recursors: readonly Recursor[],
  random: Random,
): RecursorLie | undefined {
  for (let i = 0; i < TRIES; i++) {
    const lies = Object.entries(random() < 0.5 ? TERMS : DATA)
    const [name, lie] = lies[pick(lies, random)] as [string, Lie]
    const at = pick(recursors, random)
    const recursor = recursors[at]
    const told = recursor && lie(recursor, random, kernel)
    if (!recursor || !told) continue
    return {
      recursors: recursors.with(at, told.recursor),
      change: name,
      question: told.equal && equation(kernel, recursor, ...told.equal),
    }
  }
  return undefined
}

/**
 * Lean accepts it if the two are equal: `fun x => x` as a function from the one type to the other; for rules, from what
 * holds of the one to what holds of the other. No universe is written down, since Lean's kernel does not know all
 * equal levels for equal.
 */
function equation(
  { context, checker }: Kernel,
  { levelParams }: Recursor,
  of: 'rule' | 'type',
  mine: Expr,
  theirs: Expr,
): Declaration {
  const { exprs, names } = context
  const [zero, one] = [exprs.bvar(0), exprs.bvar(1)]
  const about = exprs.pi(of === 'rule' ? checker.infer(mine) : mine, exprs.sort(0))
  const [type, value] =
    of === 'type'
      ? [exprs.pi(mine, theirs), exprs.lam(mine, zero)]
      : [
          exprs.pi(about, exprs.pi(exprs.app(zero, mine), exprs.app(one, theirs))),
          exprs.lam(about, exprs.lam(exprs.app(zero, mine), zero)),
        ]
  return {
    kind: 'definition',
    name: names.of('mutant.equation'),
    levelParams,
    type,
    value,
    hints: 'opaque',
    safety: 'safe',
  }
}
