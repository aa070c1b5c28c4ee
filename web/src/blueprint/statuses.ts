import type { NodeStatus } from '../data/api.ts'

/** In the order of the legend: word, colour of the dot, class of the box, meaning. */
export const STATUSES: readonly {
  readonly status: NodeStatus
  readonly word: string
  readonly colour: string
  readonly meaning: string
}[] = [
  {
    status: 'fully_proved',
    word: 'fully proved',
    colour: 'var(--good)',
    meaning: 'so is all that it stands on',
  },
  {
    status: 'proved',
    word: 'proved',
    colour: 'var(--series-5)',
    meaning: 'every declaration has its receipt',
  },
  { status: 'mathlib', word: 'in Mathlib', colour: 'var(--series-3)', meaning: 'marked \\mathlibok' },
  {
    status: 'claimed',
    word: 'claimed',
    colour: 'var(--warn)',
    meaning: 'marked or complete, but without a receipt',
  },
  {
    status: 'stated',
    word: 'stated',
    colour: 'var(--accent)',
    meaning: 'the declarations are there, proofs are open',
  },
  { status: 'not_stated', word: 'not stated', colour: 'var(--idle)', meaning: 'no such declaration yet' },
  { status: 'not_ready', word: 'not ready', colour: 'var(--bad)', meaning: 'marked \\notready' },
]

export const statusOf = (status: NodeStatus) =>
  STATUSES.find((one) => one.status === status) ?? {
    status,
    word: status,
    colour: 'var(--idle)',
    meaning: '',
  }
