/** Patterns with holes, as in Loogle: `List.map _ (List.map _ _)`, `?a + ?b = ?b + ?a`, constants, "parts of names". */
import { isVariableName, type Reading, readTerm, type Term } from './term.ts'

export interface Pattern {
  readonly shapes: readonly Shape[]
  /** Constants that a theorem must mention. */
  readonly constants: readonly string[]
  /** Parts of its name, in quotes. */
  readonly nameParts: readonly string[]
  /** Text that every match has in its statement: most theorems are ruled out by it. */
  readonly required: readonly string[]
}

interface Shape {
  readonly term: Term
  /** What stands before an arrow: each has to fit some hypothesis of the theorem. */
  readonly hypotheses: readonly Term[]
  /** After `⊢`: the conclusion itself, not a part of the statement. */
  readonly isConclusion: boolean
  readonly variables: ReadonlySet<string>
}

/** How well a theorem fits; less is better. */
export interface PatternFit {
  /** 0 the whole conclusion, 1 the conclusion turned round, 2 a part of it, 3 a part of a hypothesis. */
  readonly place: number
  /** Names of variables that pattern and theorem have in common. */
  readonly sharedNames: number
}

const CONSTANT = /^[\p{L}_][\p{L}\p{N}_'!?₀-₉]*(?:\.[\p{L}_][\p{L}\p{N}_'!?₀-₉]*)*$/u

/** Undefined if the text is not one. Parts are separated by commas, and a theorem has to fit all of them. */
export function readPattern(text: string): Pattern | undefined {
  const shapes: Shape[] = []
  const constants: string[] = []
  const nameParts: string[] = []
  for (const part of splitAtCommas(text)) {
    const quoted = /^"([^"]+)"$/.exec(part)?.[1]
    if (quoted !== undefined) nameParts.push(quoted)
    else if (CONSTANT.test(part) && !isVariableName(part) && part !== '_') constants.push(part)
    else {
      const isConclusion = /^(?:⊢|\|-)/u.test(part)
      const reading = readTerm(part.replace(/^(?:⊢|\|-)\s*/u, ''))
      if (!reading) return undefined
      shapes.push({
        term: reading.conclusion,
        hypotheses: reading.hypotheses,
        isConclusion,
        variables: new Set([...reading.bound, ...reading.free]),
      })
      constants.push(...reading.types.flatMap((type) => constantsOf(type, new Set())))
    }
  }
  const required = shapes.flatMap(({ term, hypotheses, variables }) =>
    [term, ...hypotheses].flatMap((part) => symbolsOf(part, variables)),
  )
  return shapes.length + constants.length + nameParts.length === 0
    ? undefined
    : { shapes, constants, nameParts, required: [...new Set(required)] }
}

/** The first goal of a state as a pattern for whole conclusions: its local names are the holes. */
export function patternOfGoal(goal: string): Pattern | undefined {
  const at = goal.lastIndexOf('⊢ ')
  if (at < 0) return undefined
  const names = goal
    .slice(0, at)
    .split('\n')
    .flatMap((line) => /^(\S[^:]*) : /u.exec(line)?.[1]?.trim().split(/\s+/u) ?? [])
  const reading = readTerm(goal.slice(at + 2), names)
  if (!reading) return undefined
  const { conclusion, hypotheses } = reading
  const variables = new Set([...names, ...reading.bound, ...reading.free])
  const shape = { term: conclusion, hypotheses, isConclusion: true, variables }
  return { shapes: [shape], constants: [], nameParts: [], required: symbolsOf(conclusion, variables) }
}

