/** Files that say something false about inductive types and quotients: everything is derived, nothing is believed. */
import { describe, expect, it } from 'vitest'
import { checkRows, exportRows, nameIndex, type Row } from '../test-files.ts'
import type { Rule } from '../verdict.ts'

interface TypeRow {
  name: number
  type: number
  all: number[]
  ctors: number[]
  levelParams: number[]
  numParams: number
  numIndices: number
  numNested: number
  isRec: boolean
  isReflexive: boolean
  isUnsafe: boolean
}
interface CtorRow {
  name: number
  type: number
  levelParams: number[]
  induct: number
  cidx: number
  numParams: number
  numFields: number
  isUnsafe: boolean
}
interface RecRow {
  name: number
  type: number
  levelParams: number[]
  all: number[]
  numParams: number
  numIndices: number
  numMotives: number
  numMinors: number
  k: boolean
  rules: { ctor: number; nfields: number; rhs: number }[]
  isUnsafe: boolean
}
interface Inductive {
  types: [TypeRow, ...TypeRow[]]
  ctors: CtorRow[]
  recs: [RecRow, ...RecRow[]]
}

interface Lie {
  readonly name: string
  readonly of: string
  readonly rule: Rule | 'format'
  readonly tell: (row: Inductive, at: (name: string) => number) => void
}

const at0 = <T>(list: readonly T[]): T => list[0] as T
const rogue = { levelParams: [], isUnsafe: false }

