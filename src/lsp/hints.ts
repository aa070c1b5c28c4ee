/** What is shown beside a hole: as little as possible, on the line where it is. */
import type { Hole } from '../fill/index.ts'

export function hint({ lastOutcome, unsearchable }: Hole): string {
  if (unsearchable !== undefined) return 'not searchable'
  if (!lastOutcome) return 'not tried'
  const { outcome, strategy, seconds } = lastOutcome
  if (outcome === 'refuted') return 'false'
  if (outcome === 'proved') return 'proof found'
  return `${outcome}, ${strategy} ${seconds.toFixed(1)} s`
}

/** The same in full sentences, for those who point at it. */
export function explanation({ lastOutcome, unsearchable, difficulty, goal }: Hole): string {
  const about = `Difficulty ${difficulty} of 1.\n\n\`\`\`lean\n${goal}\n\`\`\``
  if (unsearchable !== undefined) return `Orch does not search this hole: ${unsearchable}.\n\n${about}`
  if (!lastOutcome) return `Orch has not tried this hole yet.\n\n${about}`
  const { outcome, strategy, seconds, counterexample } = lastOutcome
  if (outcome === 'refuted') return `This is false for ${counterexample ?? 'a counterexample'}.\n\n${about}`
  const said = outcome === 'proved' ? 'Orch has found a proof of this before' : `The last attempt: ${outcome}`
  return `${said} (${strategy}, ${seconds.toFixed(1)} s).\n\n${about}`
}
