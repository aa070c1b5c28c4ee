/** Files that say something false about recursors: they are derived, and nothing is believed. */
import { at0, liesSuite, type RecRow, rogue } from './test-lies.ts'

liesSuite('recursors', [
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
    name: 'a rule that forgets its induction hypothesis',
    of: 'Nat',
    rule: 'recursor-rule',
    tell: ({ recs: [rec] }) => {
      // The rule for zero in place of the one for successors.
      const [zero, succ] = rec.rules as unknown as [{ rhs: number }, { rhs: number }]
      succ.rhs = zero.rhs
    },
  },
  {
    name: 'a rule that is a type',
    of: 'Nat',
    rule: 'recursor-rule',
    tell: ({ recs: [rec] }) => {
      at0(rec.rules).rhs = rec.type
    },
  },
  {
    name: 'a rule for a constructor of another type',
    of: 'Nat',
    rule: 'recursor-rule',
    tell: ({ recs: [rec] }, at) => {
      at0(rec.rules).ctor = at('Bool.true')
    },
  },
  {
    name: 'a type with other motives',
    of: 'Prod',
    rule: 'recursor-type',
    tell: ({ recs: [rec] }, at) => {
      rec.type = at('type of Bool.rec')
    },
  },
  {
    name: 'a recursor of another family',
    of: 'Nat',
    rule: 'recursor-data',
    tell: ({ recs: [rec] }, at) => {
      rec.all = [at('Bool')]
    },
  },
  {
    name: 'one more universe than there is, which nothing uses',
    of: 'Nat',
    rule: 'recursor-data',
    tell: ({ recs: [rec] }, at) => {
      rec.levelParams.push(at('motive'))
    },
  },
  {
    name: 'the recursor of a nested copy left out',
    of: 'Rose',
    rule: 'recursor-data',
    tell: ({ recs }) => {
      recs.pop()
    },
  },
  {
    name: 'the rules of a nested copy swapped',
    of: 'Rose',
    rule: 'recursor-rule',
    tell: ({ recs }) => {
      recs[1]?.rules.reverse()
    },
  },
])