/** Whether a person means a pattern: it has holes, or variables that nothing binds. */
export function hasHoles(text: string): boolean {
  if (/(?:^|[\s(,[])(?:_(?![\p{L}\p{N}])|\?[\p{L}_])/u.test(text) || /^(?:⊢|\|-)/u.test(text.trim()))
    return true
  // Words such as 'le of lt' look like variables one by one.
  if (!/[^\p{L}\p{N}\s_']/u.test(text)) return false
  if (splitAtCommas(text).every((part) => CONSTANT.test(part) || /^".+"$/.test(part)))
    return /[,"]/.test(text)
  const reading = readTerm(text)
  return reading !== undefined && reading.free.size > 0
}

/** Undefined unless the theorem fits every part. */
export function fitOf(
  pattern: Pattern,
  theorem: { readonly name: string; readonly statement: string; readonly constants: ReadonlySet<string> },
): PatternFit | undefined {
  const { name, statement, constants } = theorem
  if (!pattern.nameParts.every((part) => name.toLowerCase().includes(part.toLowerCase()))) return undefined
  if (!pattern.required.every((symbol) => statement.includes(symbol))) return undefined
  if (!pattern.constants.every((wanted) => mentions(constants, wanted))) return undefined
  if (pattern.shapes.length === 0) return { place: 2, sharedNames: 0 }
  const reading = readTerm(statement)
  if (!reading) return undefined
  const fits = pattern.shapes.map((shape) => fitShape(shape, reading, constants))
  if (!fits.every((fit) => fit !== undefined)) return undefined
  return {
    place: Math.max(...fits.map((fit) => fit.place)),
    sharedNames: fits.reduce((sum, fit) => sum + fit.sharedNames, 0),
  }
}

function fitShape(shape: Shape, reading: Reading, constants: ReadonlySet<string>): PatternFit | undefined {
  const { conclusion, hypotheses } = reading
  const matches = (term: Term) => {
    const bindings = new Map<string, Term>()
    const matching = { shape, constants, bindings }
    return match(shape.term, term, matching) && matchHypotheses(hypotheses, matching) ? bindings : undefined
  }
  const at = (place: number, bindings: ReadonlyMap<string, Term>): PatternFit => ({
    place,
    sharedNames: [...bindings].filter(([name, term]) => term.head === name).length,
  })
  const entire = matches(conclusion)
  if (entire) return at(0, entire)
  const turned = conclusion.head === '=' && matches({ head: '=', args: conclusion.args.toReversed() })
  if (turned) return at(1, turned)
  if (shape.isConclusion || shape.hypotheses.length > 0) return undefined
  const part = firstPart(conclusion, matches)
  if (part) return at(2, part)
  for (const hypothesis of hypotheses) {
    const found = firstPart(hypothesis, matches)
    if (found) return at(3, found)
  }
  return undefined
}

function firstPart<T>(term: Term, matches: (term: Term) => T | undefined): T | undefined {
  const here = matches(term)
  if (here !== undefined) return here
  for (const arg of term.args) {
    const below = firstPart(arg, matches)
    if (below !== undefined) return below
  }
  return undefined
}

interface Matching {
  readonly shape: Shape
  readonly constants: ReadonlySet<string>
  readonly bindings: Map<string, Term>
}

/** Each in turn takes the first hypothesis that fits: statements have few, and the conclusion has bound most variables. */
function matchHypotheses(hypotheses: readonly Term[], matching: Matching): boolean {
  return matching.shape.hypotheses.every((wanted) =>
    hypotheses.some((hypothesis) => {
      const bindings = new Map(matching.bindings)
      if (!match(wanted, hypothesis, { ...matching, bindings })) return false
      for (const [name, term] of bindings) matching.bindings.set(name, term)
      return true
    }),
  )
}

function match(pattern: Term, term: Term, matching: Matching): boolean {
  const { head, args } = pattern
  if (head === '_' && args.length === 0) return true
  if ((head.startsWith('?') || matching.shape.variables.has(head)) && args.length === 0) {
    const known = matching.bindings.get(head)
    if (known) return same(known, term)
    matching.bindings.set(head, term)
    return true
  }
  // A function may have more arguments in the statement than the pattern names.
  const isApplied = /^[\p{L}_.]/u.test(head)
  if (isApplied ? args.length > term.args.length : args.length !== term.args.length) return false
  if (!isHole(head, matching.shape) && !sameConstant(head, term.head, matching.constants)) return false
  return args.every((arg, index) => {
    const there = term.args[index]
    return there !== undefined && match(arg, there, matching)
  })
}

/** `_ x` and `f x` with a variable `f`: any function. */
function isHole(head: string, shape: Shape): boolean {
  return head === '_' || head.startsWith('?') || shape.variables.has(head)
}

/** `List.length` is also `length`, and the `.length` of `xs.length` where the theorem is about `List.length`. */
function sameConstant(wanted: string, there: string, constants: ReadonlySet<string>): boolean {
  if (wanted === there) return true
  if (there.startsWith('.')) return wanted.endsWith(there) ? constants.has(wanted) : `.${wanted}` === there
  return there.endsWith(wanted.startsWith('.') ? wanted : `.${wanted}`)
}

function same(left: Term, right: Term): boolean {
  return (
    left.head === right.head &&
    left.args.length === right.args.length &&
    left.args.every((arg, index) => {
      const other = right.args[index]
      return other !== undefined && same(arg, other)
    })
  )
}

function mentions(constants: ReadonlySet<string>, wanted: string): boolean {
  if (constants.has(wanted)) return true
  for (const name of constants) if (name.endsWith(`.${wanted}`)) return true
  return false
}

function constantsOf(term: Term, variables: ReadonlySet<string>): string[] {
  const own =
    CONSTANT.test(term.head) && !variables.has(term.head) && !isVariableName(term.head) && term.head !== '_'
  const isSort = /^(?:Type|Prop|Sort)$/.test(term.head)
  return [...(own && !isSort ? [term.head] : []), ...term.args.flatMap((arg) => constantsOf(arg, variables))]
}

/** What has to stand in the text of every match: operators, and last parts of names, as field notation keeps only those. */
function symbolsOf({ head, args }: Term, variables: ReadonlySet<string>): string[] {
  const below = args.flatMap((arg) => symbolsOf(arg, variables))
  if (head.startsWith('_') || head.startsWith('?') || variables.has(head) || /[…·[]/u.test(head)) return below
  // These may be printed the other way round.
  if (head === '<' || head === '≤' || head === '→' || head === '∀' || head === 'fun') return below
  return [head.slice(head.lastIndexOf('.') + 1), ...below]
}

function splitAtCommas(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let isBinding = false
  let from = 0
  for (const [at, sign] of [...text].entries()) {
    if ('([{⟨'.includes(sign)) depth++
    else if (')]}⟩'.includes(sign)) depth--
    else if ('∀∃'.includes(sign)) isBinding = true
    else if (sign === ',' && depth === 0) {
      if (!isBinding) {
        parts.push([...text].slice(from, at).join(''))
        from = at + 1
      }
      isBinding = false
    }
  }
  parts.push([...text].slice(from).join(''))
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}
