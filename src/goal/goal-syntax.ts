/**
 * Just enough Lean syntax to see which names are bound where: tokens, brackets and binders.
 * What it does not understand (patterns, `match`, `let`) stays as plain tokens, so two goals can only be told
 * apart too often, never confused.
 */

import { wordTable } from '../word-table.ts'
import { leanTokens } from './lean-tokens.ts'

/** A bound variable: an object, so that two variables of the same name stay two. */
export interface Variable {
  readonly name: string | undefined
  readonly type: readonly Syntax[]
  /** Declared in square brackets, hence found by instance search. */
  readonly instance: boolean
}

export type Syntax =
  | { readonly kind: 'token'; readonly text: string }
  | { readonly kind: 'variable'; readonly variable: Variable; readonly suffix: string }
  | { readonly kind: 'group'; readonly open: string; readonly items: readonly Syntax[] }
  | {
      readonly kind: 'binder'
      readonly keyword: string
      readonly variables: readonly Variable[]
      readonly body: readonly Syntax[]
    }

/** A goal as hypotheses and a conclusion. */
export interface Telescope {
  readonly variables: readonly Variable[]
  readonly body: readonly Syntax[]
}

const SYNONYMS = wordTable<string>({
  forall: '∀',
  exists: '∃',
  Π: '∀',
  λ: 'fun',
  '↦': '=>',
  '->': '→',
  '<->': '↔',
  '<=': '≤',
  '>=': '≥',
  '!=': '≠',
  '/\\': '∧',
  '\\/': '∨',
  ℕ: 'Nat',
  ℤ: 'Int',
})
const CLOSERS = wordTable<string>({ '(': ')', '{': '}', '[': ']', '⟨': '⟩', '⦃': '⦄' })
const BINDER_END = wordTable<string>({ '∀': ',', '∃': ',', '∃!': ',', Σ: ',', fun: '=>' })
const BINDER_PREDICATES = new Set(['∈', '∉', '<', '>', '≤', '≥', '≠', '⊆'])

