/**
 * A small language for the kernel's tests: every argument and universe is written out.
 *
 *   axiom c.{u} : Sort u
 *   def f : A → A := fun (x : A) => x            abbrev, theorem, opaque alike
 *   inductive T.{u} (p : A) : B | mk : …         `(p : A)` are parameters, and part of the constructors' types
 *   mutual inductive … inductive … end
 *   quotient
 *
 * Terms: `Prop`, `Type`, `Sort l`, `c.{l,…}`, `fun (x : A) => b`, `(x : A) → B`, `A → B`, `let x : A := v; b`,
 * `proj T i e`, numbers, texts; levels: numbers, names, `(max a b)`, `(imax a b)`, `(l + 1)`.
 */
import type { KernelContext } from './context.ts'
import type { Declaration } from './declare/declaration.ts'
import type { TypeSpec } from './inductive/family.ts'
import type { Expr } from './terms/exprs.ts'
import { type Level, ZERO } from './terms/levels.ts'
import type { Name } from './terms/names.ts'

const TOKEN =
  /\s*(?:--[^\n]*\n\s*)*([\p{L}_][\p{L}\p{N}_']*(?:\.[\p{L}_][\p{L}\p{N}_']*)*|\d+|"[^"]*"|:=|=>|→|\.\{|[(){}:;|,+])/uy
const KEYWORDS = new Set([
  'axiom',
  'def',
  'abbrev',
  'theorem',
  'opaque',
  'inductive',
  'mutual',
  'end',
  'quotient',
  'unsafe',
  'assume',
])

export function parseDeclarations(context: KernelContext, source: string): Declaration[] {
  return new Parser(context, source).declarations()
}

class Parser {
  readonly #context: KernelContext
  readonly #tokens: string[]
  #at = 0

  constructor(context: KernelContext, source: string) {
    this.#context = context
    this.#tokens = tokens(source)
  }

