/**
 * How sure an attempt is, from 0 to 1. Length, broken facts and how many candidates agree are what tells right
 * explanations from wrong ones: fitted by logistic regression on the first candidates for the even half of the public
 * training tasks (163 explained tasks at 1,000 nodes); docs/arc/pipeline.md says how well it holds on either half.
 */
const CERTAIN = 1
const PER_UNIT = 0.0294
const PER_BROKEN_FACT = 1.17
const PER_DOUBLED_SUPPORT = 0.547
/** More agreement than this says no more. */
const MOST_DOUBLINGS = 6
/** Longer than this says no more. */
const LONGEST = 200
const MOST_BROKEN = 4
/** A program that leaves a train pair unexplained is hardly ever right. */
const PARTIAL = 0.02
/**
 * When the first attempt is wrong, the next best explanation is right a little less often than it would be on its own:
 * with this factor as many second attempts are right on the even half as are promised (5 of 153).
 */
const SECOND = 0.85

/**
 * The loop begins where the first attempt promises less: on the even half at 1,000 nodes all wrong explanations do, and
 * one in five of those that are right.
 */
export const SURE = 0.9

export interface Explanation {
  readonly pairsSolved: number
  readonly pairs: number
  readonly cost: number
  /** Candidates that predict the same, this one included. */
  readonly support: number
  readonly broken: number
}

function likelihood({ pairsSolved, pairs, cost, support, broken }: Explanation): number {
  if (pairsSolved < pairs) return PARTIAL
  const log =
    CERTAIN +
    PER_DOUBLED_SUPPORT * Math.min(Math.log2(support), MOST_DOUBLINGS) -
    PER_UNIT * Math.min(cost, LONGEST) -
    PER_BROKEN_FACT * Math.min(broken, MOST_BROKEN)
  return 1 / (1 + Math.exp(-log))
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** The confidence of both attempts; the second counts only where the first is wrong. */
export function confidences(
  first: Explanation | undefined,
  second: Explanation | undefined,
): [number, number] {
  const one = first === undefined ? 0 : likelihood(first)
  const two = second === undefined ? 0 : (1 - one) * SECOND * likelihood(second)
  return [rounded(one), rounded(two)]
}
