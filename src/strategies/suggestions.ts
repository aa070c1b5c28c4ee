/** What search tactics (`exact?`, `simp?`, `try?`) propose in place of themselves. */
import type { LeanMessage } from '../lean/index.ts'

/** Proposals in the order in which Lean lists them. */
export function suggestionsIn(messages: readonly Pick<LeanMessage, 'text'>[]): string[] {
  return messages.flatMap(({ text }) => {
    const body = /^Try this:\s*([\s\S]+)$/.exec(text)?.[1] ?? /^Try these:\s*([\s\S]+)$/.exec(text)?.[1]
    if (!body) return []
    return proposals(body)
  })
}

/** Each begins on a line of its own with a mark; what Lean says remains after it is not part of it. */
function proposals(body: string): string[] {
  const found: string[] = []
  let isOver = false
  for (const line of body.split('\n')) {
    const text = line.trimStart()
    const mark = MARKS.find((one) => text.startsWith(one))
    if (mark !== undefined || found.length === 0) found.push('')
    isOver = mark === undefined && (isOver || text.startsWith('Remaining'))
    if (isOver) continue
    found.push(`${found.pop()}\n${mark === undefined ? line : text.slice(mark.length)}`)
  }
  return found.map((part) => part.trim()).filter((part) => part !== '')
}

const MARKS = ['[apply]', '•']

/** True for tactics whose proposal belongs in the final script instead of themselves. */
export function isSearchTactic(tactic: string): boolean {
  return /(?:^|[\s;(·])(?:exact|apply|rw|simp|simp_all|grind|try|hint|show_term)\?|\bsearch_proof\b/.test(
    tactic,
  )
}
