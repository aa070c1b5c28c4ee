/** Tactics that lead on from an open goal, for searches that follow several of them. */
import type { DojoState, Survey } from '../lean/index.ts'
import { MOST } from './efforts.ts'
import { freshNames, proofsIn } from './hypotheses.ts'
import { INDUCTIONS, type InductionName } from './inductions.ts'
import { applicableNames, definitionNames, patternNames, rewritingNames, ruleList } from './rules.ts'
import { namesOf, pick, type Row, type Tactic } from './table.ts'

/** Where a search stands: all of the first goal's variables have names. */
export interface Position {
  readonly state: DojoState
  readonly survey: Survey
  readonly depth: number
}

const own = (survey: Survey): string[] => [...definitionNames(survey), ...rewritingNames(survey)]
const fixed = (price: number, text: string): Row<Position> => ({ price, tactics: () => [text] })
/** The newest hypotheses first. */
const perHypothesis = (price: number, text: (name: string) => string, equations = true): Row<Position> => ({
  price,
  tactics: ({ state }) =>
    proofsIn(state)
      .slice(-MOST.hypotheses)
      .filter(({ isEquation }) => isEquation || !equations)
      .map(({ name }) => text(name))
      .reverse(),
})

/** Moves that the goal's own form suggests. */
export const MOVES = {
  simp_all: { price: 1, tactics: ({ survey }) => [`simp_all${ruleList(own(survey))}`] },
  'simp only': { price: 1.5, tactics: ({ survey }) => [`simp only${ruleList(own(survey)) || ' [*]'}`] },
  split: fixed(1.5, 'split'),
  constructor: fixed(2, 'constructor'),
  ext: fixed(3, 'ext'),
  'apply a hypothesis': perHypothesis(2, (name) => `apply ${name}`, false),
  /** Backwards from the goal: what antisymmetry or transitivity leaves to show is often at hand. */
  'apply an own theorem': {
    price: 2.5,
    tactics: ({ survey }) => applicableNames(survey).map((name) => `apply ${name}`),
  },
  'rewrite with a hypothesis': perHypothesis(1.5, (name) => `rw [${name}]`),
  'rewrite backwards with a hypothesis': perHypothesis(2.5, (name) => `rw [← ${name}]`),
  'rewrite the right side backwards': perHypothesis(2.5, (name) => `conv => rhs; rw [← ${name}]`),
  'rewrite the left side backwards': perHypothesis(3, (name) => `conv => lhs; rw [← ${name}]`),
  generalize: { price: 2.5, tactics: generalisations },
} satisfies Readonly<Record<string, Row<Position>>>

/** Moves and closers that are made of a library theorem. A lower rank costs more. */
export const PREMISE_MOVES = {
  'exact a premise': { price: 1.5, tactics: (names) => names.map((name) => `exact ${name}`) },
  'apply a premise': { price: 1.5, tactics: (names) => names.map((name) => `apply ${name}`) },
  'rewrite with a premise': { price: 1.5, tactics: (names) => names.map((name) => `rw [${name}]`) },
  'rewrite backwards with a premise': { price: 2, tactics: (names) => names.map((name) => `rw [← ${name}]`) },
  'simp with a premise': { price: 1.75, tactics: (names) => names.map((name) => `simp [${name}]`) },
  'simp_all with a premise': { price: 2, tactics: best((name) => `simp_all [${name}]`) },
  'grind with a premise': { price: 2, tactics: best((name) => `grind [${name}]`) },
  'grind after a premise': { price: 2.5, tactics: best((name) => `have := @${name}; grind`) },
} satisfies Readonly<Record<string, Row<readonly string[]>>>

interface Premises {
  readonly names: readonly string[]
  readonly survey: Survey
}

/** Closers with some library theorems at once. */
export const PREMISE_CLOSERS = {
  'simp_all with the best premises': {
    price: 2,
    tactics: ({ names, survey }) => [`simp_all${ruleList([...own(survey), ...fewOf(names)])}`],
  },
  'grind with the best premises': {
    price: 2,
    tactics: ({ names, survey }) => [
      `grind${ruleList([...definitionNames(survey), ...patternNames(survey), ...fewOf(names)])}`,
    ],
  },
  'simp with all premises': {
    price: 2,
    tactics: ({ names, survey }) => [`simp${ruleList([...own(survey), ...names])}`],
  },
  'simp_all with all premises; omega': {
    price: 3,
    tactics: ({ names, survey }) => [`simp_all${ruleList([...own(survey), ...names])} <;> omega`],
  },
} satisfies Readonly<Record<string, Row<Premises>>>

/** An induction inside a search is dearer, the deeper it is. */
const INDUCTION_MOVES: readonly InductionName[] = [
  'functional',
  'on a proof',
  'structural',
  'cases',
  'cases of a test',
]

export function movesAt(position: Position): Tactic[] {
  const inductions = pick<Survey, InductionName>(INDUCTIONS, INDUCTION_MOVES, position.survey)
  return [
    ...pick<Position, keyof typeof MOVES>(MOVES, namesOf(MOVES), position),
    ...inductions.map((tactic) => ({ ...tactic, price: tactic.price + position.depth })),
  ]
}

export function premiseMoves(names: readonly string[]): Tactic[] {
  return pick<readonly string[], keyof typeof PREMISE_MOVES>(PREMISE_MOVES, namesOf(PREMISE_MOVES), names)
}

export function premiseClosers(names: readonly string[], survey: Survey): Tactic[] {
  const rows = namesOf(PREMISE_CLOSERS)
  if (names.length === 0) return []
  return pick<Premises, keyof typeof PREMISE_CLOSERS>(PREMISE_CLOSERS, rows, { names, survey })
}

function fewOf(names: readonly string[]): readonly string[] {
  return names.slice(0, MOST.bestPremises)
}

function best(text: (name: string) => string): Row<readonly string[]>['tactics'] {
  return (names) => fewOf(names).map(text)
}

/** A call that occurs more than once may stand for any value: the goal is then about that value. */
function generalisations({ state, survey }: Position): string[] {
  const [name = 'v2'] = freshNames(state)
  return survey.calls
    .filter((call) => call.count > 1 && call.inTarget)
    .map((call) => `generalize ${call.text} = ${name}`)
}