const LIES: readonly Lie[] = [
  {
    name: 'K for a type with data',
    of: 'Nat',
    rule: 'recursor-data',
    tell: ({ recs: [rec] }) => {
      rec.k = true
    },
  },
  {
    name: 'no K for equality',
    of: 'Eq',
    rule: 'recursor-data',
    tell: ({ recs: [rec] }) => {
      rec.k = false
    },
  },
  {
    name: 'K for a proposition with fields',
    of: 'And',
    rule: 'recursor-data',
    tell: ({ recs: [rec] }) => {
      rec.k = true
    },
  },
  {
    name: 'a constructor without its fields',
    of: 'Prod',
    rule: 'constructor-data',
    tell: ({ ctors }) => {
      at0(ctors).numFields = 0
    },
  },
  {
    name: 'a constructor with another number of parameters',
    of: 'Prod',
    rule: 'constructor-data',
    tell: ({ ctors }) => {
      at0(ctors).numParams = 1
    },
  },
  {
    name: 'a constructor in another place',
    of: 'Bool',
    rule: 'constructor-data',
    tell: ({ ctors }) => {
      at0(ctors).cidx = 1
    },
  },
  {
    name: 'a constructor of another type',
    of: 'Bool',
    rule: 'constructor-data',
    tell: ({ ctors }, at) => {
      at0(ctors).induct = at('False')
    },
  },
  {
    name: 'a constructor with other universe parameters',
    of: 'Eq',
    rule: 'constructor-data',
    tell: ({ ctors }) => {
      at0(ctors).levelParams = []
    },
  },
  {
    name: 'a rule that takes fewer fields',
    of: 'Nat',
    rule: 'recursor-rule',
    tell: ({ recs: [rec] }) => {
      ;(rec.rules[1] as { nfields: number }).nfields = 0
    },
  },
  {
    name: 'rules that are swapped',
    of: 'Bool',
    rule: 'recursor-rule',
    tell: ({ recs: [rec] }) => {
      rec.rules.reverse()
    },
  },
  {
    name: 'rules that give each other’s result',
    of: 'Bool',
    rule: 'recursor-rule',
    tell: ({ recs: [rec] }) => {
      const [a, b] = rec.rules as unknown as [{ rhs: number }, { rhs: number }]
      ;[a.rhs, b.rhs] = [b.rhs, a.rhs]
    },
  },
  {
    name: 'a rule that is missing',
    of: 'Bool',
    rule: 'recursor-rule',
    tell: ({ recs: [rec] }) => {
      rec.rules.pop()
    },
  },
  {
    name: 'a rule too many',
    of: 'Bool',
    rule: 'recursor-rule',
    tell: ({ recs: [rec] }) => {
      rec.rules.push(at0(rec.rules))
    },
  },
  {
    name: 'the type of another recursor',
    of: 'Nat',
    rule: 'recursor-type',
    tell: ({ recs: [rec] }, at) => {
      rec.type = at('type of Bool.rec')
    },
  },
  {
    name: 'a recursor that is a proof of False',
    of: 'Bool',
    rule: 'recursor-type',
    tell: ({ recs: [rec] }, at) => {
      rec.type = at('type of False.rec')
    },
  },
  {
    name: 'another number of motives',
    of: 'Nat',
    rule: 'recursor-data',
    tell: ({ recs: [rec] }) => {
      rec.numMotives = 0
    },
  },
  {
    name: 'another number of minor premises',
    of: 'Nat',
    rule: 'recursor-data',
    tell: ({ recs: [rec] }) => {
      rec.numMinors = 1
    },
  },
  {
    name: 'another number of indices in the recursor',
    of: 'Eq',
    rule: 'recursor-data',
    tell: ({ recs: [rec] }) => {
      rec.numIndices = 0
    },
  },
  {
    name: 'another number of parameters in the recursor',
    of: 'Eq',
    rule: 'recursor-data',
    tell: ({ recs: [rec] }) => {
      rec.numParams = 1
    },
  },
  {
    name: 'large elimination by one more universe',
    of: 'Or',
    rule: 'recursor-data',
    tell: ({ recs: [rec] }, at) => {
      rec.levelParams = [at('u')]
    },
  },
  {
    name: 'elimination into Prop only',
    of: 'Nat',
    rule: 'recursor-data',
    tell: ({ recs: [rec] }) => {
      rec.levelParams = []
    },
  },
  {
    name: 'one universe twice',
    of: 'Eq',
    rule: 'level-params-distinct',
    tell: ({ recs: [rec] }) => {
      rec.levelParams = [at0(rec.levelParams), at0(rec.levelParams)]
    },
  },
  {
    name: 'a recursor under another name',
    of: 'Bool',
    rule: 'recursor-data',
    tell: ({ recs: [rec] }, at) => {
      rec.name = at('motive')
    },
  },
  {
    name: 'no recursor',
    of: 'Bool',
    rule: 'recursor-data',
    tell: (row) => {
      ;(row.recs as RecRow[]).pop()
    },
  },
  {
    name: 'one recursor more',
    of: 'False',
    rule: 'recursor-data',
    tell: ({ recs }, at) => {
      recs.push({
        ...rogue,
        name: at('motive'),
        type: at('type of False.rec'),
        all: [at('False')],
        numParams: 0,
        numIndices: 0,
        numMotives: 0,
        numMinors: 0,
        k: false,
        rules: [],
      })
    },
  },
  {
    name: 'a recursor that belongs to no type',
    of: 'False',
    rule: 'recursor-data',
    tell: ({ recs }, at) => {
      recs.push({
        ...rogue,
        name: at('motive'),
        type: at('type of False.rec'),
        all: [],
        numParams: 0,
        numIndices: 0,
        numMotives: 0,
        numMinors: 0,
        k: false,
        rules: [],
      })
    },
  },
  {
    name: 'a constructor that belongs to no type',
    of: 'False',
    rule: 'constructor-data',
    tell: ({ ctors }, at) => {
      ctors.push({
        ...rogue,
        name: at('motive'),
        type: at('type of False.rec'),
        induct: at('u'),
        cidx: 0,
        numParams: 0,
        numFields: 0,
      })
    },
  },
  {
    name: 'recursive though it is not',
    of: 'Bool',
    rule: 'inductive-data',
    tell: ({ types: [type] }) => {
      type.isRec = true
    },
  },
  {
    name: 'not recursive though it is',
    of: 'Nat',
    rule: 'inductive-data',
    tell: ({ types: [type] }) => {
      type.isRec = false
    },
  },
  {
    name: 'reflexive though it is not',
    of: 'Nat',
    rule: 'inductive-data',
    tell: ({ types: [type] }) => {
      type.isReflexive = true
    },
  },
  {
    name: 'not reflexive though it is',
    of: 'Acc',
    rule: 'inductive-data',
    tell: ({ types: [type] }) => {
      type.isReflexive = false
    },
  },
  {
    name: 'nested though it is not',
    of: 'Nat',
    rule: 'inductive-data',
    tell: ({ types: [type] }) => {
      type.numNested = 1
    },
  },
  {
    name: 'not nested though it is',
    of: 'Rose',
    rule: 'inductive-data',
    tell: ({ types: [type] }) => {
      type.numNested = 0
    },
  },
  {
    name: 'another number of indices',
    of: 'Eq',
    rule: 'inductive-data',
    tell: ({ types: [type] }) => {
      type.numIndices = 0
    },
  },
  {
    name: 'more parameters than there are',
    of: 'Nat',
    rule: 'inductive-params',
    tell: ({ types: [type] }) => {
      type.numParams = 1
    },
  },
  {
    name: 'an index taken for a parameter',
    of: 'Eq',
    rule: 'inductive-params',
    tell: ({ types: [type] }) => {
      type.numParams = 3
    },
  },
  {
    name: 'types that were not declared together',
    of: 'Nat',
    rule: 'inductive-data',
    tell: ({ types: [type] }, at) => {
      type.all = [at('Bool'), at('Nat')]
    },
  },
  {
    name: 'constructors that are left out',
    of: 'Bool',
    rule: 'constructor-data',
    tell: ({ types: [type] }) => {
      type.ctors.pop()
    },
  },
  {
    name: 'a constructor that is not there',
    of: 'Bool',
    rule: 'format',
    tell: ({ types: [type] }, at) => {
      type.ctors.push(at('u'))
    },
  },
  {
    name: 'unsafe',
    of: 'Bool',
    rule: 'safety',
    tell: ({ types: [type] }) => {
      type.isUnsafe = true
    },
  },
  {
    name: 'no type at all',
    of: 'Bool',
    rule: 'inductive-empty',
    tell: (row) => {
      ;(row.types as TypeRow[]).pop()
      row.ctors.length = 0
      ;(row.recs as RecRow[]).pop()
    },
  },
]

