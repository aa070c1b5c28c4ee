import { createHash } from 'node:crypto'
import { declarationHead } from '../goal/index.ts'
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

/** The form of a statement, in the words of core Lean: `lemma` and nameless `example` become `theorem`. */
export function formOf(text: string): { statement: string; form: StatementForm } {
  const statement = leanText(text)
  const head = declarationHead(statement)
  if (head === undefined) return { statement, form: 'term' }
  if (head === 'unfinished' || head.keyword === 'theorem') return { statement, form: 'declaration' }
  const word = head.keyword === 'lemma' ? 'theorem' : 'theorem orch_goal'
  return { statement: statement.slice(0, head.start) + word + statement.slice(head.end), form: 'declaration' }
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
  const lines = leanText(script).trimEnd().split('\n')
  return `${header} := by\n${lines.map((line) => (line ? `  ${line}` : line)).join('\n')}\n`
}
