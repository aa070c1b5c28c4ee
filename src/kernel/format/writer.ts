/** Writes declarations in the export format 3.1, each after everything that it is made of. */
import type { KernelContext } from '../context.ts'
import type { Constant, InductiveConstant, RecursorConstant } from '../environment.ts'
import { type Expr, KIND } from '../terms/exprs.ts'
import { LEVEL, type Level, ZERO } from '../terms/levels.ts'
import { ANONYMOUS, type Name } from '../terms/names.ts'
import { partsOf } from '../terms/parts.ts'
import { type FileMeta, FORMAT_VERSION } from './meta.ts'
import { BINDER_KINDS } from './terms-reader.ts'

export class FileWriter {
  readonly #context: KernelContext
  readonly #write: (line: string) => void
  readonly #names = new Map<Name, number>([[ANONYMOUS, 0]])
  readonly #levels = new Map<Level, number>([[ZERO, 0]])
  readonly #exprs = new Map<Expr, number>()

  constructor(context: KernelContext, write: (line: string) => void) {
    this.#context = context
    this.#write = write
  }

  meta({ exporter, lean, theorem, assumptions }: Omit<FileMeta, 'format'>): void {
    const orch = theorem === undefined ? {} : { orch: { theorem, assumptions } }
    this.#row({ meta: { exporter, lean, format: { version: FORMAT_VERSION }, ...orch } })
  }

