/**
 * What the ledger may call proved. A row says what somebody wrote into it; whoever can write the file can write
 * `proved`. So nothing reads a status or an outcome from the tables: these views show `claimed` unless there is a
 * receipt of that id, for that goal, about that statement, preamble and imports, and no audit denied it. Whether the
 * receipt itself is true is for `orch verify` and `orch audit`, which compute everything again.
 *
 * `told` is what the row says; conditions on it beside the shown one let the database use its indexes.
 */
import type { GoalStatus } from './ledger.ts'
import type { Sql, SqlValue } from './sql.ts'

type Dialect = Sql['dialect']

export function evidenceSchema(dialect: Dialect): readonly string[] {
  return [
    ...(dialect === 'postgres' ? [FIELD_FUNCTION] : []),
    // Receipts that an audit computed again in vain.
    `create table denied_receipts (
      receipt text primary key,
      why text not null,
      denied_at text not null
    )`,
    shownGoals(dialect),
    shownAttempts(dialect),
    // A delivery that nothing bears out is none: the ticket is to be had again.
    `create view shown_tickets as
      select t.id, t.ticket_id, t.goal_hash, t.goal, t.context, t.suggested_name, t.constraints, t.priority,
        case when t.status = 'completed' and not ${ticketHeld(dialect)} then 'open' else t.status end as status,
        t.claimed_by, t.lease_expires_at, t.completed_by, t.completed_proof, t.receipt, t.created_at, t.updated_at
      from tickets t`,
  ]
}

/** `more` are columns that a later schema has added. */
function shownGoals(dialect: Dialect, more = ''): string {
  return `create view shown_goals as
    select g.id, g.goal_hash, g.goal_id, g.goal_text, g.context, g.imports, g.preamble, g.difficulty, g.priority,
      g.status as told,
      case when g.status = 'open' then 'open' when ${goalHeld(dialect)} then g.status else 'claimed' end as status,
      g.solved_by, g.tactics, g.receipt, g.created_at, g.solved_at${more}
    from goals g`
}

function shownAttempts(dialect: Dialect, more = ''): string {
  return `create view shown_attempts as
    select a.id, a.goal_hash, a.goal_text, a.strategy, a.time_seconds, a.tactics, a.timestamp, a.cpu_seconds,
      a.strategy_version, a.budget, a.run_id, a.receipt, a.error, a.worker, a.cache_hit, a.outcome as told,
      case when a.outcome not in ('proved', 'refuted') then a.outcome when ${attemptHeld(dialect)} then a.outcome
        else 'claimed' end as outcome,
      case when a.outcome = 'proved' and a.success = 1 and ${attemptHeld(dialect)} then 1 else 0 end as success${more}
    from attempts a`
}

/** The views again, with the columns of the schema that gave every fact one of its own. */
export function evidenceOfFacts(dialect: Dialect): readonly string[] {
  return [
    'drop view shown_goals',
    'drop view shown_attempts',
    shownGoals(dialect, ', g.text_key, g.metadata'),
    shownAttempts(dialect, ', a.counterexample, a.lemma_set, a.premises'),
  ]
}

/** The views once more, with scripts. */
export function evidenceOfScripts(dialect: Dialect): readonly string[] {
  return [
    'drop view shown_goals',
    'drop view shown_attempts',
    shownGoals(dialect, ', g.text_key, g.metadata, g.script'),
    shownAttempts(dialect, ', a.counterexample, a.lemma_set, a.premises, a.script'),
  ]
}

/** A receipt that is not JSON has no fields; it must not stop the query. */
const FIELD_FUNCTION = `create function orch_receipt_field(body text, field text) returns text
  language plpgsql immutable as $$
  begin return body::json ->> field; exception when others then return null; end $$`

function field(dialect: Dialect, name: string): string {
  return dialect === 'postgres'
    ? `orch_receipt_field(r.body, '${name}')`
    : `case when json_valid(r.body) then json_extract(r.body, '$.${name}') end`
}

/** The text alone, or behind binders that hold the goal's context, where it has one. Which, the audit computes. */
function aboutText(dialect: Dialect, text: string, hasContext: string): string {
  const statement = field(dialect, 'statement')
  const end =
    dialect === 'postgres'
      ? `right(${statement}, length(${text}) + 2)`
      : `substr(${statement}, -length(${text}) - 2)`
  return `(${statement} = ${text} or (${hasContext}
    and substr(${statement}, 1, 3) = '∀ (' and ${end} = ', ' || ${text}))`
}

/** It is stored under its own id, and no audit has denied it. */
function fits(dialect: Dialect): string {
  return `${field(dialect, 'id')} = r.receipt
    and not exists (select 1 from denied_receipts d where d.receipt = r.receipt)`
}

function goalHeld(dialect: Dialect): string {
  return `exists (select 1 from receipts r where r.receipt = g.receipt and r.goal_hash = g.goal_hash
    and ${fits(dialect)}
    and ${field(dialect, 'preamble')} = g.preamble and ${field(dialect, 'imports')} = g.imports
    and case when g.status = 'refuted' then ${deniesSomething(dialect)}
      else ${aboutText(dialect, 'g.goal_text', `g.context <> '[]'`)} end)`
}

const ATTEMPT_CONTEXT = `exists (select 1 from goals c where c.goal_hash = a.goal_hash and c.context <> '[]')`

function attemptHeld(dialect: Dialect): string {
  return `exists (select 1 from receipts r where r.receipt = a.receipt and r.goal_hash = a.goal_hash
    and ${fits(dialect)}
    and case when a.outcome = 'refuted' then ${deniesSomething(dialect)}
      else ${aboutText(dialect, 'a.goal_text', ATTEMPT_CONTEXT)} end)`
}

function ticketHeld(dialect: Dialect): string {
  return `exists (select 1 from receipts r where r.receipt = t.receipt and r.goal_hash = t.goal_hash
    and ${fits(dialect)} and ${aboutText(dialect, 't.goal', `t.context <> '[]'`)})`
}

/** The opposite of a statement has more than one text; the audit asks Lean whether it is the opposite of this one. */
function deniesSomething(dialect: Dialect): string {
  return `substr(${field(dialect, 'statement')}, 1, 3) = '¬ ('`
}

/**
 * The type that the judge saw, for rows of a shown view with a receipt over a preamble, whose notation can make a text
 * say something else than it means. Without a preamble the text is in the library's notation already.
 */
export function judgedType(dialect: Dialect, view: string): string {
  return `(select case when trim(${field(dialect, 'preamble')}) <> '' then ${field(dialect, 'type')} end
    from receipts r where r.receipt = ${view}.receipt) as judged_type`
}

/** Goals that are shown with a status, through the index on what they say. */
export function withStatus(status: GoalStatus): readonly [condition: string, ...parameters: SqlValue[]] {
  if (status === 'open') return [`told = 'open'`]
  if (status === 'claimed') return [`(told <> 'open' and status = 'claimed')`]
  return ['(told = ? and status = ?)', status, status]
}
