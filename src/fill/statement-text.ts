/** The statement of a declaration as the checker takes it: a theorem's own text, and what stands in front of it. */

const FRONT = /^(?:open|set_option|variable|omit|include|universe|local notation|attribute)\b/
const MODIFIER = /\s+|--[^\n]*\n|@\[[^\]]*\]|(?:protected|public|noncomputable|nonrec)\b/y
const THEOREM = /(?:theorem|lemma)\s/y

export interface StatementText {
  /** Commands that `… in` puts before this declaration alone. */
  readonly front: readonly string[]
  readonly statement: string
}

/** Undefined where the command is no theorem with a name that everybody can use. */
export function statementText(command: string): StatementText | undefined {
  const front: string[] = []
  let rest = command
  for (let found = frontOf(rest); found; found = frontOf(rest)) {
    front.push(found.front)
    rest = found.rest
  }
  return isTheorem(rest) ? { front, statement: rest } : undefined
}

/** A command of one line before `in`, and what comes after it. */
function frontOf(text: string): { readonly front: string; readonly rest: string } | undefined {
  const start = text.trimStart()
  const found = FRONT.test(start) ? /\sin\s/.exec(start) : null
  const front = found && start.slice(0, found.index).trimEnd()
  if (!found || !front || front.includes('\n')) return undefined
  return { front, rest: start.slice(found.index + found[0].length).trimStart() }
}

/** Whether a theorem begins here, behind comments, attributes and words about who may use it. */
function isTheorem(text: string): boolean {
  for (let at = 0; ; ) {
    MODIFIER.lastIndex = at
    if (text.startsWith('/-', at)) {
      const end = text.indexOf('-/', at)
      if (end < 0) return false
      at = end + 2
    } else if (MODIFIER.test(text)) at = MODIFIER.lastIndex
    else {
      THEOREM.lastIndex = at
      return THEOREM.test(text)
    }
  }
}
