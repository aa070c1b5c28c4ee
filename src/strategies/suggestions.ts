/** What search tactics (`exact?`, `simp?`, `try?`) propose in place of themselves. */
import type { LeanMessage } from '../lean/index.ts'

/** Proposals in the order in which Lean lists them. */
export function suggestionsIn(messages: readonly LeanMessage[]): string[] {
  return messages.flatMap(({ text }) => {
    const body = /^Try this:\s*([\s\S]+)$/.exec(text)?.[1] ?? /^Try these:\s*([\s\S]+)$/.exec(text)?.[1]
    if (!body) return []
    return body
      .split(/(?:^|\n)\s*(?:\[apply\]|•)\s*/)
      .map((part) => part.split(/\n\s*Remaining/, 1)[0]?.trim() ?? '')
      .filter((part) => part !== '')
  })
}

/** True for tactics whose proposal belongs in the final script instead of themselves. */
export function isSearchTactic(tactic: string): boolean {
  return /(?:^|[\s;(·])(?:exact|apply|rw|simp|simp_all|grind|try|hint|show_term)\?|\bsearch_proof\b/.test(
    tactic,
  )
}