const IDENTIFIER = /^(?:«|[\p{L}_])/u
// `xs[0]` indexes and `(p).1` projects, while `xs [0]` and `f .none` apply: the missing space carries meaning.
const GLUED = /[\p{L}\p{N}_'₀-₉)\]⟩]/u

function tokenize(text: string): string[] {
  return leanTokens(text).map(({ text: token, before }) => {
    const glued = (token === '[' || token === '.') && GLUED.test(before)
    return glued ? `~${token}` : (SYNONYMS[token] ?? token)
  })
}

// Deeper brackets and binders are read as plain tokens, so that no text can exhaust the stack.
const MOST_NESTED = 200

class OutOfFuel extends Error {}

class Parser {
  readonly #tokens: readonly string[]
  readonly #scope: Variable[] = []
  readonly #byName = new Map<string, Variable[]>()
  /** Places where what looked like a binder was none: trying them again inside each other would take for ever. */
  readonly #noBinder = new Set<number>()
  /** Tokens that may be read: a text that has them read over and over is made for that. */
  #fuel: number
  #at = 0
  #depth = 0

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
    this.#fuel = 16 * tokens.length + 1_000
  }

  get #next(): string | undefined {
    return this.#tokens[this.#at]
  }

  /** Items up to one of `stops`, a closing bracket that was not opened here, or the end. */
  items(stops: readonly string[]): Syntax[] {
    const found: Syntax[] = []
    this.#depth += 1
    for (let token = this.#next; token !== undefined; token = this.#next) {
      if (stops.includes(token) || /^[)}\]⟩⦄]$/.test(token)) break
      const nested =
        this.#depth <= MOST_NESTED ? (this.#binder(token, stops) ?? this.#group(token)) : undefined
      found.push(nested ?? this.#leaf(token))
    }
    this.#depth -= 1
    return found
  }

  /** Everything that is left, stray closing brackets included. */
  rest(): Syntax[] {
    const found: Syntax[] = []
    while (this.#next !== undefined) {
      append(found, this.items([]))
      if (this.#next !== undefined) found.push(this.#leaf(this.#next))
    }
    return found
  }

  /** `(a b : A) {h : P a} [C a] :`, as before the conclusion of a theorem. */
  signature(): Variable[] {
    const start = this.#at
    const depth = this.#scope.length
    const bracket = CLOSERS[this.#next ?? ''] !== undefined
    const variables = bracket ? this.#variables([':'], false) : undefined
    if (variables && variables.length > 0 && this.#next === ':') {
      this.#at += 1
      return variables
    }
    this.#at = start
    this.#leave(depth)
    return []
  }

  hypothesis(name: string): Variable {
    this.#at += 2
    return this.#declare(name, this.rest(), false)
  }

  /** Continue with other tokens in the same scope. */
  followedBy(tokens: readonly string[]): Parser {
    const parser = new Parser(tokens)
    for (const variable of this.#scope) parser.#enter(variable)
    return parser
  }

  #leaf(token: string): Syntax {
    this.#at += 1
    this.#burn()
    if (!IDENTIFIER.test(token)) return { kind: 'token', text: token }
    const dot = token.indexOf('.')
    const head = dot < 0 ? token : token.slice(0, dot)
    const variable = this.#byName.get(head)?.at(-1)
    if (!variable) return { kind: 'token', text: token }
    return { kind: 'variable', variable, suffix: dot < 0 ? '' : token.slice(dot) }
  }

  #burn(): void {
    this.#fuel -= 1
    if (this.#fuel < 0) throw new OutOfFuel()
  }

  #group(token: string): Syntax | undefined {
    const bare = token.startsWith('~') ? token.slice(1) : token
    const closer = CLOSERS[bare]
    if (!closer) return undefined
    this.#at += 1
    const items: Syntax[] = this.items([])
    if (this.#next === closer) {
      this.#at += 1
      return { kind: 'group', open: token, items }
    }
    return { kind: 'group', open: `${token}?`, items }
  }

  #binder(keyword: string, stops: readonly string[]): Syntax | undefined {
    const end = BINDER_END[keyword]
    if (!end || this.#noBinder.has(this.#at)) return undefined
    const start = this.#at
    const depth = this.#scope.length
    this.#at += 1
    const variables = this.#variables([end], keyword === '∀')
    if (variables && variables.length > 0 && this.#next === end) {
      this.#at += 1
      const body = this.items(stops.includes(',') ? stops : [...stops, ','])
      this.#leave(depth)
      return { kind: 'binder', keyword, variables, body }
    }
    this.#at = start
    this.#leave(depth)
    this.#noBinder.add(start)
    return undefined
  }

  /** The declared variables, or nothing if this is a pattern or another form we leave alone. */
  #variables(ends: readonly string[], predicates: boolean): Variable[] | undefined {
    const variables: Variable[] = []
    for (let token = this.#next; token !== undefined && !ends.includes(token); token = this.#next) {
      if (CLOSERS[token] && token !== '⟨') {
        const declared = this.#bracketed(token)
        if (!declared) return undefined
        append(variables, declared)
        continue
      }
      const names = this.#names()
      if (names.length === 0) return undefined
      const after = this.#next
      if (after === ':' && !ends.includes(':')) {
        this.#at += 1
        const type = this.items(ends)
        append(
          variables,
          names.map((name) => this.#declare(name, type, false)),
        )
      } else {
        append(
          variables,
          names.map((name) => this.#declare(name, [], false)),
        )
        if (after === undefined || !BINDER_PREDICATES.has(after)) continue
        // `∀ x > 0, …` hides a hypothesis; under other binders it means something else, so leave those alone.
        const last = variables.at(-1)
        if (!predicates || !last) return undefined
        const subject: Syntax = { kind: 'variable', variable: last, suffix: '' }
        variables.push({ name: undefined, type: [subject, ...this.items(ends)], instance: false })
      }
    }
    return variables
  }

  #bracketed(open: string): Variable[] | undefined {
    this.#at += 1
    const start = this.#at
    const names = this.#names()
    const instance = open === '['
    const named = names.length > 0 && this.#next === ':'
    if (named) this.#at += 1
    else if (!instance) return undefined
    else this.#at = start
    const type = this.items([':='])
    if (this.#next !== CLOSERS[open]) return undefined
    this.#at += 1
    if (!named) return [{ name: undefined, type, instance }]
    return names.map((name) => this.#declare(name, type, instance))
  }

  #names(): string[] {
    const names: string[] = []
    for (let token = this.#next; token !== undefined && IDENTIFIER.test(token); token = this.#next) {
      if (token.includes('.')) break
      names.push(token)
      this.#at += 1
      this.#burn()
    }
    return names
  }

  #declare(name: string, type: readonly Syntax[], instance: boolean): Variable {
    const variable: Variable = { name: name === '_' ? undefined : name, type, instance }
    this.#enter(variable)
    return variable
  }

  #enter(variable: Variable): void {
    this.#scope.push(variable)
    if (variable.name === undefined) return
    const namesakes = this.#byName.get(variable.name)
    if (namesakes) namesakes.push(variable)
    else this.#byName.set(variable.name, [variable])
  }

  #leave(depth: number): void {
    while (this.#scope.length > depth) {
      const name = this.#scope.pop()?.name
      if (name !== undefined) this.#byName.get(name)?.pop()
    }
  }
}

