import type { GoalInput } from '../lean/index.ts'
import { openVariables } from './open-variables.ts'

const DECLARATION =
  /^(?:\s+|--[^\n]*\n|\/-[\s\S]*?-\/|@\[[^\]]*\]|(?:private|protected|public|noncomputable|nonrec)\b)*(?:(?:theorem|lemma)\s+\S+?(?=[\s({[⦃:])|example\b)/

/**
 * The goal that says the opposite: `¬ (statement)`, with a theorem's binders inside the negation, and before them
 * the variables that the preamble leaves declared. Undefined where the text alone does not say all of it.
 */
export function negationOf(input: GoalInput): GoalInput | undefined {
  const variables = openVariables(input.preamble ?? '')
  const closed = closedStatement(input.statement)
  if (closed === undefined || variables === undefined) return undefined
  const whole = variables.length === 0 ? closed : `∀ ${variables.join(' ')}, ${closed}`
  return { ...input, statement: `¬ (${whole}\n)` }
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
