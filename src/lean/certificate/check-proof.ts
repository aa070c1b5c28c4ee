/** Checks a proof that came as tables against a statement that came as tables, on top of a library. */
import { type Declaration, Kernel, KernelBudget, type Limits, type Name, nameOf } from '../../kernel/index.ts'
import { type Foundations, foundationsOf } from './dependencies.ts'
import { type Library, LibraryView } from './library.ts'
import { type ProofTables, type StatementTables, TablesError, TablesReader } from './tables.ts'

export interface ProofJob {
  /** Without it, the proof is checked for whatever it proves. */
  readonly statement?: StatementTables | undefined
  readonly proof: ProofTables
  readonly limits?: Partial<Limits> | undefined
}

export type SecondVerdict =
  | {
      readonly kind: 'accepted'
      readonly axioms: readonly string[]
      /** Theorems and functions that the library ships without bodies. */
      readonly assumptions: readonly string[]
      /** Declarations that were checked here; the library's are checked once, apart. */
      readonly declarations: number
      readonly millis: number
    }
  /** `rule` is a stable word, `detail` a sentence. */
  | { readonly kind: 'rejected'; readonly rule: string; readonly detail: string; readonly millis: number }
  /** Too big, too slow, or not for this kernel. Says nothing about the proof. */
  | { readonly kind: 'declined'; readonly why: string; readonly millis: number }

/** What was checked, for whoever writes it down. */
export interface SecondKernelCheck {
  readonly kernel: Kernel
  readonly view: LibraryView
  readonly theorem: Name
  readonly foundations: Foundations
}

const JUDGEMENT = '_orch_judgement'

export function checkBySecondKernel(
  library: Library,
  { statement, proof, limits }: ProofJob,
  onAccepted?: (checked: SecondKernelCheck) => void,
): SecondVerdict {
  const start = performance.now()
  const millis = () => performance.now() - start
  const kernel = new Kernel(new KernelBudget(limits, () => performance.now()))
  const view = new LibraryView(library, kernel.context)
  view.attach()
  try {
    const check = new ProofCheck(kernel, view, library)
    const verdict = check.run(statement, proof)
    if (verdict) return { ...verdict, millis: millis() }
    const theorem = check.theorem
    const foundations = foundationsOf(kernel.context, library, view, theorem)
    onAccepted?.({ kernel, view, theorem, foundations })
    const { axioms, assumptions } = foundations
    return { kind: 'accepted', axioms, assumptions, declarations: check.declarations, millis: millis() }
  } catch (error) {
    if (error instanceof TablesError)
      return {
        kind: 'rejected',
        rule: 'malformed',
        detail: `The tables are malformed: ${error.message}.`,
        millis: millis(),
      }
    if (error instanceof RangeError)
      return { kind: 'declined', why: `it is too deep or too big (${error.message})`, millis: millis() }
    throw error
  }
}

type Failure =
  | { readonly kind: 'rejected'; readonly rule: string; readonly detail: string }
  | { readonly kind: 'declined'; readonly why: string }

class ProofCheck {
  readonly #kernel: Kernel
  readonly #view: LibraryView
  readonly #library: Library
  readonly #declared = new Map<Name, string>()
  theorem: Name = 0
  declarations = 0

  constructor(kernel: Kernel, view: LibraryView, library: Library) {
    this.#kernel = kernel
    this.#view = view
    this.#library = library
  }

  run(statement: StatementTables | undefined, proof: ProofTables): Failure | undefined {
    const { context } = this.#kernel
    const asked = statement && new TablesReader(context, statement)
    for (const declaration of asked?.declarations() ?? []) {
      const failure = this.#declare(declaration)
      if (failure) return failure
    }
    const given = new TablesReader(context, proof)
    this.theorem = given.name(proof.theorem)
    for (const declaration of given.declarations()) {
      const failure = this.#declare(declaration)
      if (failure) return failure
    }
    const theorem = context.env.find(this.theorem)
    const text = context.names.text(this.theorem)
    if (theorem?.kind !== 'theorem' && theorem?.kind !== 'definition')
      return { kind: 'rejected', rule: 'missing', detail: `The proof does not declare the theorem ${text}.` }
    if (!statement || !asked) return undefined
    const levelParams = asked.names(statement.levelParams)
    if (levelParams.length !== theorem.levelParams.length)
      return {
        kind: 'rejected',
        rule: 'other-statement',
        detail: `${text} has another number of universe parameters.`,
      }
    const levels = context.levels.list(levelParams.map((name) => context.levels.param(name)))
    const judged = this.#kernel.add({
      kind: 'theorem',
      name: context.names.of(JUDGEMENT),
      levelParams,
      type: asked.expr(statement.type),
      value: context.exprs.const(this.theorem, levels),
    })
    return this.#failure(judged, 'other-statement', `${text} does not prove the statement`)
  }

  /** A name that is there already must be declared in exactly the same way. */
  #declare(declaration: Declaration): Failure | undefined {
    const { context } = this.#kernel
    const name = nameOf(declaration)
    const text = context.names.text(name)
    const key = JSON.stringify(declaration)
    const known = this.#declared.get(name)
    if (known === key) return undefined
    const n = this.#view.number(name)
    if (known !== undefined || (n !== undefined && this.#library.has(n)))
      return { kind: 'rejected', rule: 'redefines', detail: `${text} is declared already, and differently.` }
    const outcome = this.#kernel.add(declaration)
    if (outcome.kind === 'accepted') {
      this.#declared.set(name, key)
      this.declarations++
    }
    return this.#failure(outcome)
  }

  #failure(outcome: ReturnType<Kernel['add']>, rule?: string, about?: string): Failure | undefined {
    if (outcome.kind === 'accepted') return undefined
    const where = about ?? outcome.declaration ?? ''
    if (outcome.kind === 'declined') return { kind: 'declined', why: `${where}: ${outcome.why}` }
    return { kind: 'rejected', rule: rule ?? outcome.rule, detail: `${where}: ${outcome.detail}` }
  }
}