/** The goal with its context, its signature and its leading `∀` and `→` read as one list of hypotheses. */
export function parseGoal(text: string, context: readonly string[]): Telescope {
  try {
    return parsed(text, context)
  } catch (error) {
    if (!(error instanceof OutOfFuel)) throw error
    const tokens = [...context, text].flatMap((part) => tokenize(part))
    return { variables: [], body: tokens.map((token) => ({ kind: 'token', text: token })) }
  }
}

function parsed(text: string, context: readonly string[]): Telescope {
  const variables: Variable[] = []
  let parser = new Parser([])
  for (const line of context) {
    parser = parser.followedBy(tokenize(line))
    const [name, colon] = tokenize(line)
    if (name !== undefined && colon === ':' && IDENTIFIER.test(name)) variables.push(parser.hypothesis(name))
    else variables.push({ name: undefined, type: parser.rest(), instance: false })
  }
  parser = parser.followedBy(withoutHeader(tokenize(text)))
  append(variables, parser.signature())
  return flatten(variables, parser.rest())
}

/** `theorem name (a : A) : P := proof` states what `(a : A) : P` states. */
function withoutHeader(tokens: readonly string[]): readonly string[] {
  const keyword = tokens[0] ?? ''
  if (!['theorem', 'lemma', 'example'].includes(keyword)) return tokens
  const statement = tokens.slice(keyword === 'example' ? 1 : 2)
  const first = statement[0] ?? ''
  if (first !== ':' && CLOSERS[first] === undefined) return tokens
  const proof = statement.indexOf(':=')
  return statement.slice(first === ':' ? 1 : 0, proof < 0 ? undefined : proof)
}

/** Like `push(...items)`, which fails for very long lists. */
function append<T>(target: T[], items: readonly T[]): void {
  for (const item of items) target.push(item)
}

const LOOSER_THAN_ARROW = new Set(['↔', '<|', '|>', '$', ',', ';', ':'])

function flatten(hypotheses: readonly Variable[], conclusion: readonly Syntax[]): Telescope {
  const variables = [...hypotheses]
  let body = conclusion
  for (;;) {
    const only = body.length === 1 ? body[0] : undefined
    if (only?.kind === 'group' && only.open === '(') body = only.items
    else if (only?.kind === 'binder' && only.keyword === '∀') {
      append(variables, only.variables)
      body = only.body
    } else {
      const parts = splitArrows(body)
      const last = parts.pop() ?? []
      if (parts.length === 0) return { variables, body }
      for (const type of parts) variables.push({ name: undefined, type, instance: false })
      body = last
    }
  }
}

/** `P → Q → R` as its parts; a looser operator at the same level means that the arrow is not the outermost. */
function splitArrows(body: readonly Syntax[]): Syntax[][] {
  if (body.some((item) => item.kind === 'token' && LOOSER_THAN_ARROW.has(item.text))) return [[...body]]
  const parts: Syntax[][] = [[]]
  for (const item of body) {
    if (item.kind === 'token' && item.text === '→') parts.push([])
    else parts.at(-1)?.push(item)
  }
  // A dangling arrow is not Lean; leave the text as it is.
  return parts.every((part) => part.length > 0) ? parts : [[...body]]
}