  declarations(): Declaration[] {
    const all: Declaration[] = []
    while (this.#at < this.#tokens.length) all.push(...this.#declaration())
    return all
  }

  #declaration(): Declaration[] {
    const isUnsafe = this.#accept('unsafe')
    const word = this.#next()
    switch (word) {
      case 'axiom':
      case 'assume':
        return [{ kind: word === 'axiom' ? 'axiom' : 'assumption', ...this.#signature(), isUnsafe }]
      case 'def':
      case 'abbrev': {
        const signature = this.#signature()
        const hints = word === 'abbrev' ? 'abbrev' : 1
        return [
          {
            kind: 'definition',
            ...signature,
            value: this.#value(),
            hints,
            safety: isUnsafe ? 'unsafe' : 'safe',
          },
        ]
      }
      case 'theorem':
        return [{ kind: 'theorem', ...this.#signature(), value: this.#value() }]
      case 'opaque':
        return [{ kind: 'opaque', ...this.#signature(), value: this.#value(), isUnsafe }]
      case 'inductive':
        return [this.#inductives([this.#inductive()], isUnsafe)]
      case 'mutual': {
        const types = []
        while (this.#accept('inductive')) types.push(this.#inductive())
        this.#expect('end')
        return [this.#inductives(types, isUnsafe)]
      }
      case 'quotient':
        return quotients(this.#context)
      default:
        throw new Error(`'${word}' begins no declaration`)
    }
  }

  #head(): { name: Name; levelParams: Name[] } {
    const name = this.#context.names.of(this.#next())
    return {
      name,
      levelParams: this.#accept('.{') ? this.#list('}', () => this.#context.names.of(this.#next())) : [],
    }
  }

  #signature() {
    const head = this.#head()
    this.#expect(':')
    return { ...head, type: this.#term([]) }
  }

  #value(): Expr {
    this.#expect(':=')
    return this.#term([])
  }

  #inductive() {
    const { exprs } = this.#context
    const head = this.#head()
    const params: { text: string; type: Expr }[] = []
    const scope: string[] = []
    while (this.#accept('(')) {
      const text = this.#next()
      this.#expect(':')
      params.push({ text, type: this.#term(scope) })
      scope.push(text)
      this.#expect(')')
    }
    const close = (e: Expr) => params.reduceRight((body, { type }) => exprs.pi(type, body), e)
    this.#expect(':')
    const type = close(this.#term(scope))
    const ctors: TypeSpec['ctors'][number][] = []
    while (this.#accept('|')) {
      const name = this.#context.names.of(`${this.#context.names.text(head.name)}.${this.#next()}`)
      this.#expect(':')
      ctors.push({ name, type: close(this.#term(scope)) })
    }
    return { ...head, type, ctors, numParams: params.length }
  }

  #inductives(
    types: readonly (TypeSpec & { levelParams: Name[]; numParams: number })[],
    isUnsafe: boolean,
  ): Declaration {
    const [first] = types
    return {
      kind: 'inductive',
      levelParams: first?.levelParams ?? [],
      numParams: first?.numParams ?? 0,
      isUnsafe,
      types: types.map(({ name, type, ctors }) => ({ name, type, ctors })),
    }
  }

  #term(scope: readonly string[]): Expr {
    const { exprs } = this.#context
    if (this.#accept('fun')) {
      const [name, type] = this.#binder(scope)
      this.#expect('=>')
      return exprs.lam(type, this.#term([...scope, name]))
    }
    if (this.#accept('let')) {
      const name = this.#next()
      this.#expect(':')
      const type = this.#term(scope)
      this.#expect(':=')
      const value = this.#term(scope)
      this.#expect(';')
      return exprs.let(type, value, this.#term([...scope, name]))
    }
    if (this.#peek() === '(' && this.#tokens[this.#at + 2] === ':') {
      const [name, type] = this.#binder(scope)
      this.#expect('→')
      return exprs.pi(type, this.#term([...scope, name]))
    }
    const left = this.#application(scope)
    // The name of an arrow's variable cannot be written.
    return this.#accept('→') ? exprs.pi(left, this.#term([...scope, ''])) : left
  }

  #binder(scope: readonly string[]): [string, Expr] {
    this.#expect('(')
    const name = this.#next()
    this.#expect(':')
    const type = this.#term(scope)
    this.#expect(')')
    return [name, type]
  }

  #application(scope: readonly string[]): Expr {
    let e = this.#atom(scope)
    while (this.#startsAtom()) e = this.#context.exprs.app(e, this.#atom(scope))
    return e
  }

  #startsAtom(): boolean {
    const token = this.#peek()
    return token !== undefined && /^[("\d\p{L}_]/u.test(token) && !KEYWORDS.has(token)
  }

  #atom(scope: readonly string[]): Expr {
    const { exprs, levels, names } = this.#context
    const token = this.#next()
    if (token === '(') {
      const e = this.#term(scope)
      this.#expect(')')
      return e
    }
    if (token === 'Prop') return exprs.sort(ZERO)
    if (token === 'Type') return exprs.sort(levels.succ(ZERO))
    if (token === 'Sort') return exprs.sort(this.#level())
    if (token === 'proj') {
      const type = names.of(this.#next())
      return exprs.proj(type, Number(this.#next()), this.#atom(scope))
    }
    if (token === 'loose') return exprs.bvar(scope.length + Number(this.#next()))
    if (/^\d/.test(token)) return exprs.nat(BigInt(token))
    if (token.startsWith('"')) return exprs.str(token.slice(1, -1))
    const at = scope.lastIndexOf(token)
    if (at >= 0) return exprs.bvar(scope.length - 1 - at)
    const us = this.#accept('.{') ? this.#list('}', () => this.#level()) : []
    return exprs.const(names.of(token), levels.list(us))
  }

  #level(): Level {
    const { levels, names } = this.#context
    const token = this.#next()
    if (/^\d/.test(token)) return levels.ofNumber(Number(token))
    if (token !== '(') return levels.param(names.of(token))
    const word = this.#peek()
    let level: Level
    if (word === 'max' || word === 'imax') {
      this.#next()
      const a = this.#level()
      level = levels[word](a, this.#level())
    } else {
      level = this.#level()
      this.#expect('+')
      for (let n = Number(this.#next()); n > 0; n--) level = levels.succ(level)
    }
    this.#expect(')')
    return level
  }

  #list<T>(end: string, item: () => T): T[] {
    const all: T[] = []
    while (!this.#accept(end)) {
      all.push(item())
      this.#accept(',')
    }
    return all
  }

  #peek(): string | undefined {
    return this.#tokens[this.#at]
  }

  #next(): string {
    const token = this.#tokens[this.#at++]
    if (token === undefined) throw new Error('the text ends too early')
    return token
  }

  #accept(token: string): boolean {
    if (this.#peek() !== token) return false
    this.#at++
    return true
  }

  #expect(token: string): void {
    if (!this.#accept(token))
      throw new Error(`'${token}' is wanted before ${this.#tokens.slice(this.#at, this.#at + 5).join(' ')}`)
  }
}

function tokens(source: string): string[] {
  const all: string[] = []
  TOKEN.lastIndex = 0
  for (;;) {
    const at = TOKEN.lastIndex
    const match = TOKEN.exec(source)
    if (!match) {
      if (
        source
          .slice(at)
          .replace(/--[^\n]*/g, '')
          .trim() !== ''
      )
        throw new Error(`cannot read: ${source.slice(at, at + 40)}`)
      return all
    }
    // `c.{` is a name and the beginning of its levels.
    all.push(match[1] as string)
  }
}

const QUOTIENT = `
axiom Quot.{u} : (α : Sort u) → (α → α → Prop) → Sort u
axiom Quot.mk.{u} : (α : Sort u) → (r : α → α → Prop) → α → Quot.{u} α r
axiom Quot.lift.{u,v} : (α : Sort u) → (r : α → α → Prop) → (β : Sort v) → (f : α → β) →
  ((a : α) → (b : α) → r a b → Eq.{v} β (f a) (f b)) → Quot.{u} α r → β
axiom Quot.ind.{u} : (α : Sort u) → (r : α → α → Prop) → (β : Quot.{u} α r → Prop) →
  ((a : α) → β (Quot.mk.{u} α r a)) → (q : Quot.{u} α r) → β q
`

function quotients(context: KernelContext): Declaration[] {
  const kinds = ['type', 'ctor', 'lift', 'ind'] as const
  return parseDeclarations(context, QUOTIENT).map((declaration, i) => {
    if (declaration.kind !== 'axiom') throw new Error('the quotients are written as axioms')
    const { name, levelParams, type } = declaration
    return { kind: 'quotient', name, levelParams, type, quotient: kinds[i] ?? 'type' }
  })
}
