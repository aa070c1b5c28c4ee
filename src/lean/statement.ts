import { createHash } from 'node:crypto'
import { leanText } from './lean-text.ts'
import type { StatementForm, StatementReply } from './protocol.ts'

/** What is to be proved, as a user writes it. */
export interface GoalInput {
  /** A proposition (`∀ n : Nat, n + 0 = n`), a signature (`theorem t (n : Nat) : n + 0 = n`) or a whole theorem. */
  readonly statement: string
  /** Lean text that the statement builds on: definitions, `open`, `variable`, notation. */
  readonly preamble?: string | undefined
  /** Modules to import; none means what a Lean file without imports has. */
  readonly imports?: readonly string[] | undefined
}

const COMMENTS = /^(?:\s+|--[^\n]*(?:\n|$)|\/-(?!-)[\s\S]*?-\/)*/
const DECLARATION =
  /^(?:@\[|\/--|(?:private|protected|public|noncomputable|nonrec)\b|(?:theorem|lemma|example)\b)/
/** Attributes, a doc comment and modifiers may stand before the keyword. */
const KEYWORD =
  /^((?:\s+|--[^\n]*\n|\/-[\s\S]*?-\/|@\[[^\]]*\]|(?:private|protected|public|noncomputable|nonrec)\b)*)(lemma|example)\b/

/** The form of a statement, in the words of core Lean: `lemma` and nameless `example` become `theorem`. */
export function formOf(text: string): { statement: string; form: StatementForm } {
  const statement = leanText(text)
  const body = statement.slice(COMMENTS.exec(statement)?.[0].length ?? 0)
  if (!DECLARATION.test(body)) return { statement, form: 'term' }
  const asTheorem = statement.replace(KEYWORD, (_, before: string, word: string) =>
    before.concat(word === 'lemma' ? 'theorem' : 'theorem orch_goal'),
  )
  return { statement: asTheorem, form: 'declaration' }
}

/** A statement that Lean has elaborated, fixed before any search for its proof. */
export interface FixedStatement {
  readonly input: GoalInput
  /** Name of the theorem in full. */
  readonly name: string
  /** `theorem name (binders) : type`, as it stands in front of a proof. */
  readonly header: string
  /** The elaborated type, pretty-printed. */
  readonly type: string
  /** SHA-256 of the elaborated type as data. */
  readonly hash: string
}

export interface KeyedStatement extends FixedStatement {
  /** Equal for goals that differ in names and order of independent hypotheses only. */
  readonly key: string
}

export function fixedStatement(input: GoalInput, reply: StatementReply): FixedStatement {
  return {
    input,
    name: reply.name,
    header: Buffer.from(reply.source).subarray(reply.start, reply.stop).toString('utf8').trim(),
    type: reply.type,
    hash: createHash('sha256').update(reply.canonical).digest('hex'),
  }
}

/** The theorem with a tactic script as its proof. */
export function withScript(header: string, script: string): string {
  const lines = leanText(script).replace(/\s+$/, '').split('\n')
  return `${header} := by\n${lines.map((line) => (line ? `  ${line}` : line)).join('\n')}\n`
}
