/**
 * Which of the user's theorems `grind` takes. It refuses a whole list for one theorem in which it finds no pattern
 * (`p → q → r` about any propositions, a statement about a bare lambda), so it is asked about each of them once.
 */
import type { DojoState, Survey } from '../lean/index.ts'
import { EFFORTS, patternNames } from '../tactics/index.ts'
import type { Session } from './session.ts'

/** A theorem that `grind` refuses is replaced by the next candidate; after so many rounds the rest is left out. */
const ROUNDS = 2

export async function withPatterns(session: Session, state: DojoState, survey: Survey): Promise<Survey> {
  const { grindTakes } = session
  const asked = (): Survey => ({
    ...survey,
    patternless: survey.theorems.filter((name) => grindTakes.get(name) === false),
  })
  const unknown = (): string[] => patternNames(asked()).filter((name) => !grindTakes.has(name))
  for (let round = 0; round < ROUNDS && unknown().length > 0; round++) await ask(session, state, unknown())
  for (const name of unknown()) grindTakes.set(name, false)
  return asked()
}

/** All at once, which is mostly the answer; else one by one, each leaving a hypothesis if it is taken. */
async function ask(session: Session, state: DojoState, names: readonly string[]): Promise<void> {
  const take = (label: string, rules: string): string => `have ${label} : True := by grind only [${rules}]`
  const each = names.map((name, index) => `(try (${take(`takes_rule_${index}`, name)}))`)
  const text = `first | (${take('takes_rules', names.join(', '))}) | (${each.join('; ')}; skip)`
  const next = await session.advance(state, text, EFFORTS.step)
  const left = new Set((next?.goals[0]?.hypotheses ?? []).map(({ name }) => name))
  // Without an answer they are taken to be fit, as if nobody had asked.
  const all = next === undefined || left.has('takes_rules')
  for (const [index, name] of names.entries())
    session.grindTakes.set(name, all || left.has(`takes_rule_${index}`))
  if (next) await session.dojo.drop(next)
}
