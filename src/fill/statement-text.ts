/** The statement of a declaration as the checker takes it: a theorem's own text, and what stands in front of it. */

const FRONT =
  /^\s*((?:open|set_option|variable|omit|include|universe|local notation|attribute)\b[^\n]*?)\s+in\s+/
const THEOREM =
  /^(?:\s+|--[^\n]*\n|\/-[\s\S]*?-\/|@\[[^\]]*\]|(?:protected|public|noncomputable|nonrec)\b)*(?:theorem|lemma)\s/

export interface StatementText {
  /** Commands that `… in` puts before this declaration alone. */
  readonly front: readonly string[]
  readonly statement: string
}

/** Undefined where the command is no theorem with a name that everybody can use. */
export function statementText(command: string): StatementText | undefined {
  const front: string[] = []
  let rest = command
  for (let found = FRONT.exec(rest); found; found = FRONT.exec(rest)) {
    front.push(found[1] ?? '')
    rest = rest.slice(found[0].length)
  }
  return THEOREM.test(rest) ? { front, statement: rest } : undefined
}
