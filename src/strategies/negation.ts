import type { GoalInput } from '../lean/index.ts'

const DECLARATION =
  /^(?:\s+|--[^\n]*\n|\/-[\s\S]*?-\/|@\[[^\]]*\]|(?:private|protected|public|noncomputable|nonrec)\b)*(?:(?:theorem|lemma)\s+\S+?(?=[\s({[⦃:])|example\b)/

/**
 * The goal that says the opposite: `¬ (statement)`, with a theorem's binders inside the negation.
 * Undefined where the statement's text alone does not say all of it, because the preamble declares variables.
 */
export function negationOf(input: GoalInput): GoalInput | undefined {
  if (/^\s*variable\b/m.test(input.preamble ?? '')) return undefined
  const closed = closedStatement(input.statement)
  return closed === undefined ? undefined : { ...input, statement: `¬ (${closed}\n)` }
}

function closedStatement(statement: string): string | undefined {
  const head = DECLARATION.exec(statement)
  if (!head) return statement
  const rest = statement.slice(head[0].length)
  const colon = atTopLevel(rest, (at) => rest[at] === ':' && rest[at + 1] !== '=')
  if (colon === undefined) return undefined
  const binders = rest.slice(0, colon).trim()
  const after = rest.slice(colon + 1)
  const proof = atTopLevel(after, (at) => after.startsWith(':=', at))
  const type = (proof === undefined ? after : after.slice(0, proof)).trim()
  return binders === '' ? type : `∀ ${binders}, ${type}`
}

/** The first place outside all brackets where `found` holds. */
function atTopLevel(text: string, found: (at: number) => boolean): number | undefined {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if ('([{⟨⦃'.includes(character)) depth++
    else if (')]}⟩⦄'.includes(character)) depth--
    else if (depth === 0 && found(at)) return at
  }
  return undefined
}
