/** Rows of names, levels and expressions, put into the kernel's tables. */
import type { KernelContext } from '../context.ts'
import type { Expr } from '../terms/exprs.ts'
import { type Level, ZERO } from '../terms/levels.ts'
import { ANONYMOUS, type Name } from '../terms/names.ts'
import { Declined } from '../verdict.ts'
import { IndexTable } from './index-table.ts'
import type { JsonObject, KernelJson } from './json.ts'
import { FormatError, fields, flag, list, natural, object, oneOf, textField } from './row.ts'

export const BINDER_KINDS = ['default', 'implicit', 'strictImplicit', 'instImplicit'] as const

/** No honest term binds as many variables at once, or projects as many fields. */
const MAX_INDEX = 1 << 24
const MAX_DIGITS = 1_000_000

export class TermsReader {
  readonly #context: KernelContext
  readonly #names = new IndexTable('name')
  readonly #levels = new IndexTable('level')
  readonly #exprs = new IndexTable('expression')

  constructor(context: KernelContext) {
    this.#context = context
    this.#names.set(0, ANONYMOUS)
    this.#levels.set(0, ZERO)
  }

  name(value: KernelJson | undefined): Name {
    return this.#names.get(natural(value, 'a name'))
  }

  names(value: KernelJson | undefined, what: string): Name[] {
    return list(value, what).map((item) => this.name(item))
  }

  expr(value: KernelJson | undefined): Expr {
    return this.#exprs.get(natural(value, 'an expression'))
  }

  /** Whether the row was one of these; declarations are for another reader. */
  read(row: JsonObject): boolean {
    if (Object.hasOwn(row, 'ie')) this.#exprs.set(natural(row.ie, 'ie'), this.#expr(row))
    else if (Object.hasOwn(row, 'il')) this.#levels.set(natural(row.il, 'il'), this.#level(row))
    else if (Object.hasOwn(row, 'in')) this.#names.set(natural(row.in, 'in'), this.#name(row))
    else return false
    return true
  }

  #levelAt(value: KernelJson | undefined): Level {
    return this.#levels.get(natural(value, 'a level'))
  }

  #name(row: JsonObject): Name {
    const { names } = this.#context
    const kind = this.#kind(row, 'in')
    if (kind === 'str') {
      const { pre, str } = fields(row.str, 'str', ['pre', 'str'])
      return names.str(this.name(pre), textField(str, 'str'))
    }
    if (kind === 'num') {
      const { pre, i } = fields(row.num, 'num', ['pre', 'i'])
      return names.num(this.name(pre), natural(i, 'i'))
    }
    throw new FormatError(`'${kind}' is no kind of name`)
  }

  #level(row: JsonObject): Level {
    const { levels } = this.#context
    const kind = this.#kind(row, 'il')
    switch (kind) {
      case 'succ':
        return levels.succ(this.#levelAt(row.succ))
      case 'param':
        return levels.param(this.name(row.param))
      case 'max':
      case 'imax': {
        const [a, b, ...more] = list(row[kind], kind)
        if (more.length > 0) throw new FormatError(`${kind} takes two levels`)
        return levels[kind](this.#levelAt(a), this.#levelAt(b))
      }
      default:
        throw new FormatError(`'${kind}' is no kind of level`)
    }
  }

  #expr(row: JsonObject): Expr {
    const { exprs, levels } = this.#context
    const kind = this.#kind(row, 'ie')
    switch (kind) {
      case 'bvar':
        return exprs.bvar(this.#small(row.bvar, 'bvar'))
      case 'sort':
        return exprs.sort(this.#levelAt(row.sort))
      case 'const': {
        const { name, us } = fields(row.const, kind, ['name', 'us'])
        return exprs.const(this.name(name), levels.list(list(us, 'us').map((u) => this.#levelAt(u))))
      }
      case 'app': {
        const { fn, arg } = fields(row.app, kind, ['fn', 'arg'])
        return exprs.app(this.expr(fn), this.expr(arg))
      }
      case 'lam':
      case 'forallE': {
        const { name, type, body, binderInfo } = fields(row[kind], kind, [
          'name',
          'type',
          'body',
          'binderInfo',
        ])
        const note = this.name(name) * 4 + BINDER_KINDS.indexOf(oneOf(binderInfo, 'binderInfo', BINDER_KINDS))
        return exprs[kind === 'lam' ? 'lam' : 'pi'](this.expr(type), this.expr(body), note)
      }
      case 'letE': {
        const binder = fields(row.letE, kind, ['name', 'type', 'value', 'body', 'nondep'])
        flag(binder.nondep, 'nondep')
        return exprs.let(
          this.expr(binder.type),
          this.expr(binder.value),
          this.expr(binder.body),
          this.name(binder.name) * 4,
        )
      }
      case 'proj': {
        const { typeName, idx, struct } = fields(row.proj, kind, ['typeName', 'idx', 'struct'])
        return exprs.proj(this.name(typeName), this.#small(idx, 'idx'), this.expr(struct))
      }
      case 'natVal':
        return exprs.nat(this.#digits(textField(row.natVal, kind)))
      case 'strVal':
        return exprs.str(textField(row.strVal, kind))
      case 'mdata': {
        const { expr, data } = fields(row.mdata, kind, ['expr', 'data'])
        object(data, 'data')
        return this.expr(expr)
      }
      default:
        throw new FormatError(`'${kind}' is no kind of expression`)
    }
  }

  /** The one field beside the index. */
  #kind(row: JsonObject, index: string): string {
    const keys = Object.keys(row).filter((key) => key !== index)
    if (keys.length !== 1) throw new FormatError(`a row with '${index}' has one field beside it`)
    return keys[0] as string
  }

  #small(value: KernelJson | undefined, what: string): number {
    const index = natural(value, what)
    if (index > MAX_INDEX) throw new Declined(`${what} is ${index}; the limit is ${MAX_INDEX}`)
    return index
  }

  #digits(digits: string): bigint {
    if (!/^(?:0|[1-9]\d*)$/.test(digits)) throw new FormatError('natVal must be a number in decimal digits')
    if (digits.length > MAX_DIGITS) throw new Declined(`a literal has more than ${MAX_DIGITS} digits`)
    return BigInt(digits)
  }
}
