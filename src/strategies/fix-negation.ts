/** The opposite of a statement, as something that the checker can judge. */
import { type Checker, type FixedStatement, isNegationOf } from '../lean/index.ts'
import { negationOf } from './negation.ts'

/**
 * A closed `¬ (…)` around a text that Lean reads as the statement. Texts are tried until one is right: what is made
 * from the statement's own text, and its type as Lean prints it. Undefined if none of them is. What counts is what
 * they elaborate to: a preamble may give `¬` another meaning.
 *
 * Closed matters: with a variable of the preamble outside, `¬ P x` would be `∀ x, ¬ P x`, which an empty type fulfils
 * together with `∀ x, P x`.
 */
export async function fixNegation(
  checker: Checker,
  statement: FixedStatement,
  signal?: AbortSignal,
): Promise<FixedStatement | undefined> {
  const { input, type } = statement
  const { preamble, imports } = input
  const fix = (text: string) => checker.fix({ statement: text, preamble, imports }, { signal })
  const ownText = negationOf(input)?.statement.slice('¬ '.length)
  for (const text of [ownText, `(${type}\n)`]) {
    const negation = text && (await fix(`¬ ${text}`).catch(() => undefined))
    if (negation && isNegationOf(negation, statement)) return negation
  }
  signal?.throwIfAborted()
  return undefined
}
