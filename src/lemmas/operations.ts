/** The user's functions seen as operations on data: one or two arguments open, the others fixed but arbitrary. */
import type { Survey } from '../lean/index.ts'
import { definitionNames } from '../tactics/index.ts'
import { wordTable } from '../word-table.ts'

export interface Operation {
  readonly name: string
  /** Types of the open arguments. */
  readonly inputs: readonly string[]
  readonly output: string
  /** Binders for type parameters, instances and fixed arguments, to stand in front of a law. */
  readonly fixed: readonly string[]
  /** Whether there are fixed arguments among them. */
  readonly isPartial: boolean
  readonly write: (...data: string[]) => string
  /** Whether this is a polymorphic function at a concrete type, one that the goal's other functions work on. */
  readonly special?: boolean
}

type Definition = Survey['definitions'][number]

interface Operations {
  readonly unary: readonly Operation[]
  readonly binary: readonly Operation[]
  /** The binary ones of which nothing is fixed. */
  readonly plain: readonly Operation[]
}

/** Functions that the goal itself calls come first. */
export function operationsIn(survey: Survey): Operations {
  const called = new Set(survey.calls.map((call) => call.function))
  const names = new Set(definitionNames(survey))
  const definitions = survey.definitions
    .filter((definition) => names.has(definition.name))
    .sort((a, b) => Number(called.has(b.name)) - Number(called.has(a.name)))
  const isData = dataTest(survey)
  const places = (definition: Definition): number[] =>
    explicit(definition).flatMap((binder, index) => (isData(binder.type) ? [index] : []))
  const binary = definitions.flatMap((definition) =>
    places(definition).flatMap((first, index, all) =>
      all.slice(index + 1).map((second) => viewOf(definition, [first, second])),
    ),
  )
  const unary = definitions.flatMap((definition) =>
    places(definition).map((place) => viewOf(definition, [place])),
  )
  const types = new Set(
    [...unary, ...binary]
      .filter(({ fixed }) => !fixed.some(isTypeBinder))
      .flatMap(({ inputs, output }) => [...inputs, output]),
  )
  const withSpecial = (all: readonly Operation[]): Operation[] => [
    ...all,
    ...all.flatMap((operation) => specialised(operation, [...types])),
  ]
  const both = withSpecial(binary)
  return {
    unary: withSpecial(unary),
    binary: both,
    plain: both.filter(({ isPartial }) => !isPartial),
  }
}

function isTypeBinder(binder: string): boolean {
  return binder.endsWith(' : Type)')
}

/** An operation on lists of anything as one on the lists of numbers that other functions are about. */
function specialised(operation: Operation, types: readonly string[]): Operation[] {
  const [binder, another] = operation.fixed.filter(isTypeBinder)
  const parameter = binder?.slice(1, binder.indexOf(' :'))
  if (parameter === undefined || another !== undefined) return []
  if (operation.fixed.some((other) => other.startsWith('['))) return []
  const general = new Set([...operation.inputs, operation.output])
  return types.flatMap((type) => {
    const head = headOf(type)
    if (!general.has(`${head} ${parameter}`)) return []
    const argument = wrap(type.slice(head.length + 1))
    const word = new RegExp(`\\b${parameter}\\b`, 'g')
    const put = (text: string): string => text.replace(word, argument)
    return [
      {
        ...operation,
        inputs: operation.inputs.map(put),
        output: put(operation.output),
        fixed: operation.fixed.filter((other) => other !== binder).map(put),
        special: true,
      },
    ]
  })
}

const LIBRARY = wordTable<readonly string[]>({
  List: ['++'],
  Nat: ['+', '*'],
  Bool: ['&&', '||'],
})

/** Operations of the library on the data of the given ones: their definitions are often made of these. */
export function libraryOperations(own: readonly Operation[]): Operation[] {
  const types = new Set(own.flatMap(({ inputs, output }) => [...inputs, output]))
  return [...types].flatMap((type) =>
    (LIBRARY[headOf(type)] ?? []).map((symbol) => ({
      name: symbol,
      inputs: [type, type],
      output: type,
      fixed: [],
      isPartial: false,
      write: (left = '_', right = '_') => `${wrap(left)} ${symbol} ${wrap(right)}`,
    })),
  )
}

/** The same operation with other names for what is fixed, so that it can stand beside one that has its own. */
export function freshenParameters(operation: Operation): Operation {
  const renamed = (text: string): string => text.replace(/\bp(\d+)\b/g, 'q$1')
  // Only the operation's own parameters are renamed, not those in the terms that are put into it.
  const write = (...data: string[]): string =>
    renamed(operation.write(...data.map((_, place) => `__${place}`))).replace(/__(\d+)/g, (_, place) =>
      wrap(data[Number(place)] ?? '_'),
    )
  return { ...operation, fixed: operation.fixed.map(renamed), write }
}

/** The inner of two operations, with other names for what is fixed where the two would get in each other's way. */
export function freshenIfClashing(outer: Operation, inner: Operation): Operation {
  const nameOf = (binder: string): string => binder.slice(0, binder.indexOf(' :'))
  const clash = outer.fixed.some((binder) =>
    inner.fixed.some((other) => other !== binder && nameOf(other) === nameOf(binder)),
  )
  return clash ? freshenParameters(inner) : inner
}

export function headOf(type: string): string {
  return type.replace(/^\(+/, '').split(/[\s)]/, 1)[0] ?? type
}

export function wrap(text: string): string {
  return /^[\w.'₀-₉]+$/u.test(text) || /^\([^()]*\)$/.test(text) ? text : `(${text})`
}

function explicit(definition: Definition): Definition['binders'] {
  return definition.binders.filter((binder) => binder.explicit)
}

/** Data is what one can do induction or case distinction on; functions and type variables are not. */
function dataTest(survey: Survey): (type: string) => boolean {
  const known = new Set([...survey.types.map((type) => type.name), 'Nat', 'Int', 'List', 'Bool'])
  return (type) => !type.includes('→') && known.has(headOf(type)) && headOf(type) !== 'Eq'
}

/** A lemma inside a proof cannot name a universe of its own. */
function withoutUniverse(type: string): string {
  return /^(?:Type|Sort)\b/.test(type) ? 'Type' : type
}

function viewOf(definition: Definition, open: readonly number[]): Operation {
  const arguments_ = explicit(definition)
  const parameters = definition.binders.filter((binder) => !binder.explicit)
  const names = arguments_.map((_, index) => `p${index + 1}`)
  const fixed = [
    ...parameters.map((binder) =>
      binder.instance ? `[${binder.type}]` : `(${binder.name} : ${withoutUniverse(binder.type)})`,
    ),
    ...arguments_.flatMap((binder, index) =>
      open.includes(index) ? [] : [`(${names[index]} : ${binder.type})`],
    ),
  ]
  const write = (...data: string[]): string => {
    const parts = names.map((name, index) => {
      const place = open.indexOf(index)
      return wrap(place === -1 ? name : (data[place] ?? '_'))
    })
    return [definition.name, ...parts].join(' ')
  }
  const inputs = open.map((index) => arguments_[index]?.type ?? '')
  const isPartial = open.length < arguments_.length
  return { name: definition.name, inputs, output: definition.result, fixed, isPartial, write }
}