const SOURCE = 'inductive Rose : Type | mk : List.{0} Rose → Rose  quotient'

function told({ of, tell }: Pick<Lie, 'of' | 'tell'>) {
  const rows = exportRows(SOURCE)
  const names = nameIndex(rows)
  const inductive = (name: string) =>
    rows
      .map((row) => row.inductive as unknown as Inductive | undefined)
      .find((row) => row?.types[0].name === names.get(name))
  const at = (name: string) => {
    const found = name.startsWith('type of ')
      ? inductive(name.slice('type of '.length).replace('.rec', ''))?.recs[0].type
      : names.get(name)
    if (found === undefined) throw new Error(`${name} is not in the file`)
    return found
  }
  const row = inductive(of)
  if (!row) throw new Error(`${of} is not in the file`)
  tell(row, at)
  return checkRows(rows)
}

describe('a file about inductive types', () => {
  it('is accepted as it is written', () => {
    expect(checkRows(exportRows(SOURCE)).outcome).toEqual({ kind: 'accepted' })
  })

  it.each(LIES.map((lie) => [lie.name, lie] as const))('that lies is rejected: %s', (_, lie) => {
    const { outcome } = told(lie)
    expect(outcome).toMatchObject({ kind: 'rejected', rule: lie.rule })
    expect(outcome).toHaveProperty('line')
  })
})

interface QuotRow {
  name: number
  type: number
  kind: string
  levelParams: number[]
}

describe('a file about quotients', () => {
  const quotients = (change: (rows: QuotRow[], motive: number) => void) => {
    const rows = exportRows('quotient')
    const motive = nameIndex(rows).get('motive') ?? 0
    change(
      rows.flatMap((row) => (row.quot ? [row.quot as unknown as QuotRow] : [])),
      motive,
    )
    return checkRows(rows).outcome
  }
  const lies: readonly [string, (rows: QuotRow[], motive: number) => void][] = [
    [
      'another type',
      ([type, mk]) => {
        if (type && mk) mk.type = type.type
      },
    ],
    [
      'another kind',
      ([type]) => {
        if (type) type.kind = 'ctor'
      },
    ],
    [
      'another name',
      ([type], motive) => {
        if (type) type.name = motive
      },
    ],
    [
      'more universe parameters',
      ([type, , lift]) => {
        if (type && lift) type.levelParams = lift.levelParams
      },
    ],
  ]

  it.each(lies)('is rejected for %s', (_, change) => {
    expect(quotients(change)).toMatchObject({ kind: 'rejected', rule: 'quotient-data' })
  })

  it('is accepted as it is written', () => {
    expect(quotients(() => {})).toEqual({ kind: 'accepted' })
  })
})

describe('what a certificate says it is about', () => {
  const about = (theorem: unknown, source = 'theorem two : Eq.{1} Nat 2 2 := Eq.refl.{1} Nat 2') => {
    const [first, ...rest] = exportRows(source)
    const meta = { ...first?.meta, orch: { theorem, assumptions: [] } } as unknown as Row
    return checkRows([{ meta }, ...rest])
  }

  it('is told as it was checked', () => {
    expect(about(['two'])).toMatchObject({
      outcome: { kind: 'accepted' },
      theorem: { name: 'two', type: 'Eq Nat 2 2' },
    })
  })

  it.each([
    ['is not there', 'three'],
    ['is an axiom', 'p'],
    ['is a type', 'Nat'],
  ])('must be proved: one that %s is rejected', (_, name) => {
    expect(about([name]).outcome).toMatchObject({ kind: 'rejected', rule: 'format' })
  })

  it('is told whole, however long it is', () => {
    const long = '(x : Nat) → '.repeat(100)
    const fun = 'fun (x : Nat) => '.repeat(100)
    const { theorem } = about(['two'], `theorem two : ${long}Eq.{1} Nat 2 2 := ${fun}Eq.refl.{1} Nat 2`)
    expect(theorem?.type).toMatch(/Eq Nat 2 2$/)
    expect(theorem?.type).not.toContain('…')
  })
})
