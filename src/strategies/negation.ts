import { declarationHead } from '../goal/index.ts'
import type { GoalInput } from '../lean/index.ts'
import { mentioned, openVariables } from './open-variables.ts'

/**
 * The goal that says the opposite: `¬ (statement)`, with a theorem's binders inside the negation, and before them
 * the variables of the preamble that it mentions. Undefined where the text alone does not say all of it.
 */
export function negationOf(input: GoalInput): GoalInput | undefined {
  const open = openVariables(input.preamble ?? '')
  const closed = closedStatement(input.statement)
  if (closed === undefined || open === undefined) return undefined
  const variables = mentioned(open, closed)
  const whole = variables.length === 0 ? closed : `∀ ${variables.join(' ')}, ${closed}`
  return { ...input, statement: `¬ (${whole}\n)` }
}

function closedStatement(statement: string): string | undefined {
  const head = declarationHead(statement)
  if (head === undefined || head === 'unfinished') return statement
  const rest = head.keyword === 'example' ? statement.slice(head.end) : afterName(statement, head.end)
  const colon = atTopLevel(rest, (at) => rest[at] === ':' && rest[at + 1] !== '=')
  if (colon === undefined) return undefined
  const binders = rest.slice(0, colon).trim()
  const after = rest.slice(colon + 1)
  const proof = atTopLevel(after, (at) => after.startsWith(':=', at))
  const type = (proof === undefined ? after : after.slice(0, proof)).trim()
  return binders === '' ? type : `∀ ${binders}, ${type}`
}

/** What follows the name of a theorem: it ends before a space, a binder or the colon. */
function afterName(statement: string, from: number): string {
  const name = /^\s*[^\s({[⦃:]*/.exec(statement.slice(from))?.[0] ?? ''
  return statement.slice(from + name.length)
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