  /** A constant of the environment. A constructor or recursor is written with its type. */
  constant(constant: Constant): void {
    switch (constant.kind) {
      case 'axiom':
      case 'assumption':
        this.#row({ axiom: { ...this.#signature(constant), isUnsafe: false } })
        return
      case 'definition':
        this.#row({
          def: {
            ...this.#signature(constant),
            value: this.#expr(constant.value),
            hints: typeof constant.hints === 'number' ? { regular: constant.hints } : constant.hints,
            safety: 'safe',
            all: [this.#name(constant.name)],
          },
        })
        return
      case 'theorem':
        this.#row({ thm: { ...this.#valued(constant) } })
        return
      case 'opaque':
        this.#row({ opaque: { ...this.#valued(constant), isUnsafe: false } })
        return
      case 'quotient':
        this.#row({ quot: { ...this.#signature(constant), kind: constant.quotient } })
        return
      case 'inductive':
        this.#inductive(constant)
        return
      default:
        throw new Error('a constructor or recursor is written with its inductive type')
    }
  }

  #valued(constant: Constant & { readonly value: Expr }) {
    return {
      ...this.#signature(constant),
      value: this.#expr(constant.value),
      all: [this.#name(constant.name)],
    }
  }

  #inductive(first: InductiveConstant): void {
    const { env } = this.#context
    const types = first.all.flatMap((name) => env.inductive(name) ?? [])
    const ctors = types.flatMap((type) => type.ctors.flatMap((name) => env.ctor(name) ?? []))
    this.#row({
      inductive: {
        types: types.map((type) => ({
          ...this.#signature(type),
          numParams: type.numParams,
          numIndices: type.numIndices,
          all: type.all.map((name) => this.#name(name)),
          ctors: type.ctors.map((name) => this.#name(name)),
          numNested: type.numNested,
          isRec: type.isRec,
          isUnsafe: false,
          isReflexive: type.isReflexive,
        })),
        ctors: ctors.map((ctor) => ({
          ...this.#signature(ctor),
          induct: this.#name(ctor.induct),
          cidx: ctor.index,
          numParams: ctor.numParams,
          numFields: ctor.numFields,
          isUnsafe: false,
        })),
        recs: recursorsOf(this.#context, first).map((rec) => ({
          ...this.#signature(rec),
          all: rec.all.map((name) => this.#name(name)),
          numParams: rec.numParams,
          numIndices: rec.numIndices,
          numMotives: rec.numMotives,
          numMinors: rec.numMinors,
          rules: rec.rules.map(({ ctor, fields, rhs }) => ({
            ctor: this.#name(ctor),
            nfields: fields,
            rhs: this.#expr(rhs),
          })),
          k: rec.k,
          isUnsafe: false,
        })),
      },
    })
  }

  #signature({ name, levelParams, type }: Constant) {
    return {
      name: this.#name(name),
      levelParams: levelParams.map((param) => this.#name(param)),
      type: this.#expr(type),
    }
  }

  #name(name: Name): number {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    const { names } = this.#context
    const pre = this.#name(names.prefix(name))
    const part = names.part(name)
    const index = this.#names.size
    this.#names.set(name, index)
    this.#row({
      in: index,
      ...(typeof part === 'string' ? { str: { pre, str: part } } : { num: { pre, i: part } }),
    })
    return index
  }

  #level(level: Level): number {
    const known = this.#levels.get(level)
    if (known !== undefined) return known
    const { levels } = this.#context
    const [left, right] = [levels.left(level), levels.right(level)]
    let row: object
    switch (levels.kind(level)) {
      case LEVEL.succ:
        row = { succ: this.#level(left) }
        break
      case LEVEL.max:
        row = { max: [this.#level(left), this.#level(right)] }
        break
      case LEVEL.imax:
        row = { imax: [this.#level(left), this.#level(right)] }
        break
      default:
        row = { param: this.#name(left) }
    }
    const index = this.#levels.size
    this.#levels.set(level, index)
    this.#row({ il: index, ...row })
    return index
  }

  /** Parts first, without recursion: terms can be deep. */
  #expr(root: Expr): number {
    const { exprs } = this.#context
    const pending = [root]
    for (let e = pending.at(-1); e !== undefined; e = pending.at(-1)) {
      if (!this.#exprs.has(e)) {
        const missing = partsOf(exprs, e).filter((part) => !this.#exprs.has(part))
        if (missing.length > 0) {
          pending.push(...missing)
          continue
        }
        const row = this.#exprRow(e, exprs.kind(e))
        const index = this.#exprs.size
        this.#exprs.set(e, index)
        this.#row({ ie: index, ...row })
      }
      pending.pop()
    }
    return this.#exprs.get(root) as number
  }

  #exprRow(e: Expr, kind: number): object {
    const { exprs } = this.#context
    const at = (part: Expr) => this.#exprs.get(part) as number
    switch (kind) {
      case KIND.bvar:
        return { bvar: exprs.a(e) }
      case KIND.sort:
        return { sort: this.#level(exprs.a(e)) }
      case KIND.const:
        return {
          const: {
            name: this.#name(exprs.a(e)),
            us: this.#context.levelsOf(e).map((level) => this.#level(level)),
          },
        }
      case KIND.app:
        return { app: { fn: at(exprs.a(e)), arg: at(exprs.b(e)) } }
      case KIND.lam:
      case KIND.pi: {
        const note = exprs.note(e)
        const binder = {
          name: this.#name(note >> 2),
          type: at(exprs.a(e)),
          body: at(exprs.b(e)),
          binderInfo: BINDER_KINDS[note & 3],
        }
        return kind === KIND.lam ? { lam: binder } : { forallE: binder }
      }
      case KIND.let:
        return {
          letE: {
            name: this.#name(exprs.note(e) >> 2),
            type: at(exprs.a(e)),
            value: at(exprs.b(e)),
            body: at(exprs.c(e)),
            nondep: false,
          },
        }
      case KIND.proj:
        return { proj: { typeName: this.#name(exprs.a(e)), idx: exprs.b(e), struct: at(exprs.c(e)) } }
      case KIND.nat:
        return { natVal: String(exprs.natural(e)) }
      case KIND.str:
        return { strVal: exprs.string(e) }
      default:
        throw new Error('a free variable cannot be written')
    }
  }

  #row(row: object): void {
    this.#write(JSON.stringify(row))
  }
}

/** The recursors of the types that were declared together, those of nested occurrences included. */
export function recursorsOf(
  { names, env }: KernelContext,
  first: InductiveConstant,
  find: (name: Name) => Constant | undefined = (name) => env.find(name),
): RecursorConstant[] {
  const main = first.all[0] ?? first.name
  const wanted = [
    ...first.all.map((name) => names.str(name, 'rec')),
    ...Array.from({ length: first.numNested }, (_, i) => names.str(main, `rec_${i + 1}`)),
  ]
  return wanted.flatMap((name) => {
    const rec = find(name)
    return rec?.kind === 'recursor' ? [rec] : []
  })
}
