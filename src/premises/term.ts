/**
 * Lean terms as trees, read from the text that Lean prints of them or that a person types. It knows what statements
 * of a library are made of (operators, applications, field notation, binders) and gives up on the rest: whoever asks
 * gets undefined and goes by names and constants instead. Nothing here decides what is true.
 */
import { wordTable } from '../word-table.ts'

/** `head` is an operator, a constant, a variable or a binder's word; `_` and `?x` are holes. */
export interface Term {
  readonly head: string
  readonly args: readonly Term[]
}

export interface Reading {
  /** What follows `∀ …,` and the hypotheses. */
  readonly conclusion: Term
  readonly hypotheses: readonly Term[]
  /** Variables that are bound at the front, in order. */
  readonly bound: readonly string[]
  /** Names without a dot that nothing binds. */
  readonly free: ReadonlySet<string>
  /** Types of binders and ascriptions. */
  readonly types: readonly Term[]
}

/** Binding power and side of Lean's infix operators, as the library declares them. */
const INFIX = wordTable<readonly [number, 'left' | 'right']>({
  ...group(10, 'right', '<| $'),
  ...group(10, 'left', '|>'),
  ...group(20, 'right', '↔ <|>'),
  ...group(25, 'right', '→'),
  ...group(30, 'right', '∨ || ⊕'),
  ...group(33, 'left', '^^'),
  ...group(35, 'right', '∧ && ×'),
  ...group(50, 'left', '= ≠ < ≤ > ≥ == != ∈ ∉ ⊆ ⊂ ≍ ≈ ∣ ~ <+ <+: <:+ <:+: ≃ ∼'),
  ...group(55, 'left', '>>= ||| >=>'),
  ...group(58, 'left', '^^^'),
  ...group(60, 'left', '&&& <*> >> *> <*'),
  ...group(65, 'left', '+ - ++ ∪'),
  ...group(67, 'right', '::'),
  ...group(70, 'left', '* / % ∩'),
  ...group(73, 'right', '•'),
  ...group(75, 'right', '^ ▸'),
  ...group(75, 'left', '<<< >>>'),
  ...group(90, 'right', '∘'),
  ...group(100, 'right', '<$>'),
})
const PREFIX = wordTable<number>({
  '¬': 40,
  '!': 90,
  '-': 75,
  '↑': 1000,
  '⇑': 1000,
  '~~~': 100,
})
const SPELLINGS = wordTable<string>({
  '->': '→',
  '<->': '↔',
  '<=': '≤',
  '>=': '≥',
  '/\\': '∧',
  '\\/': '∨',
  λ: 'fun',
  '↦': '=>',
  ℕ: 'Nat',
  ℤ: 'Int',
})
const TOKEN =
  /\s*((?:\?|@)?[\p{L}_][\p{L}\p{N}_'!?✝ᶜ₀-₉⁰-⁹¹²³]*(?:\.[\p{L}_][\p{L}\p{N}_'!?₀-₉]*|\.\d+)*|\.[\p{L}_\d][\p{L}\p{N}_'!?]*|\d+|"[^"]*"|[()[\]{}⟨⟩⦃⦄,;]|⋯|[∀∃λ]|(?:[^\s\p{L}\p{N}_()[\]{}⟨⟩⦃⦄,;"∀∃λ⋯]+))/uy
const CLOSE = wordTable<string>({ '(': ')', '[': ']', '{': '}', '⟨': '⟩', '⦃': '⦄' })
const WORDS = new Set(['fun', 'then', 'else', 'with', 'match', 'let', 'have', 'do', 'from', 'at'])

function group(power: number, side: 'left' | 'right', operators: string) {
  return Object.fromEntries(operators.split(' ').map((operator) => [operator, [power, side] as const]))
}

class NotUnderstood extends Error {}

/** Undefined where the text uses something that this reader does not know. `variables` are bound outside of it. */
export function readTerm(text: string, variables: readonly string[] = []): Reading | undefined {
  try {
    return new Reader(text, variables).statement()
  } catch (error) {
    if (error instanceof NotUnderstood) return undefined
    throw error
  }
}

interface Token {
  readonly text: string
  /** Nothing is between it and the token before it. */
  readonly isAttached: boolean
}

class Reader {
  readonly #tokens: Token[] = []
  readonly #scope: string[]
  readonly #free = new Set<string>()
  readonly #types: Term[] = []
  #at = 0

  constructor(text: string, variables: readonly string[]) {
    this.#scope = [...variables]
    TOKEN.lastIndex = 0
    let end = 0
    while (text.slice(end).trim() !== '') {
      const found = TOKEN.exec(text)
      if (!found?.[1]) throw new NotUnderstood()
      const symbol = SPELLINGS[found[1]] ?? found[1].replace(/^@(?=.)/, '')
      this.#tokens.push({ text: symbol, isAttached: found[0] === found[1] && end > 0 })
      end = TOKEN.lastIndex
    }
  }

  statement(): Reading {
    const bound: string[] = []
    while (this.#peek() === '∀') {
      this.#at++
      bound.push(...this.#binders(','))
    }
    let conclusion = this.#term(0)
    if (this.#at < this.#tokens.length) throw new NotUnderstood()
    const hypotheses: Term[] = []
    while (conclusion.head === '→' || conclusion.head === '∀') {
      const [first, second] = conclusion.args
      const next = conclusion.args.at(-1)
      if (!next) break
      if (conclusion.head === '→' && first && second) hypotheses.push(first)
      conclusion = next
    }
    return { conclusion, hypotheses, bound, free: this.#free, types: this.#types }
  }

  #peek(): string | undefined {
    return this.#tokens[this.#at]?.text
  }

  #take(expected?: string): string {
    const token = this.#peek()
    if (token === undefined || (expected !== undefined && token !== expected)) throw new NotUnderstood()
    this.#at++
    return token
  }

  /** `(a b : Nat) {c} x y : T` up to the token that ends them; the names are in scope from here on. */
  #binders(end: string): string[] {
    const names: string[] = []
    for (;;) {
      const token = this.#take()
      if (token === end) return names
      const close = CLOSE[token]
      if (close !== undefined) names.push(...this.#bracketed(token, close))
      else if (token === ':') this.#types.push(this.#term(0))
      else if (INFIX[token]) {
        // `∀ x < n, …` and `∃ x ∈ xs, …`: a hypothesis that is not kept apart.
        this.#term(51)
      } else names.push(this.#bind(token))
    }
  }

  #bracketed(open: string, close: string): string[] {
    const names: string[] = []
    const isNamed = this.#tokens.slice(this.#at).findIndex(({ text }) => text === ':' || text === close)
    if (open === '[' && this.#tokens[this.#at + isNamed]?.text !== ':') {
      this.#types.push(this.#term(0))
    } else {
      while (this.#peek() !== ':' && this.#peek() !== close) names.push(this.#bind(this.#take()))
      if (this.#peek() === ':') {
        this.#at++
        this.#types.push(this.#term(0))
        if (this.#peek() === ':=') this.#skipTo(close)
      }
    }
    this.#take(close)
    return names
  }

  #bind(name: string): string {
    if (!/^[\p{L}_]/u.test(name)) throw new NotUnderstood()
    this.#scope.push(name)
    return name
  }

  #skipTo(close: string): void {
    while (this.#peek() !== close) this.#take()
  }

  #term(least: number): Term {
    let left = this.#prefixed()
    for (;;) {
      const operator = this.#peek() ?? ''
      const [power, side] = INFIX[operator] ?? [-1, 'left']
      if (power < least || power < 0) return left
      this.#at++
      const right = this.#term(side === 'left' ? power + 1 : power)
      left = infix(operator, left, right)
    }
  }

  #prefixed(): Term {
    const token = this.#peek() ?? ''
    if (token === '∀' || token === '∃' || token === 'fun') {
      this.#at++
      const depth = this.#scope.length
      this.#binders(token === 'fun' ? '=>' : ',')
      const body = this.#term(0)
      this.#scope.length = depth
      return { head: token, args: [body] }
    }
    if (token === 'if') return this.#conditional()
    const power = PREFIX[token]
    if (power !== undefined) {
      this.#at++
      const inner = this.#term(power)
      // A coercion is how the library says that two types share a value.
      return token === '↑' || token === '⇑' ? inner : { head: `${token}·`, args: [inner] }
    }
    return this.#application()
  }

  #conditional(): Term {
    this.#take('if')
    if (this.#tokens[this.#at + 1]?.text === ':') {
      this.#bind(this.#take())
      this.#at++
    }
    const condition = this.#term(0)
    this.#take('then')
    const yes = this.#term(0)
    this.#take('else')
    return { head: 'if', args: [condition, yes, this.#term(0)] }
  }

  #application(): Term {
    let head = this.#atom()
    const args: Term[] = []
    while (this.#startsAtom()) args.push(this.#atom())
    // `l.any fun x => …`: a function needs no brackets as the last argument.
    if (this.#peek() === 'fun') args.push(this.#prefixed())
    if (args.length > 0) head = { head: head.head, args: [...head.args, ...args] }
    return head
  }

  #startsAtom(): boolean {
    const token = this.#peek()
    if (token === undefined || WORDS.has(token) || token === 'if') return false
    return /^[\p{L}_?\d"([⟨⋯↑#]/u.test(token)
  }

  #atom(): Term {
    let term = this.#plainAtom()
    for (;;) {
      const token = this.#tokens[this.#at]
      if (!token?.isAttached) return term
      if (/^\.[\p{L}_\d]/u.test(token.text)) {
        this.#at++
        term = fields(term, token.text.slice(1))
      } else if (token.text === '[') {
        this.#at++
        const index = this.#term(0)
        this.#take(']')
        const mark = this.#tokens[this.#at]
        const isMarked = mark?.isAttached && (mark.text === '?' || mark.text === '!')
        if (isMarked) this.#at++
        term = { head: `[]${isMarked ? mark.text : ''}`, args: [term, index] }
      } else if (token.text === '#') {
        this.#at++
        term = { head: '#', args: [term, this.#plainAtom()] }
      } else if (token.text === '⁻¹') {
        this.#at++
        term = { head: token.text, args: [term] }
      } else return term
    }
  }

  #plainAtom(): Term {
    const token = this.#take()
    if (token === '(') return this.#parenthesised()
    if (token === '↑') return this.#atom()
    if (token === '#' && this.#peek() === '[') return this.#plainAtom()
    if (token === '{') {
      this.#skipTo('}')
      this.#take('}')
      return { head: '{…}', args: [] }
    }
    if (token === '[') return { head: '[…]', args: this.#list(']') }
    if (token === '⟨') return { head: '⟨…⟩', args: this.#list('⟩') }
    if (WORDS.has(token) || !/^[\p{L}_?\d"⋯]/u.test(token)) throw new NotUnderstood()
    return this.#name(token)
  }

  #parenthesised(): Term {
    const section = this.#tokens.slice(this.#at, this.#at + 2)
    if (section[0]?.text === '·') throw new NotUnderstood()
    if (section[1]?.text === ':=') throw new NotUnderstood()
    const items = [this.#term(0)]
    if (this.#peek() === ':') {
      this.#at++
      this.#types.push(this.#term(0))
    }
    while (this.#peek() === ',') {
      this.#at++
      items.push(this.#term(0))
    }
    this.#take(')')
    const [only] = items
    return items.length === 1 && only ? only : { head: '(…)', args: items }
  }

  #list(close: string): Term[] {
    const items: Term[] = []
    while (this.#peek() !== close) {
      items.push(this.#term(0))
      if (this.#peek() !== close) this.#take(',')
    }
    this.#take(close)
    return items
  }

  /** `xs.length` is the field of a variable, `List.length` a constant. */
  #name(token: string): Term {
    const [first = '', ...rest] = token.split('.')
    const isBound = this.#scope.includes(first)
    const isHole = first.startsWith('?') || first === '_'
    const isFree = !isBound && !isHole && isVariableName(first)
    if (isFree) this.#free.add(first)
    if (!isBound && !isHole && !isFree) return { head: token, args: [] }
    return rest.reduce((term: Term, field) => fields(term, field), { head: first, args: [] })
  }
}

/** How people and libraries name variables: one or two small letters, perhaps with a number or a mark. */
export function isVariableName(name: string): boolean {
  return /^(?:\p{Ll}{1,2}s?|[α-ωA-Z])[\d₀-₉]*['✝¹²³]*$/u.test(name) && !/^(?:id|eq|or)$/.test(name)
}

function fields(term: Term, field: string): Term {
  return field.split('.').reduce((inner: Term, name) => ({ head: `.${name}`, args: [inner] }), term)
}

/** `a > b` is `b < a`, as in the library. */
function infix(operator: string, left: Term, right: Term): Term {
  if (operator === '>') return { head: '<', args: [right, left] }
  if (operator === '≥') return { head: '≤', args: [right, left] }
  if (operator === '<|' || operator === '$') return { head: left.head, args: [...left.args, right] }
  return { head: operator, args: [left, right] }
}
