/** How a check ends. `Rejected` and `Declined` travel as exceptions inside the kernel and leave it as values. */

/** The declaration breaks a rule of the theory. */
export class KernelRejection extends Error {
  /** The name that the literature gives the rule. */
  readonly rule: Rule
  readonly detail: string

  constructor(rule: Rule, detail: string) {
    super(`${RULES[rule]}: ${detail}`)
    this.name = 'Rejected'
    this.rule = rule
    this.detail = detail
  }
}

/** No judgement: too big, too deep, too slow, or a feature that this checker leaves alone. */
export class Declined extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'Declined'
  }
}

/** Every rule that a declaration can break, with the sentence that a rejection begins with. */
export const RULES = {
  'known-constant': 'A constant must be declared before it is used',
  'unique-name': 'A name is declared once',
  'closed-term': 'A declaration contains no loose bound variables and no free variables',
  'level-params-distinct': 'Universe parameters of a declaration are distinct',
  'level-params-known': 'A declaration uses only its own universe parameters',
  'level-arity': 'A constant takes as many universe levels as it declares',
  'type-is-sort': 'A type must have a sort as its type',
  'function-expected': 'Only a function can be applied',
  'application-type': "An argument must have the type of the function's domain",
  'let-type': 'The value of a let must have the type that is given',
  'value-type': 'The value of a declaration must have the declared type',
  'theorem-is-prop': "A theorem's type must be a proposition",
  'projection-structure': 'Only a structure can be projected: one constructor, no indices',
  'projection-range': 'A projection must name one of the fields',
  'projection-prop': 'A proof can be projected only to proofs, before any data that later fields depend on',
  'projection-name': 'A projection must name the type of the term that it projects',
  'literal-type': 'A literal needs the type that it belongs to, as the library declares it',
  safety: 'Unsafe and partial declarations prove nothing',
  'inductive-empty': 'An inductive declaration declares at least one type',
  'inductive-sort': 'An inductive type is a telescope that ends in a sort',
  'inductive-params':
    'All types of an inductive declaration and their constructors begin with the same parameters',
  'inductive-universe': 'The types of one inductive declaration live in one universe',
  'inductive-reserved': "An inductive declaration does not use the reserved prefix '_nested'",
  'constructor-result': 'A constructor returns its own type, applied to the parameters',
  'constructor-universe':
    'The universe of a field is at most the universe of the type, or the type is a proposition',
  positivity: 'The types being declared occur only strictly positively',
  'uniform-params': 'The types being declared are applied to the parameters wherever they occur',
  'nested-occurrence':
    'A nested occurrence stands in parameters of another inductive type, without local variables',
  'inductive-data': 'What the file says about an inductive type must be what follows from it',
  'constructor-data': 'What the file says about a constructor must be what follows from it',
  'recursor-data': 'A recursor must be the one that follows from its type',
  'recursor-type': 'The type of a recursor must be the one that follows from its type',
  'recursor-rule': 'The rules of a recursor must be those that follow from its type',
  'quotient-data': 'The quotient constants must be those of the theory',
} as const

export type Rule = keyof typeof RULES

export type KernelOutcome =
  | { readonly kind: 'accepted' }
  | {
      readonly kind: 'rejected'
      readonly rule: Rule | 'format'
      /** A sentence: the rule in words, then what broke it. */
      readonly detail: string
      readonly declaration?: string | undefined
      readonly line?: number | undefined
    }
  | {
      readonly kind: 'declined'
      readonly why: string
      readonly declaration?: string | undefined
      readonly line?: number | undefined
    }

/** Runs a part of the kernel: a broken rule and a declined check become values, anything else is a defect. */
export function settle(work: () => void): KernelOutcome {
  try {
    work()
    return { kind: 'accepted' }
  } catch (error) {
    if (error instanceof KernelRejection) return { kind: 'rejected', rule: error.rule, detail: error.message }
    if (error instanceof Declined) return { kind: 'declined', why: error.message }
    // The engine's own limits: the stack, or the memory of one array.
    if (error instanceof RangeError)
      return { kind: 'declined', why: `the terms are nested too deeply or too big (${error.message})` }
    throw error
  }
}
