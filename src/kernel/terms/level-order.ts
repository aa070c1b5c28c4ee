/**
 * Decides `≤` and equality of universe levels, completely.
 *
 * A level is brought into a normal form: the greatest of guarded terms `[S ⇒ x + k]` and `[S ⇒ k]`, which count
 * only where every parameter in `S` is positive, and are 0 elsewhere. `x` is always in `S`, since
 * `x + k = max k [x ⇒ x + k]`. The cases of `imax a b` become guards: `a` counts where a term of `b` is positive.
 *
 * A term is below a level exactly if it is below one of the level's terms: give `x` a huge value, the other
 * parameters in `S` the value 1 and all the rest 0, and nothing else can reach it. Terms that are below
 * another are dropped, which makes the normal form unique.
 */
import { Declined } from '../verdict.ts'
import { LEVEL, type Level, type LevelTable, ZERO } from './levels.ts'
import type { Name } from './names.ts'

interface Term {
  /** Sorted names of parameters that must be positive. */
  readonly guard: readonly Name[]
  /** -1 for a constant. */
  readonly param: Name
  readonly offset: number
}

/** A nest of `imax` can double the terms at every step; no honest level comes near. */
const MAX_TERMS = 2000
const NO_PARAM = -1

export class LevelOrder {
  readonly #levels: LevelTable
  readonly #forms = new Map<Level, readonly Term[]>()
  readonly #keys = new Map<Level, string>()
  readonly #below = new Map<string, boolean>()

  constructor(levels: LevelTable) {
    this.#levels = levels
  }

  equal(a: Level, b: Level): boolean {
    return a === b || this.#key(a) === this.#key(b)
  }

  equalLists(a: readonly Level[], b: readonly Level[]): boolean {
    return a.length === b.length && a.every((level, i) => this.equal(level, b[i] as Level))
  }

  /** Whether `a ≤ b` whatever the parameters are. */
  leq(a: Level, b: Level): boolean {
    if (a === b || a === ZERO) return true
    const key = `${a},${b}`
    let result = this.#below.get(key)
    if (result === undefined) {
      const above = this.#form(b)
      result = this.#form(a).every((term) => above.some((other) => isBelow(term, other)))
      this.#below.set(key, result)
    }
    return result
  }

  /** Zero whatever the parameters are. */
  isZero(level: Level): boolean {
    return level === ZERO || this.#form(level).length === 0
  }

  /** Positive whatever the parameters are. */
  isNeverZero(level: Level): boolean {
    return this.leq(this.#levels.succ(ZERO), level)
  }

  #key(level: Level): string {
    let key = this.#keys.get(level)
    if (key === undefined) {
      key = this.#form(level)
        .map(({ guard, param, offset }) => `${guard.join('&')}>${param}+${offset}`)
        .sort()
        .join('|')
      this.#keys.set(level, key)
    }
    return key
  }

  #form(level: Level): readonly Term[] {
    let form = this.#forms.get(level)
    if (!form) {
      form = maximal(this.#terms(level))
      this.#forms.set(level, form)
    }
    return form
  }

  #terms(level: Level): readonly Term[] {
    const { left, right } = { left: this.#levels.left(level), right: this.#levels.right(level) }
    switch (this.#levels.kind(level)) {
      case LEVEL.zero:
        return []
      case LEVEL.param:
        return [{ guard: [left], param: left, offset: 0 }]
      case LEVEL.succ:
        return [
          { guard: [], param: NO_PARAM, offset: 1 },
          ...this.#form(left).map((term) => ({ ...term, offset: term.offset + 1 })),
        ]
      case LEVEL.max:
        return [...this.#form(left), ...this.#form(right)]
      default: {
        const a = this.#form(left)
        const b = this.#form(right)
        return [
          ...b,
          ...b.flatMap(({ guard }) => a.map((term) => ({ ...term, guard: union(term.guard, guard) }))),
        ]
      }
    }
  }
}

/** Where its guard holds every term is positive: a constant is at least 1, a parameter is in its own guard. */
function isBelow(a: Term, b: Term): boolean {
  if (!b.guard.every((name) => a.guard.includes(name))) return false
  if (a.param === NO_PARAM) return a.offset <= (b.param === NO_PARAM ? b.offset : b.offset + 1)
  return a.param === b.param && a.offset <= b.offset
}

function maximal(terms: readonly Term[]): readonly Term[] {
  if (terms.length > MAX_TERMS) throw new Declined('a universe level nests imax too often')
  const kept: Term[] = []
  for (const term of terms) {
    if (kept.some((other) => isBelow(term, other))) continue
    for (let i = kept.length - 1; i >= 0; i--) if (isBelow(kept[i] as Term, term)) kept.splice(i, 1)
    kept.push(term)
  }
  return kept
}

function union(a: readonly Name[], b: readonly Name[]): readonly Name[] {
  return [...new Set([...a, ...b])].sort((x, y) => x - y)
}
