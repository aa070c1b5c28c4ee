/** Files that say something false about inductive types and their constructors. */
import { at0, liesSuite, type RecRow, rogue, type TypeRow } from './test-lies.ts'

liesSuite('inductive types', [
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
])
