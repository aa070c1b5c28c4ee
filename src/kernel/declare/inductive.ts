/** Declares inductive types: checks what is given, derives what follows, compares what is claimed. */
import type { TypeChecker } from '../checker.ts'
import type { ConstructorConstant, InductiveConstant } from '../environment.ts'
import { checkUniform, type OpenConstructor, openConstructor } from '../inductive/constructors.ts'
import { Family, type InductiveSpec, type Member } from '../inductive/family.ts'
import { Unnesting } from '../inductive/nested.ts'
import { type DerivedRecursor, makeRecursors } from '../inductive/recursors.ts'
import { type Expr, KIND } from '../terms/exprs.ts'
import type { Name } from '../terms/names.ts'
import { KernelRejection } from '../verdict.ts'
import { checkClosed, findConstant } from './well-formed.ts'

export interface Derived {
  readonly types: readonly InductiveConstant[]
  readonly ctors: readonly ConstructorConstant[]
  readonly recursors: readonly DerivedRecursor[]
}

/** Everything that follows from the declaration. The environment is left as it was. */
export function deriveInductive(checker: TypeChecker, spec: InductiveSpec): Derived {
  const { context } = checker
  const provisional = new Set<Name>()
  /** Declares the types without constructors, so that terms can mention them and nothing can take them apart. */
  const announce = (family: Family) => {
    for (const member of family.members) {
      if (context.env.find(member.name)) continue
      provisional.add(member.name)
      context.env.add({
        ...describe(family, member, spec),
        ctors: [],
        isRec: true,
        isReflexive: false,
        numNested: 0,
      })
    }
  }
  const depth = context.depth
  try {
    checkReserved(checker, spec)
    const family = new Family(checker, spec)
    announce(family)
    for (const { ctors } of spec.types) {
      for (const ctor of ctors) {
        checkClosed(context, ctor.type, spec.levelParams)
        checker.checkType(ctor.type)
        checkUniform(family, ctor)
      }
    }
    const unnesting = new Unnesting(family)
    const isNested = unnesting.copies.length > 0
    const full = isNested ? new Family(checker, unnesting.spec) : family
    announce(full)
    if (isNested)
      for (const { ctors } of unnesting.spec.types) for (const { type } of ctors) checker.checkType(type)
    const opened = full.members.flatMap((member) =>
      member.ctors.map((ctor) => openConstructor(full, member, ctor)),
    )
    const recNames = recursorNames(checker, full, spec.types.length)
    const recursors = makeRecursors(
      full,
      opened,
      (member) => recNames.get(member) as Name,
      (e) => unnesting.restore(e, full.params),
    )
    return finish(full, spec, unnesting, opened, recursors)
  } finally {
    context.env.remove(provisional)
    context.depth = depth
  }
}

function finish(
  full: Family,
  spec: InductiveSpec,
  unnesting: Unnesting,
  opened: readonly OpenConstructor[],
  recursors: readonly DerivedRecursor[],
): Derived {
  const { exprs } = full.checker.context
  const types = opened.flatMap(({ fields }) => fields.map(({ variable }) => exprs.b(variable)))
  const isRec = types.some((type) => full.occursIn(type))
  const isReflexive = types.some((type) => exprs.kind(type) === KIND.pi && full.occursIn(type))
  const own = full.members.slice(0, spec.types.length)
  const all = own.map(({ name }) => name)
  const copied = new Map(
    unnesting.copies.flatMap(({ ctors }) => ctors.map(({ name, original }) => [name, original] as const)),
  )
  const originals = new Map(
    unnesting.copies.map(({ name, original }) => [name, exprs.a(full.checker.context.head(original))]),
  )
  return {
    types: own.map((member) => ({
      ...describe(full, member, spec),
      ctors: member.ctors.map(({ name }) => name),
      numNested: unnesting.copies.length,
      isRec,
      isReflexive,
    })),
    ctors: spec.types.flatMap(({ name, ctors }) =>
      ctors.map((ctor, index) => ({
        kind: 'constructor' as const,
        name: ctor.name,
        levelParams: spec.levelParams,
        type: ctor.type,
        induct: name,
        index,
        numParams: spec.numParams,
        numFields: opened.find((candidate) => candidate.name === ctor.name)?.fields.length ?? 0,
      })),
    ),
    recursors: recursors.map(({ constant, redexes }) => ({
      redexes,
      constant: {
        ...constant,
        all,
        induct: originals.get(constant.induct) ?? constant.induct,
        rules: constant.rules.map((rule) => ({ ...rule, ctor: copied.get(rule.ctor) ?? rule.ctor })),
      },
    })),
  }
}

function describe(
  family: Family,
  member: Member,
  spec: InductiveSpec,
): Omit<InductiveConstant, 'ctors' | 'isRec' | 'isReflexive' | 'numNested'> {
  return {
    kind: 'inductive',
    name: member.name,
    levelParams: spec.levelParams,
    type: member.type,
    numParams: family.params.length,
    numIndices: member.indices.length,
    all: spec.types.map(({ name }) => name),
  }
}

/** `T.rec` for a type of the declaration; `T.rec_1`, `T.rec_2`, … for copies, `T` being the first type. */
function recursorNames(checker: TypeChecker, full: Family, own: number): Map<Member, Name> {
  const { names } = checker.context
  const first = full.members[0]?.name ?? 0
  return new Map(
    full.members.map((member, i) => [
      member,
      i < own ? names.str(member.name, 'rec') : names.str(first, `rec_${i - own + 1}`),
    ]),
  )
}

/** Copies of nested types are named `_nested…`: nothing in the declaration may be called that (lean4#14616). */
function checkReserved(checker: TypeChecker, { types }: InductiveSpec): void {
  const { names } = checker.context
  const isReserved = (name: Name) => names.root(name) === '_nested'
  const terms: Expr[] = types.flatMap(({ type, ctors }) => [type, ...ctors.map((ctor) => ctor.type)])
  const declared = types.flatMap(({ name, ctors }) => [name, ...ctors.map((ctor) => ctor.name)])
  const found =
    declared.find(isReserved) ??
    terms.map((e) => findConstant(checker.context, e, isReserved)).find((name) => name !== undefined)
  if (found !== undefined)
    throw new KernelRejection('inductive-reserved', `${names.text(found)} begins with it`)
}
