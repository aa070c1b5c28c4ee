/** Declarations of the second kernel as the tables that the Lean program reads. */
import {
  type Declaration,
  type Expr,
  type KernelContext,
  KIND,
  type Level,
  type Name,
} from '../../src/kernel/index.ts'
import type { TermTables } from '../../src/lean/index.ts'

/** The kinds of levels in the kernel's table. */
const SUCC = 1
const MAX = 2
const IMAX = 3

export function writeTables(context: KernelContext, declarations: readonly Declaration[]): TermTables {
  const writer = new TablesWriter(context)
  const rows = declarations.map((declaration) => writer.declaration(declaration))
  return { names: writer.names, levels: writer.levels, exprs: writer.exprs, declarations: rows }
}

class TablesWriter {
  readonly names: unknown[] = []
  readonly levels: unknown[] = []
  readonly exprs: unknown[] = []
  readonly #context: KernelContext
  readonly #nameAt = new Map<Name, number>([[0, 0]])
  readonly #levelAt = new Map<Level, number>([[0, 0]])
  readonly #exprAt = new Map<Expr, number>()

  constructor(context: KernelContext) {
    this.#context = context
  }

  declaration(declaration: Declaration): unknown {
    if (declaration.kind === 'inductive') {
      return {
        kind: 'inductive',
        levels: declaration.levelParams.map((name) => this.#name(name)),
        params: declaration.numParams,
        unsafe: false,
        types: declaration.types.map(({ name, type, ctors }) => ({
          name: this.#name(name),
          type: this.#expr(type),
          constructors: ctors.map((ctor) => ({ name: this.#name(ctor.name), type: this.#expr(ctor.type) })),
        })),
      }
    }
    return {
      // What ships without its body is a statement to Lean's kernel, too.
      kind: declaration.kind === 'assumption' ? 'axiom' : declaration.kind,
      name: this.#name(declaration.name),
      levels: declaration.levelParams.map((name) => this.#name(name)),
      type: this.#expr(declaration.type),
      ...('value' in declaration && { value: this.#expr(declaration.value) }),
      ...(declaration.kind === 'definition' && { hints: declaration.hints, safety: declaration.safety }),
    }
  }

  #name(name: Name): number {
    const known = this.#nameAt.get(name)
    if (known !== undefined) return known
    const { names } = this.#context
    const prefix = this.#name(names.prefix(name))
    const index = this.names.push([prefix, names.part(name)])
    this.#nameAt.set(name, index)
    return index
  }

  #level(level: Level): number {
    const known = this.#levelAt.get(level)
    if (known !== undefined) return known
    const { levels } = this.#context
    const [left, right] = [levels.left(level), levels.right(level)]
    const kind = levels.kind(level)
    const row =
      kind === SUCC
        ? ['S', this.#level(left)]
        : kind === MAX
          ? ['M', this.#level(left), this.#level(right)]
          : kind === IMAX
            ? ['I', this.#level(left), this.#level(right)]
            : ['P', this.#name(left)]
    const index = this.levels.push(row)
    this.#levelAt.set(level, index)
    return index
  }

  #expr(e: Expr): number {
    const known = this.#exprAt.get(e)
    if (known !== undefined) return known
    const row = this.#row(e)
    const index = this.exprs.push(row)
    this.#exprAt.set(e, index)
    return index
  }

  /** What a binder is called, and how it is written. */
  #note(e: Expr): [name: number, info: number] {
    const note = this.#context.exprs.note(e)
    return [this.#name(note >> 2), note & 3]
  }

  #row(e: Expr): unknown[] {
    const { exprs } = this.#context
    const [a, b, c] = [exprs.a(e), exprs.b(e), exprs.c(e)]
    switch (exprs.kind(e)) {
      case KIND.bvar:
        return ['B', a]
      case KIND.sort:
        return ['S', this.#level(a)]
      case KIND.const:
        return ['C', this.#name(a), this.#context.levelsOf(e).map((level) => this.#level(level))]
      case KIND.app:
        return ['A', this.#expr(a), this.#expr(b)]
      case KIND.lam:
        return ['L', this.#expr(a), this.#expr(b), ...this.#note(e)]
      case KIND.pi:
        return ['P', this.#expr(a), this.#expr(b), ...this.#note(e)]
      case KIND.let:
        return ['Z', this.#expr(a), this.#expr(b), this.#expr(c), this.#note(e)[0]]
      case KIND.proj:
        return ['J', this.#name(a), b, this.#expr(c)]
      case KIND.nat:
        return ['N', String(exprs.natural(e))]
      default:
        return ['T', exprs.string(e)]
    }
  }
}
