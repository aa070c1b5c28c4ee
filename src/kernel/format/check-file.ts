/** Checks an export file (format 3.1) as it comes in, row by row. */
import { KernelBudget, type Limits } from '../budget.ts'
import { type Declaration, nameOf } from '../declare/declaration.ts'
import { Kernel } from '../declare/kernel.ts'
import type { Name } from '../terms/names.ts'
import { Declined, type KernelOutcome } from '../verdict.ts'
import { DeclarationsReader } from './declarations-reader.ts'
import { JsonError, parseStrict } from './json.ts'
import { type FileMeta, readMeta } from './meta.ts'
import { FormatError, object } from './row.ts'
import { TermsReader } from './terms-reader.ts'

export interface FileReport {
  readonly outcome: KernelOutcome
  readonly lines: number
  /** Declarations that were accepted, and theorems among them. */
  readonly declarations: number
  readonly theorems: number
  readonly axioms: readonly string[]
  /** What each of them says: a name that is well known may stand for anything here. */
  readonly axiomTypes: readonly string[]
  /** Theorems that the file states without proof, because the library it was made from ships none. */
  readonly assumptions: readonly string[]
  /** Assumptions that were moreover taken to compute what their names say. */
  readonly computed: readonly string[]
  readonly meta: FileMeta | undefined
  /** What the file says it is about, as it was checked. */
  readonly theorem: { readonly name: string; readonly type: string } | undefined
}

/** No exporter writes longer lines. */
const MAX_LINE = 4 << 20

export class FileChecker {
  readonly #kernel: Kernel
  readonly #terms: TermsReader
  readonly #declarations: DeclarationsReader
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  readonly #assumed = new Set<Name>()
  readonly #axioms: string[] = []
  readonly #axiomTypes: string[] = []
  readonly #assumptions: string[] = []
  readonly #onDeclaration: ((name: string, count: number) => void) | undefined
  #meta: FileMeta | undefined
  #theorem: FileReport['theorem']
  #rest = ''
  #line = 0
  #accepted = 0
  #theorems = 0
  #end: KernelOutcome | undefined

  constructor(
    options: {
      readonly limits?: Partial<Limits>
      readonly now?: () => number
      readonly onDeclaration?: (name: string, count: number) => void
    } = {},
  ) {
    this.#kernel = new Kernel(new KernelBudget(options.limits, options.now))
    this.#terms = new TermsReader(this.#kernel.context)
    this.#declarations = new DeclarationsReader(this.#terms, (name) => this.#assumed.has(name))
    this.#onDeclaration = options.onDeclaration
  }

  get kernel(): Kernel {
    return this.#kernel
  }

  /** False when nothing that may still come can change the outcome. */
  push(chunk: Uint8Array): boolean {
    if (this.#end) return false
    this.#guard(() => {
      this.#lines(this.#decode(chunk))
    })
    return !this.#end
  }

  finish(): FileReport {
    if (!this.#end) {
      this.#guard(() => {
        this.#lines(this.#decode())
        if (this.#rest !== '') this.#row(this.#rest)
        if (!this.#end && !this.#meta) throw new FormatError('there is no first row with meta')
        if (!this.#end) this.#theorem = this.#mainTheorem()
      })
    }
    return {
      outcome: this.#end ?? { kind: 'accepted' },
      lines: this.#line,
      declarations: this.#accepted,
      theorems: this.#theorems,
      axioms: this.#axioms,
      axiomTypes: this.#axiomTypes,
      assumptions: this.#assumptions,
      computed: [...this.#kernel.checker.functions.assumed],
      meta: this.#meta,
      theorem: this.#theorem,
    }
  }

  /** A certificate that does not prove what it is named after is none, however right the rest is. */
  #mainTheorem(): FileReport['theorem'] {
    const parts = this.#meta?.theorem
    if (!parts) return undefined
    const { names, env, showWhole } = this.#kernel.context
    const constant = env.find(names.fromComponents(parts))
    const name = parts.join('.')
    if (constant?.kind !== 'theorem' && constant?.kind !== 'definition')
      throw new FormatError(`it says that it is about ${name}, which it does not prove`)
    return { name, type: showWhole(constant.type) }
  }

  #decode(chunk?: Uint8Array): string {
    try {
      return chunk ? this.#decoder.decode(chunk, { stream: true }) : this.#decoder.decode()
    } catch {
      this.#line++
      throw new FormatError('it is not UTF-8')
    }
  }

  #lines(text: string): void {
    const all = this.#rest + text
    let from = 0
    for (let at = all.indexOf('\n'); at >= 0 && !this.#end; at = all.indexOf('\n', from)) {
      this.#row(all.slice(from, at))
      from = at + 1
    }
    this.#rest = all.slice(from)
    if (this.#rest.length > MAX_LINE) {
      this.#line++
      throw new Declined(`it is longer than ${MAX_LINE} characters, which is the limit`)
    }
  }

  #row(line: string): void {
    this.#line++
    if (line.length > MAX_LINE)
      throw new Declined(`it is longer than ${MAX_LINE} characters, which is the limit`)
    if (line.trim() === '') {
      if (this.#line === 1) throw new FormatError('the first row is empty')
      return
    }
    const row = object(parseStrict(line), 'a row')
    if (!this.#meta) this.#begin(readMeta(row))
    else if (!this.#terms.read(row)) this.#declare(this.#declarations.read(row))
  }

  #begin(meta: FileMeta): void {
    this.#meta = meta
    for (const parts of meta.assumptions) this.#assumed.add(this.#kernel.context.names.fromComponents(parts))
  }

  #declare(declaration: Declaration): void {
    const outcome = this.#kernel.add(declaration)
    const name = this.#kernel.context.names.text(nameOf(declaration))
    if (outcome.kind !== 'accepted') {
      this.#end = { ...outcome, line: this.#line }
      return
    }
    this.#accepted++
    if (declaration.kind === 'theorem') this.#theorems++
    if (declaration.kind === 'axiom') {
      this.#axioms.push(name)
      this.#axiomTypes.push(this.#kernel.context.showWhole(declaration.type))
    }
    if (declaration.kind === 'assumption') this.#assumptions.push(name)
    this.#onDeclaration?.(name, this.#accepted)
  }

  #guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#end = this.#failure(error)
    }
  }

  #failure(error: unknown): KernelOutcome {
    const line = this.#line
    if (error instanceof FormatError || error instanceof JsonError)
      return {
        kind: 'rejected',
        rule: 'format',
        detail: `The file is not in the export format: ${error.message}`,
        line,
      }
    if (error instanceof Declined) return { kind: 'declined', why: error.message, line }
    if (error instanceof RangeError)
      return { kind: 'declined', why: `it is too big (${error.message})`, line }
    throw error
  }
}
