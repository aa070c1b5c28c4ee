/** Small inhabitants of a type, written as Lean terms, smallest first: the instances on which a statement is tried. */
import type { Shape, Survey } from '../../lean/index.ts'
import { wordTable } from '../../word-table.ts'

type TypeInfo = Survey['types'][number]

/** What stands for a type variable: it has every instance a goal may ask for. */
export const STAND_IN = 'Nat'

const LITERALS = wordTable<readonly (readonly string[])[]>({
  Nat: [['0'], ['1'], ['2'], ['3'], ['5']],
  Int: [['0'], ['1', '(-1)'], ['2'], ['(-3)']],
  Bool: [['true', 'false']],
  Prop: [['True', 'False']],
  Unit: [['()']],
  Char: [["'a'", "'b'"]],
  String: [['""'], ['"a"', '"b"']],
})
/** Elements of a type variable cost the same, so that short lists with different elements come early. */
const ELEMENTS = [['0', '1'], ['2']]

/** Terms of exactly a given size. */
export class SmallTerms {
  #types: ReadonlyMap<string, TypeInfo>
  #memo = new Map<string, readonly string[]>()

  constructor(survey: Survey) {
    this.#types = new Map(survey.types.map((type) => [type.name, type]))
  }

  ofSize(shape: Shape, size: number): readonly string[] {
    if (size < 1) return []
    const key = `${size} ${JSON.stringify(shape)}`
    const known = this.#memo.get(key)
    if (known) return known
    const made = this.#make(shape, size)
    this.#memo.set(key, made)
    return made
  }

  #make(shape: Shape, size: number): readonly string[] {
    if ('sort' in shape) return size === 1 ? [STAND_IN] : []
    if ('local' in shape) return ELEMENTS[size - 1] ?? []
    if ('arrow' in shape) return this.#functions(shape.arrow, size)
    if (!('const' in shape)) return []
    const literals = LITERALS[shape.const]
    if (literals) return literals[size - 1] ?? []
    const type = this.#types.get(shape.const)
    return type ? type.constructors.flatMap((built) => this.#built(type, built, shape.arguments, size)) : []
  }

  #built(
    type: TypeInfo,
    made: TypeInfo['constructors'][number],
    parameters: readonly Shape[],
    size: number,
  ): string[] {
    const fields: Shape[] = []
    for (const [place, field] of made.fields.entries()) {
      if (place < type.params) continue
      const shape = resolve(field.shape, place, parameters)
      if (!shape || !field.explicit) return []
      fields.push(shape)
    }
    return this.tuples(fields, size - 1).map((parts) =>
      parts.length === 0 ? made.name : `(${[made.name, ...parts].join(' ')})`,
    )
  }

  /** Ways to fill places with terms whose sizes add up to `size`, at most so many. */
  tuples(places: readonly Shape[], size: number, limit = Number.POSITIVE_INFINITY): string[][] {
    const [first, ...rest] = places
    if (!first) return size === 0 ? [[]] : []
    const found: string[][] = []
    for (let share = 1; share <= size - rest.length; share++) {
      for (const term of this.ofSize(first, share)) {
        for (const others of this.tuples(rest, size - share, limit - found.length)) {
          found.push([term, ...others])
          if (found.length >= limit) return found
        }
      }
    }
    return found
  }

  /** Constant functions, projections, and for type variables and numbers a test and a step. */
  #functions([domain, result]: [Shape, Shape], size: number): string[] {
    if (size > 2) return []
    const inner = 'arrow' in result ? this.ofSize(result, size) : undefined
    const constant = (inner ?? this.ofSize(result, size)).map((term) => `(fun _ => ${term})`)
    if (size > 1) return constant
    const numeric = isNumeric(domain)
    const same = JSON.stringify(domain) === JSON.stringify(result) || (numeric && isNumeric(result))
    const own = [
      ...(same ? ['(fun x => x)'] : []),
      ...(numeric && isNumeric(result) ? ['(fun x => x + 1)'] : []),
      ...(numeric && 'const' in result && result.const === 'Bool' ? ['(fun x => x == 0)'] : []),
    ]
    return [...own, ...constant]
  }
}

function isNumeric(shape: Shape): boolean {
  return 'local' in shape || ('const' in shape && shape.const === 'Nat')
}

/** A field's shape with the type's parameters filled in; undefined if it depends on an earlier field. */
function resolve(shape: Shape, depth: number, parameters: readonly Shape[]): Shape | undefined {
  if ('bound' in shape) return parameters[depth - 1 - shape.bound]
  if ('arrow' in shape) {
    const from = resolve(shape.arrow[0], depth, parameters)
    const to = resolve(shape.arrow[1], depth + 1, parameters)
    return from && to ? { arrow: [from, to] } : undefined
  }
  if (!('const' in shape)) return shape
  const inner = shape.arguments.map((argument) => resolve(argument, depth, parameters))
  return inner.every((argument) => argument !== undefined)
    ? { const: shape.const, arguments: inner }
    : undefined
}
