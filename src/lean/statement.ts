import { createHash } from 'node:crypto'
import { declarationHead, leanText } from '../goal/index.ts'
import type { StatementData } from './exported-data.ts'
import type { StatementReply, TextPosition } from './protocol.ts'
import type { StatementForm } from './requests.ts'
import { negated, statementHash } from './statement-hash.ts'

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

/** A statement that Lean has elaborated. */
export interface ElaboratedStatement {
  readonly input: GoalInput
  /** Name of the theorem in full. */
  readonly name: string
  /** `theorem name (binders) : type`, as it stands in front of a proof. */
  readonly header: string
  /** The type as the elaborator printed it, with the preamble's own notation: for searching, not for showing. */
  readonly type: string
}

/** A statement as the judge will be asked about it, fixed before any search for its proof. */
export interface FixedStatement extends ElaboratedStatement {
  /** The elaborated statement with all that it stands on: what a verdict is about. */
  readonly data: StatementData
  /** SHA-256 of `data` without the names of binders, and of the imports. Equal just for equal statements. */
  readonly hash: string
  /** SHA-256 of the type's closed form: what it says in terms of the names it mentions, whatever they mean. */
  readonly typeHash: string
}

export function elaboratedStatement(input: GoalInput, reply: StatementReply): ElaboratedStatement {
  return {
    input,
    name: reply.name,
    header: Buffer.from(reply.source).subarray(reply.start, reply.stop).toString('utf8').trim(),
    type: reply.type,
  }
}

export function fixedStatement(input: GoalInput, reply: StatementReply): FixedStatement {
  const { tables, canonical } = reply
  if (!tables || canonical === undefined) throw new Error('the statement was asked for without its tables')
  const hash = statementHash(tables, input.imports ?? [])
  const typeHash = createHash('sha256').update(canonical).digest('hex')
  return { ...elaboratedStatement(input, reply), data: tables, hash, typeHash }
}

/** Whether one statement is `¬ (…)` around exactly the other. */
export function isNegationOf(negation: FixedStatement, statement: FixedStatement): boolean {
  const inner = negated(negation.data)
  return inner !== undefined && statementHash(inner, statement.input.imports ?? []) === statement.hash
}

/** How far `withScript` moves a script to the right. */
export const SCRIPT_INDENT = 2

/** Where in the script a place of the text below stands: lines from 1, columns from 0; undefined in front of the script. */
export function placeInScript(header: string, { line, column }: TextPosition): TextPosition | undefined {
  const place = { line: line - header.split('\n').length, column: column - SCRIPT_INDENT }
  return place.line > 0 && place.column >= 0 ? place : undefined
}

/** The theorem with a tactic script as its proof. */
export function withScript(header: string, script: string): string {
  const lines = leanText(script).trimEnd().split('\n')
  return `${header} := by\n${lines.map((line) => (line ? ' '.repeat(SCRIPT_INDENT) + line : line)).join('\n')}\n`
}
