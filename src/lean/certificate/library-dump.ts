/** Reads what `lean/Orch/Search/Library.lean` writes: every constant of an environment, as text. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { OrchError } from '../../errors.ts'
import type { Expr, KernelContext, Level, Name } from '../../kernel/index.ts'

const signature = { name: z.number(), levels: z.array(z.number()), type: z.number() }
const row = z.discriminatedUnion('kind', [
  z.object({ ...signature, kind: z.literal('axiom'), unsafe: z.boolean(), original: z.string() }),
  z.object({
    ...signature,
    kind: z.literal('definition'),
    value: z.number(),
    hints: z.union([z.literal('opaque'), z.literal('abbrev'), z.number()]),
    safety: z.enum(['safe', 'unsafe', 'partial']),
  }),
  z.object({ ...signature, kind: z.literal('theorem'), value: z.number() }),
  z.object({ ...signature, kind: z.literal('opaque'), value: z.number(), unsafe: z.boolean() }),
  z.object({ ...signature, kind: z.literal('quotient'), quotient: z.enum(['type', 'ctor', 'lift', 'ind']) }),
  z.object({
    ...signature,
    kind: z.literal('inductive'),
    numParams: z.number(),
    numIndices: z.number(),
    all: z.array(z.number()),
    ctors: z.array(z.number()),
    numNested: z.number(),
    isRec: z.boolean(),
    unsafe: z.boolean(),
    isReflexive: z.boolean(),
  }),
  z.object({
    ...signature,
    kind: z.literal('constructor'),
    induct: z.number(),
    index: z.number(),
    numParams: z.number(),
    numFields: z.number(),
  }),
  z.object({
    ...signature,
    kind: z.literal('recursor'),
    all: z.array(z.number()),
    numParams: z.number(),
    numIndices: z.number(),
    numMotives: z.number(),
    numMinors: z.number(),
    rules: z.array(z.tuple([z.number(), z.number(), z.number()])),
    k: z.boolean(),
  }),
])

/** A constant as dumped, its numbers those of the context that it was read into. */
export type LibraryRow = z.infer<typeof row>

/** Calls `each` for every constant, with its names and terms in `context`. */
export async function readDump(
  file: string,
  context: KernelContext,
  each: (constant: LibraryRow) => void,
): Promise<void> {
  const reader = new DumpReader(context)
  for await (const line of createInterface({
    input: createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    const constant = reader.line(line)
    if (constant) each(constant)
  }
}

class DumpReader {
  readonly #context: KernelContext
  readonly #names: Name[] = [0]
  readonly #levels: Level[] = [0]
  #exprs: Expr[] = []

  constructor(context: KernelContext) {
    this.#context = context
  }

  line(line: string): LibraryRow | undefined {
    const { names, levels } = this.#context
    const body = line.slice(1)
    switch (line[0]) {
      case 'n': {
        const at = body.indexOf(' ')
        const part = JSON.parse(body.slice(at + 1)) as string
        this.#names.push(names.str(this.#name(Number(body.slice(0, at))), part))
        return undefined
      }
      case 'i': {
        const [prefix, part] = numbers(body)
        this.#names.push(names.num(this.#name(prefix), part as number))
        return undefined
      }
      case 'u': {
        const [a, b] = numbers(body.slice(1))
        if (body[0] === 'p') this.#levels.push(levels.param(this.#name(a)))
        else if (body[0] === 's') this.#levels.push(levels.succ(this.#level(a)))
        else this.#levels.push(levels[body[0] === 'm' ? 'max' : 'imax'](this.#level(a), this.#level(b)))
        return undefined
      }
      case '{':
        return this.#constant(line)
      case undefined:
        return undefined
      default:
        this.#exprs.push(this.#expr(line[0] as string, body))
        return undefined
    }
  }

  #expr(kind: string, body: string): Expr {
    const { exprs, levels } = this.#context
    if (kind === 'N') return exprs.nat(BigInt(body))
    if (kind === 'T') return exprs.str(JSON.parse(body) as string)
    const [a, b, c, d] = numbers(body)
    switch (kind) {
      case 'b':
        return exprs.bvar(a as number)
      case 's':
        return exprs.sort(this.#level(a))
      case 'c': {
        const [name, ...us] = numbers(body)
        return exprs.const(this.#name(name), levels.list(us.map((u) => this.#level(u))))
      }
      case 'a':
        return exprs.app(this.#at(a), this.#at(b))
      case 'l':
        return exprs.lam(this.#at(a), this.#at(b), this.#name(c) * 4 + (d as number))
      case 'p':
        return exprs.pi(this.#at(a), this.#at(b), this.#name(c) * 4 + (d as number))
      case 'z':
        return exprs.let(this.#at(a), this.#at(b), this.#at(c), this.#name(d) * 4)
      case 'j':
        return exprs.proj(this.#name(a), b as number, this.#at(c))
      default:
        throw broken(`a row begins with '${kind}'`)
    }
  }

  #constant(line: string): LibraryRow {
    const parsed = row.parse(JSON.parse(line))
    const names = (list: readonly number[]) => list.map((n) => this.#name(n))
    const result: LibraryRow = {
      ...parsed,
      name: this.#name(parsed.name),
      levels: names(parsed.levels),
      type: this.#at(parsed.type),
      ...('value' in parsed && { value: this.#at(parsed.value) }),
      ...('all' in parsed && { all: names(parsed.all) }),
      ...('ctors' in parsed && { ctors: names(parsed.ctors) }),
      ...('induct' in parsed && { induct: this.#name(parsed.induct) }),
      ...('rules' in parsed && {
        rules: parsed.rules.map(([ctor, fields, rhs]) => [this.#name(ctor), fields, this.#at(rhs)] as const),
      }),
    } as LibraryRow
    this.#exprs = []
    return result
  }

  #name(index: number | undefined): Name {
    return known(this.#names[index ?? -1])
  }

  #level(index: number | undefined): Level {
    return known(this.#levels[index ?? -1])
  }

  #at(index: number | undefined): Expr {
    return known(this.#exprs[index ?? -1])
  }
}

function numbers(body: string): number[] {
  return body.split(' ').map(Number)
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw broken('it uses what it has not written')
  return value
}

function broken(why: string): OrchError {
  return new OrchError('library_broken', `Lean's list of its library cannot be read: ${why}.`, {
    hint: 'Remove the cache folder with "orch clean" and try again.',
  })
}
